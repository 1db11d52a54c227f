import type { Step } from '../../contract/script.ts';

/**
 * What a step costs: the time its movements take, and the rest after it, in which the viewer reads. What is left of the
 * film's length when all movements are paid for is shared among the rests.
 */
export interface StepTiming {
  motionMs: number;
  /** For which the page moves by itself then, however hurried the film is. */
  ownMs?: number;
  /** How long of it only the cursor moves, at the beginning: what was shown before is read on. */
  stillMs?: number;
  rest: Rest | null;
  /** Told by the script, or put in by us after a movement. */
  explicit: boolean;
  /** Never cut short. */
  lasting?: boolean;
  /** How long one goes on reading when it is over. */
  readOnMs?: number;
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
// What remains of it at least, where one goes on reading while the cursor is on its way.
const leastAloneMs = 350;
// What remains of a rest that nobody reads in: enough to see that something happened.
const leastImplicitMs = 200;
// Beyond this, haste shows: a film then gives up its way back at the end, and next becomes longer.
const easySpeed = 1.3;
// Movements are hurried so far before a rest is cut short, and so far at most: the camera's take 0.4 s then.
const calmSpeed = 1.5;
const mostSpeed = 1.8;
// A given script that is too long all the same: its rests shrink so far, then it is wound on, and then its last steps are left out.
const leastReadingMs = 400;
const windingSpeed = 2.5;

/**
 * The beat of `step`, which moves for `motionMs`. A movement that the script lets no hold follow gets a short rest of
 * its own: nobody can read while things move.
 * @param next the step after it; one that only shows a caption does not count, since it takes no time
 */
export function stepTiming(step: Step, next: Step | undefined, motionMs: number): StepTiming {
  const nextIsRest = next?.type === 'customStep' && next.name === 'showreel.hold';
  const followed = (minMs: number, weight: number): StepTiming => ({
    motionMs,
    rest: nextIsRest ? null : { minMs, weight },
    explicit: false,
  });
  const unfollowed: StepTiming = { motionMs, rest: null, explicit: false };
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
export function framed(timings: StepTiming[]): StepTiming[] {
  const first = timings.findIndex(({ rest }) => rest !== null);
  const isStill = timings.slice(0, first + 1).every(({ motionMs }) => motionMs === 0);
  return withLastRest(
    timings.map((timing, index) => {
      const next = timings.slice(index + 1).find(({ motionMs, rest }) => motionMs > 0 || rest !== null);
      const opening = index === first && isStill && !timing.explicit;
      return { ...timing, readOnMs: next?.stillMs ?? 0, ...(opening && { opening }) };
    }),
  );
}

function withLastRest(timings: StepTiming[]): StepTiming[] {
  const last = timings.findLastIndex(({ rest }) => rest !== null);
  return timings.map((timing, index) =>
    index === last && timing.rest
      ? { ...timing, lasting: true, rest: { ...timing.rest, minMs: Math.max(readingMs, timing.rest.minMs) } }
      : timing,
  );
}

/** What `beats` take with time to read everything, neither slower nor more hurried than looks easy. */
export const easyMs = (timings: StepTiming[]) =>
  sum(timings.map(readMs)) + motionOf(timings) / easySpeed + ownOf(timings);

/**
 * How to go on, asked before each step: what the real page took longer or shorter is made up for at once.
 * @param beats those of the step at hand and of all that follow
 * @param untilEndMs until the film must end
 */
export function pace(timings: StepTiming[], untilEndMs: number): Pace {
  const [first] = timings;
  const leftMs = untilEndMs - ownOf(timings);
  if (first === undefined) return { restMs: 0, speed: 1, fits: false };
  const motionMs = motionOf(timings);
  const rests = timings.map((timing) => timing.rest);
  const free = leftMs - motionMs;
  const full = timings.map(fullMs);
  if (sum(full) <= free) return { restMs: shareOut(rests, free)[0] ?? 0, speed: 1, fits: true };
  // Rests that nobody reads in give way first, those of the script last of them; a glance is had whole or not at all.
  const brief = timings.map((timing) =>
    isRead(timing) || timing.explicit ? fullMs(timing) : leastOf(timing),
  );
  if (sum(brief) <= free) return { restMs: mix(brief, full, free)[0] ?? 0, speed: 1, fits: true };
  const read = timings.map(readMs);
  if (sum(read) <= free) return { restMs: read[0] ?? 0, speed: 1, fits: true };
  // Then everything goes faster, one reads on while the cursor is on its way, and only then there is less time to read.
  const hastenedMs = (speed: number) => leftMs - motionMs / speed;
  const within = (low: number[], high: number[], speed: number): Pace => {
    const atLeast = motionMs / Math.max(1, leftMs - sum(high));
    const restMs = mix(low, high, Math.min(sum(high), hastenedMs(speed)))[0] ?? 0;
    return { restMs, speed: Math.max(1, Math.min(speed, atLeast)), fits: true };
  };
  if (sum(read) <= hastenedMs(calmSpeed)) return within(read, read, calmSpeed);
  const alone = timings.map(aloneMs);
  if (sum(alone) <= hastenedMs(calmSpeed)) return within(alone, read, calmSpeed);
  if (sum(alone) <= hastenedMs(mostSpeed)) return within(alone, alone, mostSpeed);
  const late = alone.map((ms, i) => (timings[i]?.opening ? 0 : ms));
  if (sum(late) <= hastenedMs(mostSpeed)) return within(late, alone, mostSpeed);
  const least = late.map((ms, i) => (timings[i]?.lasting ? ms : Math.min(ms, leastReadingMs)));
  if (sum(least) <= hastenedMs(mostSpeed)) return within(least, late, mostSpeed);
  // What is done is seen at least while the window goes: the rest at the end is what is left.
  const seen = late.map((ms) => Math.min(ms, leastReadingMs));
  if (sum(seen) <= hastenedMs(windingSpeed)) return within(seen, least, windingSpeed);
  if (timings.length > 1) return pace(withLastRest(timings.slice(0, -1)), untilEndMs);
  const restMs = Math.max(0, leftMs - motionMs / windingSpeed);
  return { restMs, speed: windingSpeed, fits: restMs > 0 || takesNoTime(first) };
}

/** Such a step is done also where no time is left. */
export const takesNoTime = ({ motionMs, rest }: StepTiming) => motionMs === 0 && rest === null;

/** What is shown is read now: a film has less to show rather than less time for it. */
const isRead = ({ rest, lasting, opening }: StepTiming) =>
  lasting === true || (opening !== true && (rest?.minMs ?? 0) >= readingMs);
const fullMs = ({ rest }: StepTiming) => rest?.minMs ?? 0;
const leastOf = ({ rest }: StepTiming) => Math.min(rest?.minMs ?? 0, leastImplicitMs);
const readMs = (timing: StepTiming) =>
  isRead(timing) ? fullMs(timing) : timing.explicit ? 0 : leastOf(timing);
/** What of that is left where one goes on reading while the cursor alone is on its way. */
const aloneMs = (timing: StepTiming) =>
  isRead(timing) && !timing.lasting
    ? Math.max(leastAloneMs, fullMs(timing) - (timing.readOnMs ?? 0) / mostSpeed)
    : readMs(timing);
const ownOf = (timings: StepTiming[]) => sum(timings.map(({ ownMs = 0 }) => ownMs));
const motionOf = (timings: StepTiming[]) => sum(timings.map(({ motionMs }) => motionMs));

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
