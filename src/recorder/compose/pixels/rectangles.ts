import type { Rect } from '../../contract/take-frame.ts';
import { minWidth } from './planes.ts';

type Size = { width: number; height: number };

/** The smallest rectangle that encloses both. Either may be missing. */
export function enclosingRect(a: Rect | null, b: Rect | null): Rect | null {
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
 * Cuts `rect` to the output and grows it to even pixel positions, which the chroma planes need; null where it lies outside the
 * output. Width and height of the output are even.
 */
export function alignedToEvenPixels(rect: Rect, output: Size): Rect | null {
  const down = (value: number) => Math.floor(value / 2) * 2;
  const up = (value: number) => Math.ceil(value / 2) * 2;
  const [left, top] = [Math.max(0, down(rect.x)), Math.max(0, down(rect.y))];
  const right = Math.min(output.width, up(rect.x + rect.width));
  const bottom = Math.min(output.height, up(rect.y + rect.height));
  if (right <= left || bottom <= top) return null;
  const width = Math.max(right - left, minWidth);
  return { x: Math.min(left, output.width - width), y: top, width, height: bottom - top };
}
