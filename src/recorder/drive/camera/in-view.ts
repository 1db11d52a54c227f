import type { StageLayout } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';
import { viewSize } from './framing.ts';

/** What of a box is in the camera's view. Boxes are CSS pixels of the page. */

/** How far a target may reach from the middle towards the edge before the camera moves. Across it is more, because fields are wide. */
const wellInside = { across: 0.9, down: 0.8 };

/** Whether all of `box` keeps its distance from the edges of the view. */
export function isWellInside(
  { width, height, scale }: StageLayout,
  { x, y, zoom }: Camera,
  box: Rect,
): boolean {
  const off = (view: number, at: number, from: number, size: number) =>
    Math.max(Math.abs(from - at), Math.abs(from + size - at)) / (view / zoom / scale / 2);
  return (
    off(width, x, box.x, box.width) <= wellInside.across &&
    off(height, y, box.y, box.height) <= wellInside.down
  );
}

/** Whether something of `box` is in the view. */
export function touches(stage: StageLayout, { x, y, zoom }: Camera, box: Rect): boolean {
  const view = viewSize(stage, zoom);
  return (
    Math.abs(box.x + box.width / 2 - x) < (view.width + box.width) / 2 &&
    Math.abs(box.y + box.height / 2 - y) < (view.height + box.height) / 2
  );
}

/** Whether all of `box` is in the view. */
export function shows(stage: StageLayout, { x, y, zoom }: Camera, box: Rect): boolean {
  const view = viewSize(stage, zoom);
  return (
    Math.max(x - box.x, box.x + box.width - x) <= view.width / 2 &&
    Math.max(y - box.y, box.y + box.height - y) <= view.height / 2
  );
}
