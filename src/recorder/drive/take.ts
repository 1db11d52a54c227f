import type { BrowserSession } from '../browser/index.ts';
import { RecordingFault } from '../contract/fault.ts';
import type { ActionScript, Step } from '../contract/script.ts';
import type { Stage } from '../contract/stage-layout.ts';
import type { StepLog, TakeFrame, Viewport } from '../contract/take-frame.ts';
import type { LoadOptions } from '../page/load.ts';
import { endsClose, hasCameraSteps, type Outcome, perform, type StepContext } from './act/steps.ts';
import type { ZoomSettings } from './camera/camera.ts';
import { preferWinner } from './element/promote-selector.ts';
import { surveyMotions } from './forecast/survey.ts';
import { Film } from './frame-emitter.ts';
import { brokenOff, Journal, outOfTime } from './journal.ts';
import { type Beat, beatOf, framed, nextInTime, pace, takesNoTime } from './pace/pacing.ts';
import { type FilmLengths, Schedule } from './pace/schedule.ts';
import { restartLoops } from './page/restart-animations.ts';

export interface TakeOptions extends FilmLengths {
  viewport: Viewport;
  stage: Stage;
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
// The least that lets a viewer read.
const restMs = 800;

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
  leftMs(ahead: Beat[]): number;
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
  const film = new Film({
    ...options,
    session,
    signal: options.signal,
    pointing: script.steps.some(({ type }) => pointing.has(type)) ? (options.pointer ?? 'cursor') : null,
  });
  const autoZoom = zoom.enabled && !hasCameraSteps(script) && film.showsCursor;
  // A film that zooms ends on the whole stage and rests there; a short one has no time for that and ends close.
  const zooms = zoom.enabled && (autoZoom || hasCameraSteps(script));
  const endsWide = (autoZoom || endsClose(script)) && zoom.enabled && durationMs >= leastWideEndingMs;
  film.camerasScripted = hasCameraSteps(script);
  await film.cut();
  const { steps, endsBack } = await surveyMotions(film, script, zooms);
  const beats = framed(
    script.steps.map((step, i) => ({
      ...beatOf(step, nextInTime(script.steps, i), steps[i]?.motionMs ?? 0),
      ...steps[i],
    })),
  );
  const wideMs = endsWide && !(autoZoom && endsBack) ? zoom.transitionMs + restMs : 0;
  const schedule = new Schedule(beats, options, wideMs);
  run.leftMs = (ahead) => {
    const leftMs = schedule.leftMs(ahead, film.timeMs);
    run.durationMs = schedule.lengthMs;
    film.totalFrames = framesIn(run.durationMs, fps);
    return leftMs;
  };
  // A page that goes elsewhere in this very moment is filmed as it is.
  await session.tab.ask(restartLoops).catch((fault: unknown) => {
    if (fault instanceof RecordingFault) throw fault;
  });
  film.label = 'opening';
  yield* film.shoot(leadInMs);
  for (const index of script.steps.keys()) {
    const ahead = beats.slice(index);
    let plan = pace(ahead, run.leftMs(ahead));
    // The way back gives way to what the script still does.
    if (!plan.fits) plan = pace(ahead, schedule.endMs - film.timeMs);
    if (!plan.fits || (film.isFull && !takesNoTime(beats[index]!))) {
      run.journal.skipRest(film.timeMs, outOfTime);
      break;
    }
    const context = { speed: plan.speed, autoZoom, ahead: script.steps.slice(index + 1) };
    yield* shootStep(film, run, index, context, ahead);
  }
  film.label = 'closing';
  if (schedule.wideMs > 0 && film.operator.isZoomed && schedule.endMs - film.timeMs >= zoom.transitionMs) {
    yield* film.shoot(schedule.lastMs - film.timeMs);
    // Stays close where it came there only just now: the film then ends on what it is about.
    film.moveCamera(film.operator.wide(film.timeMs), zoom.transitionMs);
  }
  yield* film.shoot((film.totalFrames * 1000) / fps - film.timeMs);
}

