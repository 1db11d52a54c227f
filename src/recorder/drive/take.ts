import type { BrowserSession } from '../browser/index.ts';
import { RecordingFault } from '../contract/fault.ts';
import type { ActionScript, Step } from '../contract/script.ts';
import type { StageLayout } from '../contract/stage-layout.ts';
import type { StepLog, TakeFrame, Viewport } from '../contract/take-frame.ts';
import type { LoadOptions } from '../page/load.ts';
import { endsClose, hasCameraSteps, perform, type StepContext, type StepOutcome } from './act/steps.ts';
import type { ZoomSettings } from './camera/camera.ts';
import { promoteSelector } from './element/promote-selector.ts';
import { surveyMotions } from './forecast/survey.ts';
import { FrameEmitter } from './frame-emitter.ts';
import { brokenOff, Journal, outOfTime } from './journal.ts';
import { pace } from './pace/pacing.ts';
import { type FilmLengths, Schedule } from './pace/schedule.ts';
import { nextInTime, placeInFilm, type StepTiming, stepTiming, takesNoTime } from './pace/step-timing.ts';
import { restartAnimations } from './page/restart-animations.ts';

export interface TakeOptions extends FilmLengths {
  viewport: Viewport;
  stage: StageLayout;
  zoom: ZoomSettings;
  /** What clicks in the film: a cursor that is always there, or a finger that comes down on a touch screen. Default cursor. */
  pointer?: 'cursor' | 'finger';
  fps: number;
  /** For navigations in the middle of the script. */
  load: LoadOptions;
  signal?: AbortSignal | undefined;
  /** Called when a step is done, in order; also where the take fails, for the step that failed and all after it. */
  onStep?: ((line: StepLog) => void) | undefined;
}

export interface Snapshot {
  timeMs: number;
  /** Index of the frame. */
  index: number;
  label: string;
  /** The film's subject, sharp and at rest: what stands for the whole film. At most one. */
  isPoster: boolean;
}

export interface Take {
  /** To be read once. Throws the RecordingFault that ends the take. */
  frames: AsyncGenerator<TakeFrame, void, void>;
  /** What is known so far; complete once `frames` has ended, and true of what happened when it has thrown. */
  readonly steps: StepLog[];
  readonly snapshots: Snapshot[];
  /** How many frames there will be. It may grow while the script is played, and not after. */
  readonly frameCount: number;
  /** The script with the selectors first that really found their elements. */
  readonly script: ActionScript;
}

// Pulling back takes 0.7 s and a rest after it; below this length that would be a third of the film.
const leastWideEndingMs = 7_000;
// How long the film rests on the whole stage: the least time in which a viewer reads.
const closingRestMs = 800;

/** Acts `script` out on the page that `session` has loaded. */
export function take(session: BrowserSession, script: ActionScript, options: TakeOptions): Take {
  const snapshots: Snapshot[] = [];
  const healed: ActionScript = structuredClone(script);
  const journal = new Journal(healed.steps, options.onStep);
  const run: Run = { journal, snapshots, script: healed, durationMs: options.durationMs, leftMs: () => 0 };
  return {
    frames: shootAll(session, run, options),
    snapshots,
    script: healed,
    steps: journal.steps,
    get frameCount() {
      return framesIn(run.durationMs, options.fps);
    },
  };
}

interface Run extends Pick<Take, 'snapshots' | 'script'> {
  journal: Journal;
  /** Of the film, as far as is known. */
  durationMs: number;
  /** How much time there is for what is still to come; the film becomes longer for it, as far as it may. */
  leftMs(ahead: StepTiming[]): number;
  /** What the caption on the screen belongs to. */
  captionOf?: string | undefined;
}

async function* shootAll(
  session: BrowserSession,
  run: Run,
  options: TakeOptions,
): AsyncGenerator<TakeFrame, void, void> {
  const { script } = run;
  const { durationMs, fps, leadInMs, zoom } = options;
  const emitter = new FrameEmitter({
    ...options,
    session,
    signal: options.signal,
    pointing: script.steps.some(({ type }) => pointing.has(type)) ? (options.pointer ?? 'cursor') : null,
  });
  const autoZoom = zoom.enabled && !hasCameraSteps(script) && emitter.showsCursor;
  // A film that zooms ends on the whole stage and rests there; a short one has no time for that and ends close.
  const zooms = zoom.enabled && (autoZoom || hasCameraSteps(script));
  const endsWide = (autoZoom || endsClose(script)) && zoom.enabled && durationMs >= leastWideEndingMs;
  emitter.camerasScripted = hasCameraSteps(script);
  await emitter.cut();
  const { steps, endsBack } = await surveyMotions(emitter, script, zooms);
  const timings = placeInFilm(
    script.steps.map((step, i) => ({
      ...stepTiming(step, nextInTime(script.steps, i), steps[i]?.motionMs ?? 0),
      ...steps[i],
    })),
  );
  const pullBackMs = endsWide && !(autoZoom && endsBack) ? zoom.transitionMs + closingRestMs : 0;
  const schedule = new Schedule(timings, options, pullBackMs);
  run.leftMs = (ahead) => {
    const leftMs = schedule.leftMs(ahead, emitter.timeMs);
    run.durationMs = schedule.lengthMs;
    emitter.totalFrames = framesIn(run.durationMs, fps);
    return leftMs;
  };
  // A page that goes elsewhere in this very moment is filmed as it is.
  await session.tab.ask(restartAnimations).catch((fault: unknown) => {
    if (fault instanceof RecordingFault) throw fault;
  });
  emitter.label = 'opening';
  yield* emitter.shoot(leadInMs);
  for (const index of script.steps.keys()) {
    const ahead = timings.slice(index);
    let plan = pace(ahead, run.leftMs(ahead));
    // The steps that are left may take the time that was meant for pulling back.
    if (!plan.fits) plan = pace(ahead, schedule.windowClosesMs - emitter.timeMs);
    if (!plan.fits || (emitter.isFull && !takesNoTime(timings[index]!))) {
      run.journal.skipRest(emitter.timeMs, outOfTime);
      break;
    }
    const context = { speed: plan.speed, autoZoom, ahead: script.steps.slice(index + 1) };
    yield* shootStep(emitter, run, index, context, ahead);
  }
  emitter.label = 'closing';
  if (
    schedule.pullBackMs > 0 &&
    emitter.operator.isZoomed &&
    schedule.windowClosesMs - emitter.timeMs >= zoom.transitionMs
  ) {
    yield* emitter.shoot(schedule.scriptEndMs - emitter.timeMs);
    // Stays close where it came there only just now: the film then ends on what it is about.
    emitter.moveCamera(emitter.operator.wide(emitter.timeMs), zoom.transitionMs);
  }
  yield* emitter.shoot((emitter.totalFrames * 1000) / fps - emitter.timeMs);
}

