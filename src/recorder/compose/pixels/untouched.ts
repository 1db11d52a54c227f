import { onOutput, type StageLayout } from '../../contract/stage-layout.ts';
import type { Camera, Point, Rect } from '../../contract/take-frame.ts';
import { minWidth } from './planes.ts';
import { screenBounds } from './screen-bounds.ts';

/** The part of the output that shows the page's picture pixel for pixel, so that it can be copied without drawing. */
export interface UntouchedPart {
  /** The pixel of the picture that lies in the upper left corner of `to`. */
  from: Point;
  /** All four members are even. */
  to: Rect;
  /** Where else the page is seen and has to be drawn: at round corners, and in the odd pixels at its edges. */
  beside: Rect[];
}

/**
 * Finds the part of the output that can be copied from a picture of `clip`. Null where the picture is scaled or lies between
 * pixels: then it has to be drawn. While the camera rests, which is nine tenths of a film, it can be copied.
 */
export function untouchedPart(
  stage: StageLayout,
  camera: Camera,
  { clip, picture }: { clip: Rect; picture: { width: number; height: number } },
): UntouchedPart | null {
  const place = onOutput(stage, camera, clip);
  const [x, y] = [Math.round(place.x), Math.round(place.y)];
  const right = Math.round(place.x + place.width);
  const bottom = Math.round(place.y + place.height);
  const isScaled =
    Math.abs(place.width - picture.width) >= 1.5 || Math.abs(place.height - picture.height) >= 1.5;
  if (isScaled || right - x > picture.width || bottom - y > picture.height) return null;

  const { width, height } = stage.content;
  const page = onOutput(stage, camera, {
    x: 0,
    y: 0,
    width: width / stage.scale,
    height: height / stage.scale,
  });
  const sides = edges(page, stage);
  if (!sides) return null;
  const seen = {
    left: Math.max(sides.left, x),
    top: Math.max(sides.top, y),
    right: Math.min(sides.right, x + picture.width),
    bottom: Math.min(sides.bottom, y + picture.height),
  };
  // The picture must show all that is seen of the page.
  if (
    seen.left > sides.left ||
    seen.top > sides.top ||
    seen.right < sides.right ||
    seen.bottom < sides.bottom
  )
    return null;
  const to = insideOnEvenPixels(seen);
  if (!to) return null;
  return {
    from: { x: to.x - x, y: to.y - y },
    to,
    beside: [...strips(seen, to), ...corners(stage, camera, seen)],
  };
}

interface Sides {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The page's edges on the output; null where an edge that is seen lies between pixels. */
function edges(page: Rect, stage: StageLayout): Sides | null {
  const pixelEdge = (at: number, most: number): number | null => {
    if (at <= 0) return 0;
    if (at >= most) return most;
    return Math.abs(at - Math.round(at)) < 0.02 ? Math.round(at) : null;
  };
  const left = pixelEdge(page.x, stage.width);
  const right = pixelEdge(page.x + page.width, stage.width);
  const top = pixelEdge(page.y, stage.height);
  const bottom = pixelEdge(page.y + page.height, stage.height);
  return left === null || right === null || top === null || bottom === null
    ? null
    : { left, top, right, bottom };
}

function insideOnEvenPixels({ left, top, right, bottom }: Sides): Rect | null {
  const [x, y] = [Math.ceil(left / 2) * 2, Math.ceil(top / 2) * 2];
  const width = Math.floor(right / 2) * 2 - x;
  const height = Math.floor(bottom / 2) * 2 - y;
  return width >= minWidth && height >= 2 ? { x, y, width, height } : null;
}

function strips({ left, top, right, bottom }: Sides, to: Rect): Rect[] {
  const [width, height] = [right - left, bottom - top];
  const all = [
    { x: left, y: top, width: to.x - left, height },
    { x: to.x + to.width, y: top, width: right - to.x - to.width, height },
    { x: left, y: top, width, height: to.y - top },
    { x: left, y: to.y + to.height, width, height: bottom - to.y - to.height },
  ];
  return all.filter((strip) => strip.width > 0 && strip.height > 0);
}

/** The squares that hold the screen's round corners, cut to what is seen of the page. */
function corners(stage: StageLayout, camera: Camera, { left, top, right, bottom }: Sides): Rect[] {
  const { bounds, radius } = screenBounds(stage, camera);
  const size = Math.ceil(radius) + 2;
  const squares: Rect[] = [];
  for (const x of [bounds.x - 1, bounds.x + bounds.width + 1 - size])
    for (const y of [bounds.y - 1, bounds.y + bounds.height + 1 - size]) {
      const [x0, y0] = [Math.max(left, Math.floor(x)), Math.max(top, Math.floor(y))];
      const [x1, y1] = [Math.min(right, Math.ceil(x + size)), Math.min(bottom, Math.ceil(y + size))];
      if (x1 > x0 && y1 > y0) squares.push({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
    }
  return squares;
}
