import type { BrowserSession } from '../browser/index.ts';
import { RecordingFault } from '../fault.ts';
import type { LoadOptions } from '../load.ts';
import type { ActionScript, Selectors, Step } from '../script.ts';
import type { Stage } from '../stage.ts';
import type { StepLog, TakeFrame, Viewport } from '../take.ts';
import type { ZoomSettings } from './camera.ts';
import { Film } from './film.ts';
import { type Beat, beatOf, pace } from './pacing.ts';
import { hasCameraSteps, type Outcome, perform, type StepContext } from './steps.ts';
import { surveyMotions } from './survey.ts';

export interface TakeOptions {
  viewport: Viewport;
  stage: Stage;
  zoom: ZoomSettings;
  /** Length of the film; it has exactly round(durationMs / 1000 * fps) frames. */
  durationMs: number;
  fps: number;
  /** Nothing happens in the first and last so many ms: window animation and fades have them to themselves. */
  leadInMs: number;
  leadOutMs: number;
  /** For navigations in the middle of the script. */
  load: LoadOptions;
  signal?: AbortSignal | undefined;
  /** Called when a step is done, in order. */
  onStep?: (log: StepLog) => void;
}

export interface Snapshot {
  timeMs: number;
  /** Index of the frame. */
  index: number;
  label: string;
}

export interface Take {
  /** To be read once. Throws the RecordingFault that ends the take. */
  frames: AsyncGenerator<TakeFrame, void, void>;
  /** What is known so far; complete once `frames` has ended, and true of what happened when it has thrown. */
  readonly steps: StepLog[];
  readonly snapshots: Snapshot[];
  /** The script with the selectors first that really found their elements. */
  readonly script: ActionScript;
}

/** Acts `script` out on the page that `session` has loaded. */
export function take(session: BrowserSession, script: ActionScript, options: TakeOptions): Take {
  const steps: StepLog[] = [];
  const snapshots: Snapshot[] = [];
  const healed: ActionScript = structuredClone(script);
  const run = { steps, snapshots, script: healed };
  return { frames: shootAll(session, run, options), ...run };
}

type Run = Pick<Take, 'steps' | 'snapshots' | 'script'>;

async function* shootAll(
  session: BrowserSession,
  run: Run,
  options: TakeOptions,
): AsyncGenerator<TakeFrame, void, void> {
  const { script } = run;
  const { durationMs, fps, leadInMs, leadOutMs, zoom } = options;
  const film = new Film({
    ...options,
    session,
    signal: options.signal,
    showCursor: script.steps.some(({ type }) => pointing.has(type)),
  });
  const autoZoom = zoom.enabled && !hasCameraSteps(script) && film.showsCursor;
  const endMs = Math.max(leadInMs, durationMs - leadOutMs);
  // A film that zooms ends on the whole stage, and needs the time to get there.
  const zooms = zoom.enabled && (autoZoom || hasCameraSteps(script));
  const lastMs = endMs - (zooms ? zoom.transitionMs : 0);
  await film.cut();
  const motions = await surveyMotions(film, script, zooms);
  const beats = script.steps.map((step, i) => beatOf(step, script.steps[i + 1], motions[i] ?? 0));
  film.label = 'opening';
  yield* film.shoot(leadInMs);
  for (const index of script.steps.keys()) {
    const ahead = beats.slice(index);
    const plan = pace(ahead, lastMs - film.timeMs);
    if (!plan.fits || film.isFull) {
      skipFrom(run, index, film.timeMs, options);
      break;
    }
    const context = { speed: plan.speed, autoZoom, ahead: script.steps.slice(index + 1) };
    yield* shootStep(film, run, index, context, ahead, lastMs, options);
  }
  film.label = 'closing';
  if (film.operator.isZoomed && endMs > film.timeMs) {
    yield* film.shoot(lastMs - film.timeMs);
    film.moveCamera(film.operator.end(), zoom.transitionMs);
  }
  yield* film.shoot((film.totalFrames * 1000) / fps - film.timeMs);
}

async function* shootStep(
  film: Film,
  run: Run,
  index: number,
  context: StepContext,
  ahead: Beat[],
  lastMs: number,
  options: TakeOptions,
): AsyncGenerator<TakeFrame, void, void> {
  const step = run.script.steps[index];
  const [beat] = ahead;
  if (!step || !beat) return;
  const startMs = film.timeMs;
  film.label = labelOf(step);
  const log = (status: StepLog['status'], outcome: Outcome, message: string | null) => {
    const line: StepLog = {
      step: index,
      type: step.type === 'customStep' ? step.name : step.type,
      intent: step.showreel?.intent ?? null,
      startMs: Math.round(startMs),
      endMs: Math.round(film.timeMs),
      status,
      selector: outcome.found?.selector ?? null,
      message,
    };
    run.steps.push(line);
    options.onStep?.(line);
  };
  let outcome: Outcome;
  try {
    outcome = yield* performThrough(film, step, context);
    const restMs = pace([{ ...beat, motionMs: 0 }, ...ahead.slice(1)], lastMs - film.timeMs).restMs;
    yield* rest(film, restMs, run);
  } catch (error) {
    const fault = error instanceof RecordingFault ? error : brokenOff(error);
    log('failed', {}, fault.message);
    throw fault;
  }
  if (outcome.skipped !== undefined) return log('skipped', outcome, outcome.skipped);
  const { found } = outcome;
  if (!found?.healed) return log('ok', outcome, null);
  preferWinner(step, found.winner, found.selector);
  log('healed', outcome, `Found by another selector than the first: ${found.selector}`);
}

const brokenOff = (cause: unknown) =>
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

async function* rest(film: Film, restMs: number, run: Run): AsyncGenerator<TakeFrame, void, void> {
  // The middle of a rest long enough to read is a picture worth keeping.
  if (restMs >= 400) {
    const timeMs = film.timeMs + restMs / 2;
    const index = Math.min(film.totalFrames - 1, Math.round((timeMs / 1000) * film.options.fps));
    run.snapshots.push({ timeMs: (index * 1000) / film.options.fps, index, label: film.label });
  }
  yield* film.shoot(restMs);
}

function skipFrom(run: Run, from: number, timeMs: number, options: TakeOptions): void {
  for (const [offset, step] of run.script.steps.slice(from).entries()) {
    const line: StepLog = {
      step: from + offset,
      type: step.type === 'customStep' ? step.name : step.type,
      intent: step.showreel?.intent ?? null,
      startMs: Math.round(timeMs),
      endMs: Math.round(timeMs),
      status: 'skipped',
      selector: null,
      message: 'There was no time left for this step.',
    };
    run.steps.push(line);
    options.onStep?.(line);
  }
}

const pointing = new Set<Step['type']>(['click', 'doubleClick', 'hover', 'change']);

function selectorsOf(step: Step): Selectors | undefined {
  if (step.type === 'customStep') return step.parameters.selectors;
  return 'selectors' in step ? step.selectors : undefined;
}

function preferWinner(step: Step, winner: number | null, selector: string): void {
  const selectors = selectorsOf(step);
  if (!selectors) return;
  const [best = selector] = winner === null ? [selector] : selectors.splice(winner, 1);
  selectors.unshift(best);
}

function labelOf(step: Step): string {
  const name = step.type === 'customStep' ? step.name.replace('showreel.', '') : step.type;
  const what = step.showreel?.intent ?? step.showreel?.name;
  return what ? `${name}: ${what}` : name;
}
