import type { Rect } from '../../contract/take-frame.ts';
import { leastWidth } from './planes.ts';

type Size = { width: number; height: number };

/** The rectangle round both; either may be missing. */
export function around(a: Rect | null, b: Rect | null): Rect | null {
  if (!a || !b) return a ?? b;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/**
 * `rect`, grown to whole pixels on even positions, as far as it lies on the output; null where none of it does. Both
 * sides of the output are even.
 */
export function onEvenPixels(rect: Rect, output: Size): Rect | null {
  const down = (value: number) => Math.floor(value / 2) * 2;
  const up = (value: number) => Math.ceil(value / 2) * 2;
  const [left, top] = [Math.max(0, down(rect.x)), Math.max(0, down(rect.y))];
  const right = Math.min(output.width, up(rect.x + rect.width));
  const bottom = Math.min(output.height, up(rect.y + rect.height));
  if (right <= left || bottom <= top) return null;
  const width = Math.max(right - left, leastWidth);
  return { x: Math.min(left, output.width - width), y: top, width, height: bottom - top };
}