const framesIn = (durationMs: number, fps: number) => Math.round((durationMs / 1000) * fps);

async function* shootStep(
  film: Film,
  run: Run,
  index: number,
  context: StepContext,
  ahead: Beat[],
): AsyncGenerator<TakeFrame, void, void> {
  const step = run.script.steps[index];
  const [beat] = ahead;
  if (!step || !beat) return;
  const startMs = film.timeMs;
  film.label = labelOf(step);
  // A caption does not outlast what it speaks of.
  const intent = step.showreel?.intent;
  if (intent !== run.captionOf) film.caption('', 0);
  run.captionOf = intent;
  const write = (status: StepLog['status'], selector: string | null, message: string | null) =>
    run.journal.write({ startMs, endMs: film.timeMs, status, selector, message });
  let outcome: Outcome;
  try {
    outcome = yield* performThrough(film, step, context);
    const toCome = [{ ...beat, motionMs: 0, ownMs: 0 }, ...ahead.slice(1)];
    const { restMs } = pace(toCome, run.leftMs(toCome));
    yield* rest(film, restMs, step, run);
  } catch (error) {
    const fault = error instanceof RecordingFault ? error : lostPage(error);
    if (fault.kind === 'element_missing') fault.picture = await pictureOf(film).catch(() => null);
    write('failed', null, fault.message);
    run.journal.skipRest(film.timeMs, brokenOff);
    throw fault;
  }
  const { found, skipped } = outcome;
  if (found?.identity) step.showreel = { ...step.showreel, identity: found.identity };
  const selector = found?.selector ?? null;
  if (skipped !== undefined) return write('skipped', selector, skipped);
  if (!found?.healed) return write('ok', selector, null);
  preferWinner(step, found);
  write('healed', selector, found.message ?? `Found by another selector than the first: ${found.selector}`);
}

/** The whole page as it is, in no frame of the film. */
async function pictureOf({ tab }: Film): Promise<Uint8Array | null> {
  tab.clock.cut();
  return (await tab.clock.frame(tab.screen.whole))?.jpeg ?? null;
}

const lostPage = (cause: unknown) =>
  new RecordingFault('browser', 'The browser broke off in the middle of a step.', { retryable: true, cause });

/** A page that goes elsewhere by itself takes the elements with it: the step begins again on the new one, once. */
async function* performThrough(
  film: Film,
  step: Step,
  context: StepContext,
): AsyncGenerator<TakeFrame, Outcome, void> {
  try {
    return yield* perform(film, step, context);
  } catch (fault) {
    if (fault instanceof RecordingFault) throw fault;
    film.session.tab.log.info({ err: fault, step: step.type }, 'the page changed during a step');
    await film.changeScene();
    return yield* perform(film, step, context);
  }
}

async function* rest(
  film: Film,
  durationMs: number,
  step: Step,
  run: Run,
): AsyncGenerator<TakeFrame, void, void> {
  // Late in a rest that is long enough to read: what faded in meanwhile is there, and the picture is sharp.
  if (durationMs >= 400) {
    const timeMs = film.timeMs + durationMs * 0.7;
    const index = Math.min(film.totalFrames - 1, Math.round((timeMs / 1000) * film.options.fps));
    const isPoster = step.showreel?.subject === true && !run.snapshots.some((known) => known.isPoster);
    const label = step.showreel?.intent ?? film.label;
    run.snapshots.push({ timeMs: (index * 1000) / film.options.fps, index, label, isPoster });
  }
  yield* film.shoot(durationMs);
}

const pointing = new Set<Step['type']>(['click', 'doubleClick', 'hover', 'change']);

function labelOf(step: Step): string {
  const name = step.type === 'customStep' ? step.name.replace('showreel.', '') : step.type;
  const what = step.showreel?.intent ?? step.showreel?.name;
  return what ? `${name}: ${what}` : name;
}
