/**
 * Time: what takes how long (`motion`, `timing`, `typing`), and how a film with more to do than it has time for goes on (`pacing`
 * by its `stages`, `schedule`). The drive comes in. These are functions of numbers; they touch no page.
 */
import { interpolate, shareOut, sum } from './share-out.ts';
import { fastForwardSpeed, readMs, shortestMs, stages, wholeMs } from './stages.ts';
import { type StepTiming, takesNoTime, withClosingRest } from './step-timing.ts';

export interface Pace {
  /** How long to rest after the step. */
  restMs: number;
  /** 1, or more where the movements have to be faster. */
  speed: number;
  /** False where no time is left for the step. */
  fits: boolean;
}

/**
 * How to go on. It is asked before each step, so that the film makes up at once for what took longer or shorter on the real page.
 * @param timings those of the next step and of all steps after it
 * @param untilEndMs how long the rest of the film is
 */
export function pace(timings: StepTiming[], untilEndMs: number): Pace {
  const [first] = timings;
  if (first === undefined) return { restMs: 0, speed: 1, fits: false };
  const leftMs = untilEndMs - pageMotionOf(timings);
  const motionMs = motionOf(timings);
  const whole = timings.map(wholeMs);
  if (sum(whole) <= leftMs - motionMs) {
    const rests = timings.map(({ rest }) => rest);
    return { restMs: shareOut(rests, leftMs - motionMs)[0] ?? 0, speed: 1, fits: true };
  }
  let before = whole;
  for (const { leastRestMs, mostSpeed, atOnce } of stages) {
    const least = timings.map(leastRestMs);
    const freeMs = leftMs - motionMs / mostSpeed;
    if (sum(least) <= freeMs) {
      const most = atOnce ? least : before;
      const restMs = interpolate(least, most, Math.min(sum(most), freeMs))[0] ?? 0;
      const neededSpeed = motionMs / Math.max(1, leftMs - sum(most));
      return { restMs, speed: Math.max(1, Math.min(mostSpeed, neededSpeed)), fits: true };
    }
    before = least;
  }
  // Not even the last stage is enough: the last step is left out.
  if (timings.length > 1) return pace(withClosingRest(timings.slice(0, -1)), untilEndMs);
  const restMs = Math.max(0, leftMs - motionMs / fastForwardSpeed);
  return { restMs, speed: fastForwardSpeed, fits: restMs > 0 || takesNoTime(first) };
}

/** Beyond this speed a film looks hurried. It then gives up pulling back at its end, and next becomes longer. */
const easySpeed = 1.3;

/** How long a film needs for `timings` at an easy pace, with time to read everything. */
export const easyMs = (timings: StepTiming[]) =>
  sum(timings.map(readMs)) + motionOf(timings) / easySpeed + pageMotionOf(timings);

/** How long `timings` are at normal speed with nothing given up: the shortest length at which a film plays them calmly. */
export const calmMs = (timings: StepTiming[]) =>
  sum(timings.map(wholeMs)) + motionOf(timings) + pageMotionOf(timings);

/** The shortest time in which `timings` can be played. */
export const leastMs = (timings: StepTiming[]) =>
  sum(timings.map(shortestMs)) + motionOf(timings) / fastForwardSpeed + pageMotionOf(timings);

const pageMotionOf = (timings: StepTiming[]) => sum(timings.map(({ pageMotionMs = 0 }) => pageMotionMs));
const motionOf = (timings: StepTiming[]) => sum(timings.map(({ motionMs }) => motionMs));
