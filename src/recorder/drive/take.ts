import type { BrowserSession } from '../browser/index.ts';
import { RecordingFault } from '../contract/fault.ts';
import type { GoOn } from '../contract/go-on.ts';
import type { ActionScript, Step } from '../contract/script.ts';
import type { StageLayout } from '../contract/stage-layout.ts';
import type { StepLog, TakeFrame, Viewport } from '../contract/take-frame.ts';
import type { LoadOptions } from '../page/load.ts';
import { hasCameraSteps } from './act/steps.ts';
import type { ZoomSettings } from './camera/camera.ts';
import { planTime } from './forecast/plan-time.ts';
import { FrameEmitter, type Frames } from './frame-emitter.ts';
import { Journal, outOfTime } from './journal.ts';
import { pace } from './pace/pacing.ts';
import type { FilmLengths, Schedule } from './pace/schedule.ts';
import { type Speech, withSpeech } from './pace/speech.ts';
import { type StepTiming, takesNoTime } from './pace/step-timing.ts';
import { restartAnimations } from './page/restart-animations.ts';
import { restAlive } from './rest/live-rest.ts';
import { reserved, shootOnward } from './shoot-onward.ts';
import { type Run, type Snapshot, shootStep } from './shoot-step.ts';

export interface TakeOptions extends FilmLengths {
  viewport: Viewport;
  stage: StageLayout;
  zoom: ZoomSettings;
  /** What points in the film: a cursor that is visible except while text is typed (the default), or a finger that touches the screen. */
  pointer?: 'cursor' | 'finger';
  fps: number;
  /** Stands in the window's bar in place of an address that nobody can open. */
  siteName?: string | undefined;
  /** For navigations in the middle of the script. */
  load: LoadOptions;
  signal?: AbortSignal | undefined;
  /** What the film does when its script is over. Without it, it ends. */
  goOn?: GoOn | undefined;
  /** What is said while the steps are shown. */
  speech?: readonly Speech[] | undefined;
  /** Off camera: awaited after each step that does something to the page. The page's time may pass in it. */
  afterAct?: (() => Promise<void>) | undefined;
  /** Called with the log line of each step in order, when the step is done. If the take fails, all lines that are left follow. */
  onStep?: ((line: StepLog) => void) | undefined;
}

export interface Take {
  /** The frames, to be read once. Throws the RecordingFault that ends the take. */
  frames: AsyncGenerator<TakeFrame, void, void>;
  /** The log lines so far. They are complete when `frames` has ended or thrown. */
  readonly steps: StepLog[];
  readonly snapshots: Snapshot[];
  /** How many frames there will be. The number may grow until the script is over. */
  readonly frameCount: number;
  /** What each step was expected to take before the film began; empty until then. */
  readonly timings: StepTiming[];
  /** The script in which the selectors that found their elements stand first. */
  readonly script: ActionScript;
}

/** Acts `script` out on the page that `session` has loaded. */
export function take(session: BrowserSession, script: ActionScript, options: TakeOptions): Take {
  const snapshots: Snapshot[] = [];
  const healed: ActionScript = structuredClone(script);
  const journal = new Journal(healed.steps, options.onStep);
  const run: Run = {
    journal,
    snapshots,
    script: healed,
    timings: [],
    durationMs: options.durationMs,
    leftMs: () => 0,
    rests: {},
  };
  return {
    frames: shootAll(session, run, options),
    snapshots,
    script: healed,
    steps: journal.steps,
    get timings() {
      return run.timings;
    },
    get frameCount() {
      return framesIn(run.durationMs, options.fps);
    },
  };
}

async function* shootAll(session: BrowserSession, run: Run, options: TakeOptions): Frames {
  const points = options.goOn !== undefined || run.script.steps.some(({ type }) => pointingSteps.has(type));
  const emitter = new FrameEmitter({
    ...options,
    session,
    signal: options.signal,
    pointer: points ? (options.pointer ?? 'cursor') : null,
    mayEnterCursor: options.pointer !== 'finger',
  });
  try {
    yield* shootScript(emitter, run, options, points);
    noteWrites(run, emitter.writingSteps);
  } finally {
    emitter.end();
  }
}

