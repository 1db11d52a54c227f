import type { Box, PageView, Part } from '../page/view.ts';

// As the recorder frames: its stage is a third wider than the page on it, and a close-up fills 0.62 of the picture.
const stageShare = 1.38;
const fill = 0.62;
// A camera move of less than this share of the screen is hardly visible.
const leastMove = 0.12;

/**
 * Keeps only those parts that the camera would move for. Where a close-up of one part shows the next part too, a close-up of
 * that one would be a standstill.
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

/**
 * The centre of the picture in a close-up of `box`. Sideways the picture stays over the page. Vertically it does not, because
 * the page scrolls along.
 */
function centreOf(box: Box, { viewport }: PageView, zoom: number) {
  const closest = Math.min(zoom, (fill * stageShare * viewport.width) / Math.max(1, box.width));
  const half = (stageShare * viewport.width) / Math.max(stageShare, closest) / 2;
  const middle = box.x + box.width / 2;
  return { x: Math.min(viewport.width - half, Math.max(half, middle)), y: box.y + box.height / 2 };
}
