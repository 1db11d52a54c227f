import type { Point } from '../../contract/take-frame.ts';

/**
 * How things move: minimum jerk, which is how a hand moves. Position, speed and acceleration all start and end at rest,
 * so nothing starts or stops abruptly.
 * @param progress 0 to 1 of the time
 * @returns 0 to 1 of the way
 */
export function minimumJerk(progress: number): number {
  const t = Math.min(1, Math.max(0, progress));
  return t * t * t * (10 + t * (6 * t - 15));
}

/** 0.5 to 0.9 s by distance, in CSS px: a far target takes longer, though not in proportion (Fitts). */
export function cursorMoveMs(from: Point, to: Point): number {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance < 3) return 0;
  return 500 + 400 * Math.min(1, Math.log2(1 + distance / 100) / Math.log2(13));
}

/** 0.8 to 1.4 s by distance, measured in viewport heights. */
export function scrollMs(distance: number, viewportHeight: number): number {
  const heights = Math.abs(distance) / viewportHeight;
  if (heights < 0.005) return 0;
  return 800 + 600 * Math.min(1, heights / 3);
}

/** A path that bows to one side by 6 % of its length, at most 40 px, as a wrist's does. */
export function cursorPath(from: Point, to: Point): (progress: number) => Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  const bow = Math.min(40, length * 0.06) * (dx >= 0 ? 1 : -1);
  // Control point of a quadratic curve: its middle lies half as far off the line as the control point does.
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

/** When something moves, in film time. */
export interface Motion {
  startMs: number;
  durationMs: number;
}
export const progressOf = (motion: Motion, timeMs: number) =>
  motion.durationMs > 0 ? (timeMs - motion.startMs) / motion.durationMs : 1;
export const isOver = (motion: Motion, timeMs: number) =>
  timeMs >= motion.startMs + motion.durationMs - 0.001;
