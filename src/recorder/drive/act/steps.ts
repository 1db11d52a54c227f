import type { KeyInput } from 'puppeteer-core';
import type { ActionScript, Step } from '../../contract/script.ts';
import type { TakeFrame } from '../../contract/take-frame.ts';
import { loadPage } from '../../page/load.ts';
import type { Found } from '../element/found.ts';
import { scrollFrame } from '../element/frames.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { scrollMs } from '../pace/motion.ts';
import { beforeKeysMs, betweenClicksMs, pressMs, rippleMs } from '../pace/timing.ts';
import { planScrollBy, type ScrollPlan } from '../page/scroll.ts';
import { aimAt, find, glideTo, mustFind, widenForWay } from './aim.ts';
import { closeUp, pullBack } from './close-up.ts';
import { comeToRest } from './come-to-rest.ts';
import { type FieldKind, fieldKind, fillIn } from './fields.ts';
import { waitFor } from './wait.ts';

/** What became of a step: what it found, or why it was left out. */
export interface StepOutcome {
  found?: Found;
  skipped?: string;
}
type Performance = AsyncGenerator<TakeFrame, StepOutcome, void>;

export interface StepContext {
  speed: number;
  /** The script has no camera steps of its own: the camera follows the action by itself. */
  autoZoom: boolean;
  /** The steps after this one. */
  ahead: Step[];
}

const missing = { skipped: 'The page has no visible element that fits.' };

