/**
 * Acts: how each type of step is performed on camera. `take` comes in with one step at a time, and `sign-in` waits here. Acts move the
 * pointer, the camera and the page through the frame emitter; how long to rest after a step is not decided here.
 */
import type { KeyInput } from 'puppeteer-core';
import type { ActionScript, Step } from '../../contract/script.ts';
import { loadPage } from '../../page/load.ts';
import { scrollFrame } from '../element/frames.ts';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { beforeKeysMs, betweenClicksMs, clickMs, pressMs, rippleMs } from '../pace/timing.ts';
import type { Press } from '../page/film-pointer.ts';
import { keyFocus } from '../page/key-focus.ts';
import { planScrollBy } from '../page/plan-scroll.ts';
import { keysShownMs, typingSteps } from '../page/shown-keys.ts';
import { nullUnlessFault } from '../page/unanswered.ts';
import { aimAt } from './aim.ts';
import { demandAsserted } from './assert.ts';
import { closeUp, comesCloser, pullBack } from './close-up.ts';
import { type FieldKind, fieldKind, fillIn, holdField } from './fields.ts';
import { findTarget, requireTarget } from './find-target.ts';
import { followPage } from './follow-page.ts';
import { glide, glideTo } from './glide.ts';
import { noTimeToPress, notOnPage, type StepContext, type StepOutcome } from './step-context.ts';
import { waitFor } from './wait.ts';

/** Performs the movements of one step. The rest after them is the caller's. */
export async function* perform(emitter: FrameEmitter, step: Step, context: StepContext): Frames<StepOutcome> {
  const { speed } = context;
  switch (step.type) {
    case 'setViewport':
      return {};
    case 'navigate':
      return navigate(emitter, step.url);
    case 'click':
    case 'doubleClick': {
      const found = await requireTarget(emitter, step, step.selectors);
      const offset = { x: step.offsetX, y: step.offsetY };
      yield* aimAt(emitter, found, { ...context, offset, cameraStillMs: pressMs + rippleMs });
      const times = step.type === 'doubleClick' ? 2 : 1;
      if (!context.makeRoom(clickMs(times))) return { found, skipped: noTimeToPress };
      yield* click(emitter, speed, { times, button: step.button === 'secondary' ? 'right' : 'left' });
      yield* followPage(emitter, context);
      return { found };
    }
    case 'hover': {
      const found = await findTarget(emitter, step, step.selectors);
      if (!found) return notOnPage;
      yield* aimAt(emitter, found, { ...context, hovers: true });
      return { found };
    }
    case 'change':
      return yield* change(emitter, step, context);
    case 'keyDown':
    case 'keyUp':
      return yield* playKey(emitter, step, context);
    case 'scroll':
      return yield* scroll(emitter, step, speed);
    case 'waitForElement':
    case 'waitForExpression':
      return (await waitFor(emitter.tab, step)) ? {} : { skipped: 'What the flow waits for has not come.' };
    case 'close':
      return { skipped: 'The film has one tab, and it stays open.' };
    case 'emulateNetworkConditions':
      return { skipped: 'A film loads as fast as it can.' };
    case 'customStep':
      return yield* performCustomStep(emitter, step, context);
  }
}

type CustomStep = Extract<Step, { type: 'customStep' }>;

async function* performCustomStep(
  emitter: FrameEmitter,
  step: CustomStep,
  context: StepContext,
): Frames<StepOutcome> {
  switch (step.name) {
    case 'showreel.camera': {
      if (!emitter.options.zoom.enabled) return { skipped: 'Zooming is switched off.' };
      const { selectors } = step.parameters;
      if (!selectors) return yield* pullBack(emitter, context);
      return yield* closeUp(emitter, step, selectors, context.speed);
    }
    case 'showreel.hold':
      return {};
    case 'showreel.assert':
      await demandAsserted(emitter.tab, step, () => emitter.session.page.url());
      return {};
    case 'showreel.caption': {
      const { text } = step.parameters;
      emitter.caption(text, Math.max(2_000, 1_200 + text.length * 55));
      return {};
    }
    case 'showreel.scroll': {
      const outcome = yield* scrollTo(emitter, step, context);
      // The camera may have begun to move with the page, and take longer.
      yield* emitter.shoot(emitter.cameraLeftMs);
      return outcome;
    }
  }
}

