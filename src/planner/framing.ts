import type { Box, PageView, Part } from './view.ts';

// As the player frames: the stage is a third wider than the page on it, and a close-up fills 0.62 of the picture.
const stageShare = 1.38;
const fill = 0.62;
// A move of less than this part of the screen is hardly one.
const leastMove = 0.12;

/**
 * Of pieces that stand close together only those that the camera would move for: where a close-up of the first shows the
 * second too, one more of that is standing still.
 */
export function apart(parts: Part[], view: PageView, zoom: number): Part[] {
  const kept: { part: Part; x: number; y: number }[] = [];
  for (const part of parts) {
    const at = centreOf(part.box, view, zoom);
    const seen = kept.some(
      (other) =>
        Math.abs(other.x - at.x) < leastMove * view.viewport.width &&
        Math.abs(other.y - at.y) < leastMove * view.viewport.height,
    );
    if (!seen) kept.push({ part, ...at });
  }
  return kept.map(({ part }) => part);
}

/** The middle of the picture in a close-up of `box`, which stays over the page. Downwards the page comes along. */
function centreOf(box: Box, { viewport }: PageView, zoom: number) {
  const closest = Math.min(zoom, (fill * stageShare * viewport.width) / Math.max(1, box.width));
  const half = (stageShare * viewport.width) / Math.max(stageShare, closest) / 2;
  const middle = box.x + box.width / 2;
  return { x: Math.min(viewport.width - half, Math.max(half, middle)), y: box.y + box.height / 2 };
}