const framesIn = (durationMs: number, fps: number) => Math.round((durationMs / 1000) * fps);

async function* shootStep(
  emitter: FrameEmitter,
  run: Run,
  index: number,
  context: StepContext,
  ahead: StepTiming[],
): AsyncGenerator<TakeFrame, void, void> {
  const step = run.script.steps[index];
  const [timing] = ahead;
  if (!step || !timing) return;
  const startMs = emitter.timeMs;
  emitter.label = labelOf(step);
  // A caption does not outlast what it speaks of.
  const intent = step.showreel?.intent;
  if (intent !== run.captionOf) emitter.caption('', 0);
  run.captionOf = intent;
  const write = (status: StepLog['status'], selector: string | null, message: string | null) =>
    run.journal.write({ startMs, endMs: emitter.timeMs, status, selector, message });
  let outcome: StepOutcome;
  try {
    outcome = yield* performThrough(emitter, step, context);
    const toCome = [{ ...timing, motionMs: 0, pageMotionMs: 0 }, ...ahead.slice(1)];
    const { restMs } = pace(toCome, run.leftMs(toCome));
    yield* rest(emitter, restMs, step, run);
  } catch (error) {
    const fault = error instanceof RecordingFault ? error : lostPage(error);
    if (fault.kind === 'element_missing') fault.picture = await pictureOf(emitter).catch(() => null);
    write('failed', null, fault.message);
    run.journal.skipRest(emitter.timeMs, brokenOff);
    throw fault;
  }
  const { found, skipped } = outcome;
  if (found?.identity) step.showreel = { ...step.showreel, identity: found.identity };
  const selector = found?.selector ?? null;
  if (skipped !== undefined) return write('skipped', selector, skipped);
  if (!found?.healed) return write('ok', selector, null);
  promoteSelector(step, found);
  write('healed', selector, found.message ?? `Found by another selector than the first: ${found.selector}`);
}

/** The whole page as it is, in no frame of the film. */
async function pictureOf({ tab }: FrameEmitter): Promise<Uint8Array | null> {
  tab.clock.cut();
  return (await tab.clock.frame(tab.screen.whole))?.jpeg ?? null;
}

const lostPage = (cause: unknown) =>
  new RecordingFault('browser', 'The browser broke off in the middle of a step.', { retryable: true, cause });

/** A page that goes elsewhere by itself takes the elements with it: the step begins again on the new one, once. */
async function* performThrough(
  emitter: FrameEmitter,
  step: Step,
  context: StepContext,
): AsyncGenerator<TakeFrame, StepOutcome, void> {
  try {
    return yield* perform(emitter, step, context);
  } catch (fault) {
    if (fault instanceof RecordingFault) throw fault;
    emitter.session.tab.log.info({ err: fault, step: step.type }, 'the page changed during a step');
    await emitter.changeScene();
    return yield* perform(emitter, step, context);
  }
}

async function* rest(
  emitter: FrameEmitter,
  durationMs: number,
  step: Step,
  run: Run,
): AsyncGenerator<TakeFrame, void, void> {
  // Late in a rest that is long enough to read: what faded in meanwhile is there, and the picture is sharp.
  if (durationMs >= 400) {
    const timeMs = emitter.timeMs + durationMs * 0.7;
    const index = Math.min(emitter.totalFrames - 1, Math.round((timeMs / 1000) * emitter.options.fps));
    const isPoster = step.showreel?.subject === true && !run.snapshots.some((known) => known.isPoster);
    const label = step.showreel?.intent ?? emitter.label;
    run.snapshots.push({ timeMs: (index * 1000) / emitter.options.fps, index, label, isPoster });
  }
  yield* emitter.shoot(durationMs);
}

const pointing = new Set<Step['type']>(['click', 'doubleClick', 'hover', 'change']);

function labelOf(step: Step): string {
  const name = step.type === 'customStep' ? step.name.replace('showreel.', '') : step.type;
  const what = step.showreel?.intent ?? step.showreel?.name;
  return what ? `${name}: ${what}` : name;
}
