import type { Point } from '../../contract/take-frame.ts';

/**
 * The easing of every movement: minimum jerk, the profile of a human hand. Speed and acceleration are zero at both ends, so nothing
 * starts or stops abruptly.
 * @param progress 0 to 1 of the time
 * @returns 0 to 1 of the distance
 */
export function minimumJerk(progress: number): number {
  const t = Math.min(1, Math.max(0, progress));
  return t * t * t * (10 + t * (6 * t - 15));
}

/** How long the cursor takes: 0.5 to 0.9 s by the distance in CSS px. It grows with the logarithm of the distance (Fitts's law). */
export function cursorMoveMs(from: Point, to: Point): number {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance < 3) return 0;
  return 500 + 400 * Math.min(1, Math.log2(1 + distance / 100) / Math.log2(13));
}

/** A path that bends to one side by 6 % of its length, at most 40 px, as the path of a hand does. */
export function cursorPath(from: Point, to: Point): (progress: number) => Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  const bow = Math.min(40, length * 0.06) * (dx >= 0 ? 1 : -1);
  // The control point of a quadratic curve lies twice as far off the line as the curve's middle does.
  const control = {
    x: from.x + dx / 2 + (length > 0 ? (dy / length) * bow * 2 : 0),
    y: from.y + dy / 2 - (length > 0 ? (dx / length) * bow * 2 : 0),
  };
  return (progress) => {
    const t = minimumJerk(progress);
    const back = 1 - t;
    return {
      x: back * back * from.x + 2 * back * t * control.x + t * t * to.x,
      y: back * back * from.y + 2 * back * t * control.y + t * t * to.y,
    };
  };
}

/** When a movement begins and how long it takes, in film time. */
export interface Motion {
  startMs: number;
  durationMs: number;
}
export const progressOf = (motion: Motion, timeMs: number) =>
  motion.durationMs > 0 ? (timeMs - motion.startMs) / motion.durationMs : 1;
export const isOver = (motion: Motion, timeMs: number) =>
  timeMs >= motion.startMs + motion.durationMs - 0.001;
