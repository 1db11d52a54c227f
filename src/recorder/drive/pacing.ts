import type { Step } from '../script.ts';

/**
 * What a step costs: the time its movements take, and the rest after it, in which the viewer reads. What is left of the
 * film's length when all movements are paid for is shared among the rests.
 */
export interface Beat {
  motionMs: number;
  rest: Rest | null;
  /** Told by the script, or put in by us after a movement. */
  explicit: boolean;
  /** Never cut short. */
  lasting?: boolean;
}
interface Rest {
  minMs: number;
  weight: number;
}

export interface Pace {
  /** How long to rest after this step. */
  restMs: number;
  /** 1, or more where everything has to go faster. */
  speed: number;
  /** False when there is no time left for this step. */
  fits: boolean;
}

/** The step that follows in time. */
export const nextInTime = (steps: Step[], index: number): Step | undefined =>
  steps.slice(index + 1).find((step) => step.type !== 'customStep' || step.name !== 'showreel.caption');

const readingMs = 800;
// What remains of a rest that nobody reads in: enough to see that something happened.
const leastImplicitMs = 200;
// Movements are hurried so far before anybody is left less than 0.8 s to read, and so far at most.
const calmSpeed = 1.5;
const mostSpeed = 1.8;
// A given script that is too long all the same: its rests shrink so far before its last steps are left out.
const leastReadingMs = 400;

/**
 * The beat of `step`, which moves for `motionMs`. A movement that the script lets no hold follow gets a short rest of
 * its own: nobody can read while things move.
 * @param next the step after it; one that only shows a caption does not count, since it takes no time
 */
export function beatOf(step: Step, next: Step | undefined, motionMs: number): Beat {
  const nextIsRest = next?.type === 'customStep' && next.name === 'showreel.hold';
  const followed = (minMs: number, weight: number): Beat => ({
    motionMs,
    rest: nextIsRest ? null : { minMs, weight },
    explicit: false,
  });
  const unfollowed: Beat = { motionMs, rest: null, explicit: false };
  switch (step.type) {
    case 'click':
    case 'doubleClick':
    case 'hover':
    case 'change':
      return followed(500, 0.5);
    case 'scroll':
    case 'navigate':
      return followed(readingMs, 1);
    case 'customStep':
      break;
    default:
      return unfollowed;
  }
  switch (step.name) {
    case 'showreel.hold': {
      const { minMs = readingMs, weight = 1 } = step.parameters;
      return { motionMs: 0, rest: { minMs, weight }, explicit: true };
    }
    case 'showreel.scroll':
      // What is seen closer at once is read there, and what is acted on while the cursor goes there.
      return isCloseUp(next) || isPointed(next) ? unfollowed : followed(readingMs, 1);
    case 'showreel.camera': {
      const pullsBack = next?.type === 'customStep' && next.name === 'showreel.scroll';
      return pullsBack && !step.parameters.selectors ? unfollowed : followed(0, 0.25);
    }
    case 'showreel.caption':
      return unfollowed;
  }
}

const isCloseUp = (step: Step | undefined) =>
  step?.type === 'customStep' && step.name === 'showreel.camera' && step.parameters.selectors !== undefined;

const isPointed = (step: Step | undefined) =>
  step !== undefined && /^(?:click|doubleClick|hover|change)$/.test(step.type);

/** The same beats, of which the last rest is long enough to read in: a film does not end in a movement. */
export function lastingRest(beats: Beat[]): Beat[] {
  const last = beats.findLastIndex(({ rest }) => rest !== null);
  return beats.map((beat, index) =>
    index === last && beat.rest
      ? { ...beat, lasting: true, rest: { ...beat.rest, minMs: Math.max(readingMs, beat.rest.minMs) } }
      : beat,
  );
}

/**
 * How to go on, asked before each step: what the real page took longer or shorter is made up for at once.
 * @param beats those of the step at hand and of all that follow
 * @param leftMs until the film must end
 */
export function pace(beats: Beat[], leftMs: number): Pace {
  const [first] = beats;
  if (first === undefined) return { restMs: 0, speed: 1, fits: false };
  const motionMs = beats.reduce((sum, beat) => sum + beat.motionMs, 0);
  const rests = beats.map((beat) => beat.rest);
  const free = leftMs - motionMs;
  const full = rests.map((rest) => rest?.minMs ?? 0);
  if (sum(full) <= free) return { restMs: shareOut(rests, free)[0] ?? 0, speed: 1, fits: true };
  // Rests that nobody reads in give way first, those of the script last of them; a glance is had whole or not at all.
  const brief = beats.map((beat, i) => (isRead(beat) || beat.explicit ? (full[i] ?? 0) : leastOf(beat)));
  if (sum(brief) <= free) return { restMs: mix(brief, full, free)[0] ?? 0, speed: 1, fits: true };
  const read = beats.map((beat, i) => (isRead(beat) ? (full[i] ?? 0) : beat.explicit ? 0 : leastOf(beat)));
  if (sum(read) <= free) return { restMs: read[0] ?? 0, speed: 1, fits: true };
  // Then everything goes faster, and only when that is not enough there is less time to read.
  const calmMs = leftMs - motionMs / calmSpeed;
  if (sum(read) <= calmMs)
    return { restMs: read[0] ?? 0, speed: motionMs / Math.max(1, leftMs - sum(read)), fits: true };
  const least = beats.map((beat, i) =>
    beat.lasting ? (full[i] ?? 0) : Math.min(read[i] ?? 0, leastReadingMs),
  );
  if (sum(least) <= calmMs) return { restMs: mix(least, read, calmMs)[0] ?? 0, speed: calmSpeed, fits: true };
  const speed = Math.min(mostSpeed, Math.max(1, motionMs / Math.max(1, leftMs - sum(least))));
  const restMs = least[0] ?? 0;
  // The rest at the end is what is left, where the page took so long that it is less.
  if (first.lasting && first.motionMs === 0)
    return { restMs: Math.min(restMs, leftMs), speed, fits: leftMs > 0 };
  return { restMs, speed, fits: first.motionMs / mostSpeed + restMs <= leftMs };
}

/** What is shown is read now: a film has less to show rather than less time for it. */
const isRead = ({ rest, lasting }: Beat) => lasting === true || (rest?.minMs ?? 0) >= readingMs;
const leastOf = ({ rest }: Beat) => Math.min(rest?.minMs ?? 0, leastImplicitMs);

// Each gets its share by weight, but none less than its minimum: whoever would get less is served first.
function shareOut(rests: (Rest | null)[], freeMs: number): number[] {
  const shares = rests.map(() => 0);
  let open = rests.flatMap((rest, index) => (rest ? [{ index, ...rest }] : []));
  let left = freeMs;
  for (;;) {
    const weights = open.reduce((total, rest) => total + rest.weight, 0);
    const short = open.filter((rest) => (left * rest.weight) / weights < rest.minMs);
    if (short.length === 0) {
      for (const rest of open) shares[rest.index] = (left * rest.weight) / weights;
      return shares;
    }
    for (const rest of short) {
      shares[rest.index] = rest.minMs;
      left -= rest.minMs;
    }
    open = open.filter((rest) => !short.includes(rest));
  }
}

/** Between `low` and `high`, so far that the sum is `total`. */
function mix(low: number[], high: number[], total: number): number[] {
  const range = sum(high) - sum(low);
  const share = range > 0 ? (total - sum(low)) / range : 0;
  return low.map((value, i) => value + ((high[i] ?? value) - value) * share);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
