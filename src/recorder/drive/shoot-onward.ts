import { within } from '../browser/index.ts';
import { RecordingFault } from '../contract/fault.ts';
import type { Filmed, GoOn, NextSteps } from '../contract/go-on.ts';
import type { Step } from '../contract/script.ts';
import { flowLimits } from '../contract/user-flow.ts';
import { timingsOf } from './forecast/plan-time.ts';
import type { FrameEmitter, Frames } from './frame-emitter.ts';
import { leastMs, pace } from './pace/pacing.ts';
import type { StepTiming } from './pace/step-timing.ts';
import { type Run, shootStep } from './shoot-step.ts';

/** What looks at the page may take as long. The film waits for it, off camera. */
const answerMs = 20_000;

const noTime: Filmed['ended'] = { because: 'time' };

/** These end the film, whatever it was about to do. */
const fatal = new Set<RecordingFault['kind']>(['cancelled', 'page_crashed', 'browser', 'encoder']);

/**
 * Time that is kept for steps that are not known yet, at normal speed. It is given up before any step is. Of the time that a film has to
 * spare, they get as much as other steps do: one rest for each second.
 */
export const reserved = (ms: number): StepTiming[] =>
  ms > 0 ? [{ motionMs: 0, pageMotionMs: ms, rest: { minMs: 0, weight: ms / 1000 }, explicit: false }] : [];

/**
 * Films what the page turns out to offer when the script is over, a few steps at a time. A film is never lost here: where a step cannot be
 * performed, or there is no time for one, the film ends with what was done.
 */
export async function* shootOnward(
  emitter: FrameEmitter,
  run: Run,
  goOn: GoOn,
  { autoZoom, isOver }: { autoZoom: boolean; isOver: boolean },
): Frames {
  let filmed: Filmed = { wrote: false, ended: isOver ? noTime : null };
  for (;;) {
    const next = await ask(emitter, goOn, filmed);
    if (!next || filmed.ended !== null) return;
    const from = run.script.steps.length;
    const ended = yield* shootNext(emitter, run, next, autoZoom);
    filmed = { wrote: [...emitter.writingSteps].some((step) => step >= from), ended };
  }
}

async function ask(emitter: FrameEmitter, goOn: GoOn, filmed: Filmed): Promise<NextSteps | null> {
  const { clock, log } = emitter.tab;
  const answer = within(goOn.next(filmed), answerMs, 'It was not found out in time how the film goes on.');
  return clock.freeze(answer).catch((err: unknown) => {
    if (err instanceof RecordingFault && fatal.has(err.kind)) throw err;
    log.warn({ err }, 'the film ends with what its script says');
    return null;
  });
}

/** @returns why the film ends here, or null where it goes on */
async function* shootNext(
  emitter: FrameEmitter,
  run: Run,
  { steps, reserveMs }: NextSteps,
  autoZoom: boolean,
): Frames<Filmed['ended']> {
  const { script } = run;
  const timings = await timingsOf(emitter, { ...script, steps }, autoZoom);
  const isLong = script.steps.length + steps.length > flowLimits.steps;
  if (isLong || run.leftMs([...timings, ...reserved(reserveMs)]) < leastMs(timings)) return noTime;
  const from = script.steps.length;
  script.steps.push(...steps);
  run.timings.push(...timings);
  for (const [at, timing] of timings.entries()) {
    const ahead = [timing, ...timings.slice(at + 1), ...reserved(reserveMs)];
    const { speed } = pace(ahead, run.leftMs(ahead));
    const context = { speed, autoZoom, ahead: steps.slice(at + 1) };
    try {
      yield* shootStep(emitter, run, from + at, context, ahead);
    } catch (fault) {
      if (!(fault instanceof RecordingFault) || fatal.has(fault.kind)) throw fault;
      leaveOut(emitter, run, from + at);
      return { because: 'fault', message: fault.message };
    }
  }
  return null;
}

/** A step that cannot be performed is no part of the script, so that the script can be played again. */
function leaveOut(emitter: FrameEmitter, { script, journal, timings }: Run, from: number): void {
  const left: Step[] = script.steps.splice(from);
  timings.splice(from);
  journal.forget(from);
  emitter.tab.log.info({ steps: left.length }, 'the film ends before steps that were found while filming');
  if (emitter.document.isLeaving) emitter.document.standStill();
}