async function* shootScript(emitter: FrameEmitter, run: Run, options: TakeOptions, points: boolean): Frames {
  const { script } = run;
  const { fps, leadInMs, zoom, goOn } = options;
  emitter.hasCameraSteps = hasCameraSteps(script);
  const autoZoom = zoom.enabled && !emitter.hasCameraSteps && points;
  await emitter.cut();
  const kept = reserved(goOn?.reserveMs ?? 0);
  const { timings, granted, schedule } = await planTime(emitter, script, options, autoZoom, kept);
  run.timings = timings;
  run.leftMs = (ahead) => {
    const leftMs = schedule.leftMs(ahead, emitter.timeMs);
    run.durationMs = schedule.lengthMs;
    emitter.totalFrames = framesIn(run.durationMs, fps);
    return leftMs;
  };
  // Animations count from the frame that was drawn last. On a busy machine that was some while ago, and films of one page differed by it.
  await emitter.tab.clock.drawNow();
  // A page that is navigating at this moment cannot answer. It is filmed as it is.
  await emitter.tab.ask(restartAnimations).catch((fault: unknown) => {
    if (fault instanceof RecordingFault) throw fault;
  });
  emitter.label = 'opening';
  yield* emitter.shoot(leadInMs);
  let isOver = false;
  let startedMs = 0;
  for (const index of script.steps.keys()) {
    if (granted.some(({ from }) => from === index)) startedMs = emitter.timeMs;
    const now = { index, passedMs: emitter.timeMs - startedMs };
    const ahead = [...withSpeech(timings, granted, now).slice(index), ...kept];
    let plan = pace(ahead, run.leftMs(ahead));
    // The steps that are left may take the time that was meant for pulling back.
    if (!plan.fits) plan = pace(ahead, schedule.windowClosesMs - emitter.timeMs);
    if (!plan.fits || (emitter.isFull && !takesNoTime(timings[index]!))) {
      run.journal.skipRest(emitter.timeMs, outOfTime);
      isOver = true;
      break;
    }
    const context = { speed: plan.speed, autoZoom, ahead: script.steps.slice(index + 1) };
    yield* shootStep(emitter, run, index, context, ahead);
  }
  if (goOn) yield* shootOnward(emitter, run, goOn, { autoZoom, isOver });
  emitter.label = 'closing';
  yield* shootEnding(emitter, schedule);
}

/** A step that was not played keeps what an earlier film found out of it. */
function noteWrites({ script, journal }: Run, writing: ReadonlySet<number>): void {
  for (const { step: index, status } of journal.steps) {
    const step = script.steps[index];
    if (!step || status === 'skipped') continue;
    const { writes: _, ...note } = step.showreel ?? {};
    if (writing.has(index)) step.showreel = { ...note, writes: true };
    else if (step.showreel) step.showreel = note;
  }
}

async function* shootEnding(emitter: FrameEmitter, schedule: Schedule): Frames {
  const { fps, zoom } = emitter.options;
  const leftMs = schedule.windowClosesMs - emitter.timeMs;
  const pullsBack = schedule.pullBackMs > 0 && emitter.operator.isZoomed && !emitter.document.standsStill;
  if (pullsBack && leftMs >= zoom.transitionMs) {
    yield* restAlive(emitter, schedule.scriptEndMs - emitter.timeMs, {});
    // The operator keeps the camera close where it came there only just before. The film then ends on what it is about.
    emitter.moveCamera(emitter.operator.wide(emitter.timeMs), zoom.transitionMs);
    yield* emitter.shoot(zoom.transitionMs);
  }
  yield* restAlive(emitter, schedule.windowClosesMs - emitter.timeMs, {});
  yield* emitter.shoot((emitter.totalFrames * 1000) / fps - emitter.timeMs);
}

const framesIn = (durationMs: number, fps: number) => Math.round((durationMs / 1000) * fps);

const pointingSteps = new Set<Step['type']>(['click', 'doubleClick', 'hover', 'change']);
