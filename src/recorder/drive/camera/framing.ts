import {
  cameraView,
  clampCamera,
  type StageLayout,
  safeMargin,
  wideCamera,
} from '../../contract/stage-layout.ts';
import type { Camera, Point, Rect } from '../../contract/take-frame.ts';

// A smaller zoom than this is not worth the movement.
export const leastZoom = 1.12;
// The largest part of the picture that a target may fill, so that its surroundings stay visible.
const fill = 0.62;

/** The camera that frames `box` (CSS px of the viewport) at a zoom of at most `mostZoom`. */
export function frameBox(stage: StageLayout, box: Rect, mostZoom: number): Camera {
  const fits = Math.min(
    (stage.width * fill) / (box.width * stage.scale),
    (stage.height * fill) / (box.height * stage.scale),
  );
  const zoom = Math.min(mostZoom, fits);
  if (zoom < leastZoom) return wideCamera(stage);
  return frameAt(stage, box, zoom);
}

/** The camera with `box` in the middle, at the given zoom. */
export const frameAt = (stage: StageLayout, box: Rect, zoom: number): Camera =>
  viewOver(stage, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, zoom);

/**
 * Zooms in a little where the view would end just beside the page. A thin strip of the background beside the page looks like a mistake.
 */
export function clearOfEdges(stage: StageLayout, box: Rect, camera: Camera, mostZoom: number): Camera {
  const zoom = coveringZoom(stage);
  const isBeside = camera.zoom >= leastZoom && camera.zoom < zoom && zoom <= mostZoom;
  const fits =
    box.width * stage.scale * zoom < stage.width * 0.9 &&
    box.height * stage.scale * zoom < stage.height * 0.9;
  if (isBeside && fits) return frameAt(stage, box, zoom);
  return cutsDevice(stage, camera.zoom) ? wideCamera(stage) : camera;
}

/** Whether the view's sides lie in the frame of a phone or a tablet, or just beside it. */
function cutsDevice(stage: StageLayout, zoom: number): boolean {
  const view = stage.width / zoom;
  return stage.bezel > 0 && view < stage.window.width * 1.06 && zoom < coveringZoom(stage);
}

/** From this zoom on the view is neither wider nor higher than the page. */
export const coveringZoom = (stage: StageLayout) =>
  Math.max(sideToSideZoom(stage), stage.height / (stage.content.height - 2 * cornerInset(stage)));

// A page is shown from side to side only where that is closer by so much at most: a phone's page would be shown in pieces.
const mostReading = 1.6;

// A picture that is higher than the page by more than this would show the stage above and below it, and lines would be cut without.
const mostBeyond = 1.03;

/**
 * The zoom at which the page fills the picture from side to side, and no line loses its beginning or its end; null where the page fills it
 * already, is much smaller, or is too low for that. In a wide film of 1080p, text of 16 CSS px then has 21 px. It has 15.5 where the whole
 * stage is shown.
 */
export function readingZoom(stage: StageLayout): number | null {
  const covering = coveringZoom(stage);
  const zoom = isColumn(stage) ? columnZoom(stage) : covering;
  const isLow = !isColumn(stage) && covering > mostBeyond * sideToSideZoom(stage);
  return stage.bezel > 0 || isLow || zoom < leastZoom || zoom > mostReading ? null : zoom;
}

const sideToSideZoom = (stage: StageLayout) => stage.width / (stage.content.width - 2 * cornerInset(stage));

/** A page up to this width, in CSS px, is one column: its lines of text go from side to side. */
const widestColumn = 600;

/** Whether the page is one column in an upright picture. It is shown from side to side, so that every line is whole. */
export const isColumn = (stage: StageLayout): boolean =>
  stage.height > stage.width && stage.content.width / stage.scale <= widestColumn;