/** The movements of one step; the rest after it is the caller's. */
export async function* perform(emitter: FrameEmitter, step: Step, context: StepContext): Performance {
  const { speed } = context;
  switch (step.type) {
    case 'setViewport':
      return {};
    case 'navigate':
      return navigate(emitter, step.url);
    case 'click':
    case 'doubleClick': {
      const found = await mustFind(emitter, step, step.selectors);
      const offset = { x: step.offsetX, y: step.offsetY };
      yield* aimAt(emitter, found, { ...context, offset, stillMs: pressMs + rippleMs });
      yield* click(emitter, speed, step.type === 'doubleClick' ? 2 : 1);
      yield* comeToRest(emitter, context);
      return { found };
    }
    case 'hover': {
      const found = await find(emitter, step, step.selectors);
      if (!found) return missing;
      yield* aimAt(emitter, found, { ...context, hovers: true });
      return { found };
    }
    case 'change': {
      const found = await mustFind(emitter, step, step.selectors);
      yield* aimAt(emitter, found, { ...context, stillMs: pressMs + rippleMs });
      const kind = await fieldKind(emitter, found.element, step.value);
      if (kind !== 'toggled already') yield* click(emitter, speed, 1, kind === 'set', afterPress[kind]);
      yield* fillIn(emitter, found.element, { kind, value: step.value, speed });
      return { found };
    }
    case 'keyDown':
    case 'keyUp':
      return yield* key(emitter, step, speed);
    case 'scroll': {
      const found = step.selectors ? await find(emitter, step, step.selectors) : null;
      if (step.selectors && !found) return missing;
      // Inside a frame it is there at once, as all scrolling there.
      if (!step.selectors && (await scrollFrame(emitter.tab, step))) return {};
      const { x, y } = step;
      const to = { ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
      yield* glide(emitter, await planScrollBy(emitter.tab, to, found?.element), speed);
      return found ? { found } : {};
    }
    case 'waitForElement':
    case 'waitForExpression':
      return (await waitFor(emitter.tab, step)) ? {} : { skipped: 'What the flow waits for has not come.' };
    case 'close':
      return { skipped: 'The film has one tab, and it stays open.' };
    case 'emulateNetworkConditions':
      return { skipped: 'A film loads as fast as it can.' };
    case 'customStep':
      return yield* performOwn(emitter, step, context);
  }
}

async function* key(
  emitter: FrameEmitter,
  step: Extract<Step, { type: 'keyDown' | 'keyUp' }>,
  speed: number,
): Performance {
  const { keyboard } = emitter.session.page;
  const down = step.type === 'keyDown';
  if (down) emitter.noteAction();
  let unknown = false;
  const pressed = down ? keyboard.down(step.key as KeyInput) : keyboard.up(step.key as KeyInput);
  // The browser is not even asked then; what goes wrong with it elsewhere is seen in the page.
  emitter.pointer.also(
    pressed.catch((fault: unknown) => {
      unknown = String(fault).includes('Unknown key');
    }),
  );
  yield* emitter.shoot(70 / speed);
  return unknown ? { skipped: 'No keyboard has such a key.' } : {};
}

type OwnStep = Extract<Step, { type: 'customStep' }>;

async function* performOwn(emitter: FrameEmitter, step: OwnStep, context: StepContext): Performance {
  const { speed } = context;
  switch (step.name) {
    case 'showreel.camera':
      return yield* moveCamera(emitter, step, context);
    case 'showreel.hold':
      return {};
    case 'showreel.caption': {
      const { text } = step.parameters;
      emitter.caption(text, Math.max(2_000, 1_200 + text.length * 55));
      return {};
    }
    case 'showreel.scroll': {
      const outcome = yield* travel(emitter, step, speed);
      // The camera may have set off with it, and have farther to go.
      yield* emitter.shoot(emitter.cameraLeftMs);
      return outcome;
    }
  }
}

async function* moveCamera(
  emitter: FrameEmitter,
  step: Extract<OwnStep, { name: 'showreel.camera' }>,
  context: StepContext,
): Performance {
  if (!emitter.options.zoom.enabled) return { skipped: 'Zooming is switched off.' };
  const { selectors } = step.parameters;
  if (!selectors) return yield* pullBack(emitter, context);
  return (yield* closeUp(emitter, step, selectors, context.speed)) ?? missing;
}

async function* travel(
  emitter: FrameEmitter,
  step: Extract<OwnStep, { name: 'showreel.scroll' }>,
  speed: number,
): Performance {
  const { selectors, to } = step.parameters;
  if (selectors) {
    const found = await find(emitter, step, selectors);
    if (!found) return missing;
    yield* glideTo(emitter, found.element, speed);
    return { found };
  }
  if (to === 'top' || to === 'bottom') yield* glide(emitter, await planScrollBy(emitter.tab, to), speed);
  return {};
}

/** @param onlyShown the press is seen in the film, the page learns nothing of it */
async function* click(
  emitter: FrameEmitter,
  speed: number,
  times: 1 | 2,
  onlyShown = false,
  afterMs = rippleMs,
): AsyncGenerator<TakeFrame, void, void> {
  for (let count = 1; count <= times; count++) {
    emitter.pressNext(count, onlyShown);
    yield* emitter.shoot(pressMs);
    emitter.release(count, onlyShown);
    if (count < times) yield* emitter.shoot(betweenClicksMs);
  }
  yield* emitter.shoot(afterMs / speed);
}

const afterPress: Record<FieldKind, number> = {
  typed: beforeKeysMs,
  set: beforeKeysMs,
  toggled: rippleMs,
  'toggled already': 0,
};

async function* glide(
  emitter: FrameEmitter,
  plan: ScrollPlan,
  speed: number,
): AsyncGenerator<TakeFrame, void, void> {
  const { height } = emitter.options.viewport;
  const durationMs = scrollMs(plan.distance, height) / speed;
  widenForWay(emitter, plan.distance, speed);
  emitter.scroll(plan, durationMs);
  emitter.noteAction();
  yield* emitter.shoot(durationMs);
}

/** Off camera, with a cut; nothing at all where the page is already open. */
async function navigate(emitter: FrameEmitter, url: string): Promise<StepOutcome> {
  if (!isSamePage(emitter.session.page.url(), url)) {
    await loadPage(emitter.session, url, emitter.options.load);
    await emitter.cut();
  }
  return {};
}

function isSamePage(here: string, there: string): boolean {
  const plain = (url: string) => {
    const parsed = new URL(url);
    return `${parsed.origin}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`;
  };
  return URL.canParse(here) && URL.canParse(there) && plain(here) === plain(there);
}

/** Whether any step of the script moves the camera by itself. */
export const hasCameraSteps = (script: ActionScript) =>
  script.steps.some((step) => step.type === 'customStep' && step.name === 'showreel.camera');

/** Whether the script leaves the camera close to something. */
export function endsClose(script: ActionScript): boolean {
  const last = script.steps.findLast(
    (step) => step.type === 'customStep' && step.name === 'showreel.camera',
  ) as Extract<OwnStep, { name: 'showreel.camera' }> | undefined;
  return last?.parameters.selectors !== undefined;
}
