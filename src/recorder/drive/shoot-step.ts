import { RecordingFault } from '../contract/fault.ts';
import type { ActionScript, Step } from '../contract/script.ts';
import type { StepLog } from '../contract/take-frame.ts';
import type { StepContext, StepOutcome } from './act/step-context.ts';
import { perform } from './act/steps.ts';
import { promoteSelector } from './element/promote-selector.ts';
import type { FrameEmitter, Frames } from './frame-emitter.ts';
import { brokenOff, type Journal } from './journal.ts';
import { pace } from './pace/pacing.ts';
import type { StepTiming } from './pace/step-timing.ts';
import { pressMs } from './pace/timing.ts';
import { planRest } from './rest/beats.ts';
import { readWords } from './rest/changed-lines.ts';
import { restBy } from './rest/live-rest.ts';
import {
  changesPage,
  type FilmSubject,
  type RestSubject,
  showsResult,
  subjectAfter,
} from './rest/rest-subject.ts';

/** A moment of the film that is kept as a picture. */
export interface Snapshot {
  timeMs: number;
  /** Index of the frame. */
  index: number;
  label: string;
  /** The picture shows the film's subject and stands for the whole film. At most one snapshot of a take does. */
  isPoster: boolean;
}

/** What the steps of one take share. */
export interface Run {
  journal: Journal;
  snapshots: Snapshot[];
  script: ActionScript;
  timings: StepTiming[];
  /** The film's length, as far as it is known. */
  durationMs: number;
  /** How much time is left for the steps of `ahead`. The film grows for them, as far as it may. */
  leftMs(ahead: StepTiming[]): number;
  /** The intent of the step whose caption is shown. */
  captionOf?: string | undefined;
  /** What its rests are about. */
  rests: FilmSubject;
}

/** Performs one step, rests after it, and writes its line of the log. */
export async function* shootStep(
  emitter: FrameEmitter,
  run: Run,
  index: number,
  around: Omit<StepContext, 'makeRoom'>,
  ahead: StepTiming[],
): Frames {
  const step = run.script.steps[index];
  const [timing] = ahead;
  if (!step || !timing) return;
  const makeRoom = (neededMs: number) => {
    run.leftMs([{ ...timing, motionMs: neededMs }, ...ahead.slice(1)]);
    return emitter.leftMs >= Math.min(neededMs, pressMs);
  };
  const context = { ...around, makeRoom };
  const startMs = emitter.timeMs;
  emitter.label = labelOf(step);
  emitter.step = index;
  if (!staysThere(step)) emitter.target = null;
  // A caption goes when the film comes to something else than what the caption speaks of.
  const intent = step.showreel?.intent;
  if (intent !== run.captionOf) emitter.caption('', 0);
  run.captionOf = intent;
  const write = (status: StepLog['status'], selector: string | null, message: string | null) =>
    run.journal.write({ startMs, endMs: emitter.timeMs, status, selector, message });
  let outcome: StepOutcome;
  if (changesPage.has(step.type)) run.rests.before = await readWords(emitter.tab);
  else if (!staysThere(step)) run.rests.before = null;
  try {
    outcome = yield* performWithRetry(emitter, step, context);
    if (changesPage.has(step.type)) await emitter.options.afterAct?.();
    const toCome = [{ ...timing, motionMs: 0, pageMotionMs: 0 }, ...ahead.slice(1)];
    const { restMs } = pace(toCome, run.leftMs(toCome));
    const subject = subjectAfter(step, outcome.found, run.rests);
    yield* rest(emitter, restMs, {
      step,
      run,
      subject: { ...subject, before: showsResult(emitter, context) ? run.rests.before : null },
    });
  } catch (error) {
    const fault = error instanceof RecordingFault ? error : brokenBrowser(error);
    if (/^(?:element_missing|assert_failed)$/.test(fault.kind))
      fault.picture = await pictureOf(emitter).catch(() => null);
    write('failed', null, fault.message);
    run.journal.skipRest(emitter.timeMs, brokenOff);
    throw fault;
  }
  const { found, note, skipped } = outcome;
  if (found?.identity) step.showreel = { ...step.showreel, identity: found.identity };
  const selector = found?.selector ?? null;
  if (skipped !== undefined) return write('skipped', selector, skipped);
  if (!found?.healed) return write('ok', selector, note ?? null);
  promoteSelector(step, found);
  const how = found.message ?? `Not found by the first selector, but by ${found.selector}`;
  write('healed', selector, note === undefined ? how : `${how} ${note}`);
}

/** A page that navigates by itself during a step takes the step's element with it. The step is performed once more on the new page. */
async function* performWithRetry(
  emitter: FrameEmitter,
  step: Step,
  context: StepContext,
): Frames<StepOutcome> {
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
  { step, run, subject }: { step: Step; run: Run; subject: RestSubject },
): Frames {
  const plan = planRest(durationMs, emitter.stoodMs);
  // A snapshot is taken late in a rest that is long enough, and before anything is explored: what has faded in is visible then, and
  // the picture is sharp.
  if (durationMs >= 400) {
    const timeMs = emitter.timeMs + Math.min(durationMs * 0.7, Math.max(plan.firstMs * 0.9, 200));
    const index = Math.min(emitter.totalFrames - 1, Math.round((timeMs / 1000) * emitter.options.fps));
    const isPoster = step.showreel?.subject === true && !run.snapshots.some((known) => known.isPoster);
    const label = step.showreel?.intent ?? emitter.label;
    run.snapshots.push({ timeMs: (index * 1000) / emitter.options.fps, index, label, isPoster });
  }
  yield* restBy(emitter, plan, subject);
}

/** Whether the step leaves page and camera where they are. */
const staysThere = (step: Step) =>
  /^(?:key|waitFor)/.test(step.type) ||
  (step.type === 'customStep' && /^showreel\.(?:hold|caption|assert)$/.test(step.name));

/** A picture of the page as it is now. It is not in the film. */
async function pictureOf({ tab }: FrameEmitter): Promise<Uint8Array | null> {
  tab.clock.cut();
  return (await tab.clock.frame(tab.screen.whole))?.jpeg ?? null;
}

const brokenBrowser = (cause: unknown) =>
  new RecordingFault('browser', 'The browser broke off in the middle of a step.', { retryable: true, cause });

function labelOf(step: Step): string {
  const name = step.type === 'customStep' ? step.name.replace('showreel.', '') : step.type;
  const what = step.showreel?.intent ?? step.showreel?.name;
  return what ? `${name}: ${what}` : name;
}
