import type { Step } from '../../contract/script.ts';
import { actionRestMs, readingMs } from '../../contract/timing.ts';

/**
 * What a step costs in time: its movements, and the rest after it, in which the viewer reads. What the movements leave of the
 * film's length is shared out among the rests.
 */
export interface StepTiming {
  /** How long the step's movements take at normal speed. */
  motionMs: number;
  /** How long the page moves by itself after the step. A hurried film cannot shorten that. */
  pageMotionMs?: number;
  /** How long only the cursor moves at the beginning of the step. The viewer still reads what the rest before it showed. */
  cursorOnlyMs?: number;
  rest: Rest | null;
  /** The script asks for the rest. Otherwise the recorder has added it after a movement. */
  explicit: boolean;
  /** It is the film's last rest, and the last one to be cut short. */
  closing?: boolean;
  /** How long the viewer can read on after the rest, because only the cursor moves. */
  extraReadingMs?: number;
  /**
   * Nothing has moved before the rest, and the script does not ask for it. It is given up first, because the page was on the screen
   * while its window came.
   */
  opening?: boolean;
}
export interface Rest {
  minMs: number;
  weight: number;
}

/** The next step that takes time: a caption takes none. */
export const nextInTime = (steps: Step[], index: number): Step | undefined =>
  steps.slice(index + 1).find((step) => step.type !== 'customStep' || step.name !== 'showreel.caption');

/**
 * The timing of `step`, which moves for `motionMs`. Where the script has no hold after a movement, the movement gets a short rest:
 * nobody can read while things move.
 * @param next the next step that takes time (see `nextInTime`)
 */
export function stepTiming(step: Step, next: Step | undefined, motionMs: number): StepTiming {
  const nextIsRest = next?.type === 'customStep' && next.name === 'showreel.hold';
  const withRest = (minMs: number, weight: number): StepTiming => ({
    motionMs,
    rest: nextIsRest ? null : { minMs, weight },
    explicit: false,
  });
  const withoutRest: StepTiming = { motionMs, rest: null, explicit: false };
  switch (step.type) {
    case 'click':
    case 'doubleClick':
    case 'hover':
    case 'change':
      return withRest(actionRestMs, 0.5);
    case 'scroll':
    case 'navigate':
      return withRest(readingMs, 1);
    case 'customStep':
      break;
    default:
      return withoutRest;
  }
  switch (step.name) {
    case 'showreel.hold': {
      const { minMs = readingMs, weight = 1 } = step.parameters;
      return { motionMs: 0, rest: { minMs, weight }, explicit: true };
    }
    case 'showreel.scroll':
      // A viewer reads a close-up when the camera is there, and a target while the cursor goes there: no rest is needed before.
      return isCloseUp(next) || isPointedAt(next) ? withoutRest : withRest(readingMs, 1);
    case 'showreel.camera': {
      const pullsBack = next?.type === 'customStep' && next.name === 'showreel.scroll';
      return pullsBack && !step.parameters.selectors ? withoutRest : withRest(0, 0.25);
    }
    case 'showreel.caption':
    case 'showreel.assert':
      return withoutRest;
  }
}

const isCloseUp = (step: Step | undefined) =>
  step?.type === 'customStep' && step.name === 'showreel.camera' && step.parameters.selectors !== undefined;

const isPointedAt = (step: Step | undefined) =>
  step !== undefined && /^(?:click|doubleClick|hover|change)$/.test(step.type);

/** The same timings with what follows from their places in a film: its opening, its closing rest, and what moves after a rest. */
export function placeInFilm(timings: StepTiming[]): StepTiming[] {
  const first = timings.findIndex(({ rest }) => rest !== null);
  const isStill = timings.slice(0, first + 1).every(({ motionMs }) => motionMs === 0);
  return withClosingRest(
    timings.map((timing, index) => {
      const next = timings.slice(index + 1).find(({ motionMs, rest }) => motionMs > 0 || rest !== null);
      const opening = index === first && isStill && !timing.explicit;
      return { ...timing, extraReadingMs: next?.cursorOnlyMs ?? 0, ...(opening && { opening }) };
    }),
  );
}

/** The last rest is long enough to read: a film does not end with a movement. */
export function withClosingRest(timings: StepTiming[]): StepTiming[] {
  const last = timings.findLastIndex(({ rest }) => rest !== null);
  return timings.map((timing, index) =>
    index === last && timing.rest
      ? { ...timing, closing: true, rest: { ...timing.rest, minMs: Math.max(readingMs, timing.rest.minMs) } }
      : timing,
  );
}

/** Such a step is played even when no time is left. */
export const takesNoTime = ({ motionMs, rest }: StepTiming) => motionMs === 0 && rest === null;
