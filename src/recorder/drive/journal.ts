import type { Step } from '../contract/script.ts';
import type { StepLog } from '../contract/take-frame.ts';

export const outOfTime = 'There was no time left for this step.';
export const brokenOff = 'The recording ended before this step.';

/** The recording log of one take: a line for each step, in the order of the script. Each line is reported as soon as it is known. */
export class Journal {
  readonly steps: StepLog[] = [];
  readonly #script: readonly Step[];
  readonly #onStep: (line: StepLog) => void;

  constructor(script: readonly Step[], onStep: (line: StepLog) => void = () => undefined) {
    this.#script = script;
    this.#onStep = onStep;
  }

  /** Writes the line of the next step. Times are the film's, in ms. */
  write(line: Pick<StepLog, 'startMs' | 'endMs' | 'status' | 'selector' | 'message'>): void {
    const index = this.steps.length;
    const step = this.#script[index];
    if (!step) return;
    const whole: StepLog = {
      step: index,
      type: step.type === 'customStep' ? step.name : step.type,
      intent: step.showreel?.intent ?? null,
      ...line,
      startMs: Math.round(line.startMs),
      endMs: Math.round(line.endMs),
    };
    this.steps.push(whole);
    this.#onStep(whole);
  }

  /** Takes back the lines from a step on: the script does not have it any more. */
  forget(from: number): void {
    this.steps.splice(from);
  }

  /** Writes a line for each step that is left: it was not played, and `message` says why. */
  skipRest(timeMs: number, message: string): void {
    while (this.steps.length < this.#script.length)
      this.write({ startMs: timeMs, endMs: timeMs, status: 'skipped', selector: null, message });
  }
}
