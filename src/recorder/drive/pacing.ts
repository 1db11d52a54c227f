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
  /** Before anything has moved: gives way first, since the page was on the screen while its window came. */
  opening?: boolean;
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
// Beyond this, haste shows: a film then gives up its way back at the end, and next becomes longer.
const easySpeed = 1.3;
// Movements are hurried so far before anybody is left less than 0.8 s to read: the camera's take 0.4 s then.
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

/**
 * The same beats as a film has them. The last rest is long enough to read in: a film does not end in a movement. One that
 * nobody asked for at the opening gives way.
 */
export function framed(beats: Beat[]): Beat[] {
  const rests = (beat: Beat) => beat.rest !== null;
  const [first, last] = [beats.findIndex(rests), beats.findLastIndex(rests)];
  const isStill = beats.slice(0, first + 1).every(({ motionMs }) => motionMs === 0);
  return beats.map((beat, index) => {
    if (index === last && beat.rest)
      return { ...beat, lasting: true, rest: { ...beat.rest, minMs: Math.max(readingMs, beat.rest.minMs) } };
    return index === first && isStill && !beat.explicit ? { ...beat, opening: true } : beat;
  });
}

/** What `beats` take with time to read everything, neither slower nor more hurried than looks easy. */
export const easyMs = (beats: Beat[]) => sum(beats.map(readMs)) + motionOf(beats) / easySpeed;

/**
 * How to go on, asked before each step: what the real page took longer or shorter is made up for at once.
 * @param beats those of the step at hand and of all that follow
 * @param leftMs until the film must end
 */
export function pace(beats: Beat[], leftMs: number): Pace {
  const [first] = beats;
  if (first === undefined) return { restMs: 0, speed: 1, fits: false };
  const motionMs = motionOf(beats);
  const rests = beats.map((beat) => beat.rest);
  const free = leftMs - motionMs;
  const full = beats.map(fullMs);
  if (sum(full) <= free) return { restMs: shareOut(rests, free)[0] ?? 0, speed: 1, fits: true };
  // Rests that nobody reads in give way first, those of the script last of them; a glance is had whole or not at all.
  const brief = beats.map((beat) => (isRead(beat) || beat.explicit ? fullMs(beat) : leastOf(beat)));
  if (sum(brief) <= free) return { restMs: mix(brief, full, free)[0] ?? 0, speed: 1, fits: true };
  const read = beats.map(readMs);
  const readFirst = read[0] ?? 0;
  if (sum(read) <= free) return { restMs: readFirst, speed: 1, fits: true };
  // Then everything goes faster, and only when that is not enough there is less time to read.
  const speed = Math.min(mostSpeed, motionMs / Math.max(1, leftMs - sum(read)));
  if (sum(read) + motionMs / mostSpeed <= leftMs) return { restMs: readFirst, speed, fits: true };
  const hastyMs = leftMs - motionMs / mostSpeed;
  const least = beats.map((beat) =>
    beat.lasting ? fullMs(beat) : Math.min(readMs(beat), beat.opening ? 0 : leastReadingMs),
  );
  if (sum(least) <= hastyMs)
    return { restMs: mix(least, read, hastyMs)[0] ?? 0, speed: mostSpeed, fits: true };
  const restMs = least[0] ?? 0;
  // The rest at the end is what is left, where the page took so long that it is less.
  if (first.lasting && first.motionMs === 0)
    return { restMs: Math.min(restMs, leftMs), speed: mostSpeed, fits: leftMs > 0 };
  return { restMs, speed: mostSpeed, fits: first.motionMs / mostSpeed + restMs <= leftMs };
}

/** What is shown is read now: a film has less to show rather than less time for it. */
const isRead = ({ rest, lasting, opening }: Beat) =>
  lasting === true || (opening !== true && (rest?.minMs ?? 0) >= readingMs);
const fullMs = ({ rest }: Beat) => rest?.minMs ?? 0;
const leastOf = ({ rest }: Beat) => Math.min(rest?.minMs ?? 0, leastImplicitMs);
const readMs = (beat: Beat) => (isRead(beat) ? fullMs(beat) : beat.explicit ? 0 : leastOf(beat));
const motionOf = (beats: Beat[]) => sum(beats.map(({ motionMs }) => motionMs));

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