/** Off camera, with a cut. Does nothing where the page is open already. */
async function navigate(emitter: FrameEmitter, url: string): Promise<StepOutcome> {
  if (!isSamePage(emitter.session.page.url(), url)) {
    emitter.noteNavigation();
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

/** @param onlyShown the film shows a press of which the page learns nothing */
async function* click(
  emitter: FrameEmitter,
  speed: number,
  { times = 1, button = 'left', onlyShown = false, afterMs = rippleMs }: Partial<Clicks>,
): Frames {
  for (let clickCount = 1; clickCount <= times; clickCount++) {
    const press = { clickCount, button, onlyShown };
    emitter.pressNext(press);
    yield* emitter.shoot(pressMs);
    emitter.release(press);
    if (clickCount < times) yield* emitter.shoot(betweenClicksMs);
  }
  yield* emitter.shoot(afterMs / speed);
}

interface Clicks extends Pick<Press, 'button' | 'onlyShown'> {
  times: 1 | 2;
  /** How long the film goes on after the last one. */
  afterMs: number;
}

async function* change(
  emitter: FrameEmitter,
  step: Extract<Step, { type: 'change' }>,
  context: StepContext,
): Frames<StepOutcome> {
  const { speed } = context;
  const found = await requireTarget(emitter, step, step.selectors);
  yield* aimAt(emitter, found, { ...context, isFilledIn: true, cameraStillMs: pressMs + rippleMs });
  const kind = await fieldKind(emitter, found.element, step.value);
  if (kind !== 'toggled already' && !context.makeRoom(pressMs + afterPressMs[kind]))
    return { found, skipped: noTimeToPress };
  const field = await holdField(emitter, step, found);
  if (kind !== 'toggled already')
    yield* click(emitter, speed, { onlyShown: kind === 'set', afterMs: afterPressMs[kind] });
  const note = yield* fillIn(emitter, field, { kind, value: step.value, speed });
  return { found, ...(note !== undefined && { note }) };
}

const afterPressMs: Record<FieldKind, number> = {
  typed: beforeKeysMs,
  set: beforeKeysMs,
  toggled: rippleMs,
  'toggled already': 0,
};

async function* playKey(
  emitter: FrameEmitter,
  step: Extract<Step, { type: 'keyDown' | 'keyUp' }>,
  { speed, ahead }: StepContext,
): Frames<StepOutcome> {
  const { keyboard } = emitter.session.page;
  const down = step.type === 'keyDown';
  if (down) {
    emitter.noteInput();
    await showKey(emitter, step.key, ahead);
  } else emitter.keys.up(step.key);
  let unknown = false;
  const pressed = down ? keyboard.down(step.key as KeyInput) : keyboard.up(step.key as KeyInput);
  // Puppeteer refuses an unknown key without asking the browser. Other errors of a key show in the page.
  emitter.input.awaitBeforeFrame(
    pressed.catch((fault: unknown) => {
      unknown = String(fault).includes('Unknown key');
    }),
  );
  yield* emitter.shoot(70 / speed);
  return unknown ? { skipped: 'No keyboard has such a key.' } : {};
}

/** Asks before the key is pressed: a shortcut may move the focus. A touch screen has no keys. */
async function showKey(emitter: FrameEmitter, key: string, ahead: readonly Step[]): Promise<void> {
  const focus = await emitter.tab.ask(keyFocus).catch(nullUnlessFault);
  const next = ahead.slice(0, typingSteps);
  const nextKeys = next.flatMap((step) => (step.type === 'keyDown' ? [step.key] : []));
  const faces = emitter.keys.down(key, emitter.step, { focus: focus ?? 'text', nextKeys });
  if (faces && !emitter.options.viewport.isMobile) emitter.showKeys(faces, keysShownMs);
  // What is typed key by key is text too.
  else if (key.length === 1 && focus !== 'page') emitter.hideCursor();
}

/** Recorder's scroll step: to a position of the page, or of the element that it names. */
async function* scroll(
  emitter: FrameEmitter,
  step: Extract<Step, { type: 'scroll' }>,
  speed: number,
): Frames<StepOutcome> {
  const found = step.selectors ? await findTarget(emitter, step, step.selectors) : null;
  if (step.selectors && !found) return notOnPage;
  // A document in a frame is scrolled at once, as everything in frames.
  if (!step.selectors && (await scrollFrame(emitter.tab, step))) return {};
  const { x, y } = step;
  const to = { ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
  yield* glide(emitter, await planScrollBy(emitter.tab, to, found?.element), speed);
  return found ? { found } : {};
}

/** Our own scroll step: to an element, or to an end of the page. */
async function* scrollTo(
  emitter: FrameEmitter,
  step: Extract<CustomStep, { name: 'showreel.scroll' }>,
  { speed, ahead }: StepContext,
): Frames<StepOutcome> {
  const { selectors, to } = step.parameters;
  if (selectors) {
    const found = await findTarget(emitter, step, selectors);
    if (!found) return notOnPage;
    yield* glideTo(emitter, found.element, speed, !comesCloser(ahead));
    return { found };
  }
  if (to === 'top' || to === 'bottom') yield* glide(emitter, await planScrollBy(emitter.tab, to), speed);
  return {};
}

/** Whether the script moves the camera. */
export const hasCameraSteps = (script: ActionScript) =>
  script.steps.some((step) => step.type === 'customStep' && step.name === 'showreel.camera');

/** Whether the script's last camera step is a close-up. */
export function endsClose(script: ActionScript): boolean {
  const last = script.steps.findLast(
    (step) => step.type === 'customStep' && step.name === 'showreel.camera',
  ) as Extract<CustomStep, { name: 'showreel.camera' }> | undefined;
  return last?.parameters.selectors !== undefined;
}