/**
 * The largest zoom at which an upright picture of a page of one column shows all of it: the window from its bar to its lower end, and of the
 * space beside the words less than most pages have. In a closer view every line would lose its beginning or its end. In an upright picture
 * of 720p, text of 16 CSS px then has 20 px or more. A wide picture shows such a page on a device, much smaller.
 */
export const columnZoom = (stage: StageLayout): number =>
  Math.max(sideToSideZoom(stage), Math.min(coveringZoom(stage), stage.height / stage.window.height));

/** How far inside the page's box a corner of the view has to lie, so that it is within the page's round corner. */
const cornerInset = ({ screenRadius }: StageLayout) => screenRadius * (1 - Math.SQRT1_2);

/**
 * The view around `middle`, or the nearest one that lies within the page, so that no background shows beside a zoomed page. Along the
 * axis on which the page is smaller than the view (a phone), the page stands in the middle, and so does a column in an upright picture.
 */
export function viewOver(stage: StageLayout, middle: Point, zoom: number): Camera {
  const { scale, content } = stage;
  const inset = cornerInset(stage) / scale;
  const along = (position: number, view: number, page: number, middleOfAll = page / 2) =>
    view >= page - 2 * inset
      ? middleOfAll
      : Math.min(page - inset - view / 2, Math.max(inset + view / 2, position));
  const view = viewSize(stage, zoom);
  // The view of a column is a little narrower than the page: only in its middle no line loses its beginning or its end.
  const windowMiddle = (stage.window.y + stage.window.height / 2 - content.y) / scale;
  const across = isColumn(stage) ? content.width / scale / 2 : middle.x;
  return clampCamera(stage, {
    x: along(across, view.width, content.width / scale),
    y: along(middle.y, view.height, content.height / scale, isColumn(stage) ? windowMiddle : undefined),
    zoom,
  });
}

/**
 * The same camera, moved as far as it has to be so that all of `box` keeps the safe margin from the edges of the view. Where the box is
 * too large for that, its middle comes to the middle. The view may leave the page then: beside a page lies its window's surroundings.
 */
export function keepSafe(stage: StageLayout, box: Rect, camera: Camera): Camera {
  const view = viewSize(stage, camera.zoom);
  const along = (at: number, from: number, size: number, seen: number) => {
    const reach = Math.max(0, (0.5 - safeMargin) * seen - size / 2);
    const middle = from + size / 2;
    return Math.min(middle + reach, Math.max(middle - reach, at));
  };
  const x = along(camera.x, box.x, box.width, view.width);
  const y = along(camera.y, box.y, box.height, view.height);
  if (x === camera.x && y === camera.y) return camera;
  const moved = withWholeBar(stage, clampCamera(stage, { x, y, zoom: camera.zoom }));
  // Of a target that is nearly as tall as the view, more would be lost than the bar is worth.
  const isSafe = box.y + box.height <= moved.y + (0.5 - safeMargin) * view.height;
  return isSafe ? moved : clampCamera(stage, { x, y, zoom: camera.zoom });
}

// The space above a window whose title bar is shown, as a part of the view's height.
const aboveWindow = 0.015;

/** A view that leaves the page at the top shows all of the window's title bar: cut in half, its title looks like a mistake. */
function withWholeBar(stage: StageLayout, camera: Camera): Camera {
  const view = cameraView(stage, camera);
  const top = stage.window.y - aboveWindow * view.height;
  const leavesPage = view.y < stage.content.y - 1;
  if (stage.frame !== 'window' || !leavesPage || view.y <= top) return camera;
  return clampCamera(stage, { ...camera, y: camera.y - (view.y - top) / stage.scale });
}

/** How much of the stage the camera shows at that zoom, in CSS px of the page. */
export const viewSize = (stage: StageLayout, zoom: number) => ({
  width: stage.width / zoom / stage.scale,
  height: stage.height / zoom / stage.scale,
});

/** The smallest box that contains all of them. */
export function boxAround(boxes: Rect[]): Rect {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
