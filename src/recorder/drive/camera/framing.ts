import { clampCamera, type StageLayout, wideCamera } from '../../contract/stage-layout.ts';
import type { Camera, Point, Rect } from '../../contract/take-frame.ts';

// A zoom that would show less than this much more is not worth the movement.
export const leastZoom = 1.12;
// The target may fill this part of the picture, so that it keeps its surroundings.
const fill = 0.62;

/** The camera that frames `box` (CSS px of the viewport), at most `mostZoom` times larger than life. */
export function frameBox(stage: StageLayout, box: Rect, mostZoom: number): Camera {
  const fits = Math.min(
    (stage.width * fill) / (box.width * stage.scale),
    (stage.height * fill) / (box.height * stage.scale),
  );
  const zoom = Math.min(mostZoom, fits);
  if (zoom < leastZoom) return wideCamera(stage);
  return frameAt(stage, box, zoom);
}

/** `box` in the middle, at that zoom. */
export const frameAt = (stage: StageLayout, box: Rect, zoom: number): Camera =>
  viewOver(stage, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, zoom);

/** A little closer where the view would end just beside the page: a thin strip of background looks like a mistake. */
export function clearOfEdges(stage: StageLayout, box: Rect, camera: Camera, mostZoom: number): Camera {
  const zoom = coveringZoom(stage);
  const isBeside = camera.zoom >= leastZoom && camera.zoom < zoom && zoom <= mostZoom;
  const fits =
    box.width * stage.scale * zoom < stage.width * 0.9 &&
    box.height * stage.scale * zoom < stage.height * 0.9;
  return isBeside && fits ? frameAt(stage, box, zoom) : camera;
}

/** From this zoom on the view lies within the page. */
export const coveringZoom = (stage: StageLayout) =>
  stage.width / (stage.content.width - 2 * cornerInset(stage));

/** A corner of the view that far inside the page lies on its round corner, not on the one that it does not have. */
const cornerInset = ({ screenRadius }: StageLayout) => screenRadius * (1 - Math.SQRT1_2);

/**
 * The view round `middle`, or the nearest that stays over the page: no margin of background appears beside a zoomed page.
 * On the side where the page is smaller than the view (a phone), the page stands in the middle.
 */
export function viewOver(stage: StageLayout, middle: Point, zoom: number): Camera {
  const { scale, content } = stage;
  const inset = cornerInset(stage) / scale;
  const along = (position: number, view: number, page: number) =>
    view >= page - 2 * inset
      ? page / 2
      : Math.min(page - inset - view / 2, Math.max(inset + view / 2, position));
  const view = viewSize(stage, zoom);
  return clampCamera(stage, {
    x: along(middle.x, view.width, content.width / scale),
    y: along(middle.y, view.height, content.height / scale),
    zoom,
  });
}

/** What the camera sees of the stage at that zoom, in CSS px of the page. */
export const viewSize = (stage: StageLayout, zoom: number) => ({
  width: stage.width / zoom / stage.scale,
  height: stage.height / zoom / stage.scale,
});

/** The box round all of them. */
export function boxAround(boxes: Rect[]): Rect {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
