import { clampCamera, type Stage, wideCamera } from '../stage.ts';
import type { Camera, Point, Rect } from '../take.ts';
import { minimumJerk } from './motion.ts';

export interface ZoomSettings {
  enabled: boolean;
  /** The largest zoom, 1 to 3. */
  intensity: number;
  transitionMs: number;
}

// A zoom that would show less than this much more is not worth the movement.
const leastZoom = 1.12;
// In and out again within this time makes the viewer sick.
const restBetweenZoomsMs = 1_800;
// The target may fill this part of the picture, so that it keeps its surroundings.
const fill = 0.62;
// What is acted on may lie so far from the middle before the camera follows, as a part of the way to the edge.
const wellInside = 0.72;

/** The camera that frames `box` (CSS px of the viewport), at most `mostZoom` times larger than life. */
export function frameBox(stage: Stage, box: Rect, mostZoom: number): Camera {
  const fits = Math.min(
    (stage.width * fill) / (box.width * stage.scale),
    (stage.height * fill) / (box.height * stage.scale),
  );
  const zoom = Math.min(mostZoom, fits);
  if (zoom < leastZoom) return wideCamera(stage);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return clampCamera(stage, { ...overPage(stage, middle, zoom), zoom });
}

/** A little closer where the view would end just beside the page: a thin strip of background looks like a mistake. */
function clearOfEdges(stage: Stage, box: Rect, camera: Camera, mostZoom: number): Camera {
  const zoom = stage.width / (stage.content.width - 2 * cornerInset(stage));
  const isBeside = camera.zoom >= leastZoom && camera.zoom < zoom && zoom <= mostZoom;
  const fits =
    box.width * stage.scale * zoom < stage.width * 0.9 &&
    box.height * stage.scale * zoom < stage.height * 0.9;
  return isBeside && fits ? frameAt(stage, box, zoom) : camera;
}

/** A corner of the view that far inside the page lies on its round corner, not on the one that it does not have. */
const cornerInset = ({ screenRadius }: Stage) => screenRadius * (1 - Math.SQRT1_2);

// The view stays over the page where it can: no margin of background appears beside a zoomed page. On the side where
// the page is smaller than the view (a phone), the page stands in the middle.
function overPage(stage: Stage, middle: Point, zoom: number): Point {
  const { scale, content } = stage;
  const inset = cornerInset(stage) / scale;
  const along = (position: number, view: number, page: number) =>
    view >= page - 2 * inset
      ? page / 2
      : Math.min(page - inset - view / 2, Math.max(inset + view / 2, position));
  return {
    x: along(middle.x, stage.width / zoom / scale, content.width / scale),
    y: along(middle.y, stage.height / zoom / scale, content.height / scale),
  };
}

/** On the way from one camera to another. Zoom moves in octaves, so that its speed looks even. */
export function between(from: Camera, to: Camera, progress: number): Camera {
  const t = minimumJerk(progress);
  const zoom = 2 ** (Math.log2(from.zoom) + (Math.log2(to.zoom) - Math.log2(from.zoom)) * t);
  if (Math.abs(to.zoom - from.zoom) < 1e-6)
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, zoom };
  // Going along with the size of the view, the point that ends in the middle drifts there in a straight line.
  const share = (1 / from.zoom - 1 / zoom) / (1 / from.zoom - 1 / to.zoom);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, zoom };
}

export const sameCamera = (a: Camera, b: Camera) =>
  Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.zoom - b.zoom) < 0.005;

/** Decides where the camera goes, with a memory of where it has just been. */
export class CameraOperator {
  readonly #stage: Stage;
  readonly #settings: ZoomSettings;
  #at: Camera;
  #turned: { direction: 'in' | 'out'; atMs: number } | null = null;

  constructor(stage: Stage, settings: ZoomSettings) {
    this.#stage = stage;
    this.#settings = settings;
    this.#at = wideCamera(stage);
  }

  /** Where it was last sent. */
  get at(): Camera {
    return this.#at;
  }

  get isZoomed(): boolean {
    return this.#at.zoom > 1.001;
  }

  /** Where `frame` would send it. */
  preview(box: Rect, nowMs: number, mostZoom?: number): Camera {
    const before = { at: this.#at, turned: this.#turned };
    const wanted = this.frame(box, nowMs, mostZoom);
    this.#at = before.at;
    this.#turned = before.turned;
    return wanted;
  }

  /** Sends it to frame `box`. Too soon after zooming out it stays where it is. */
  frame(box: Rect, nowMs: number, mostZoom = this.#settings.intensity): Camera {
    if (!this.#settings.enabled) return this.#at;
    const { intensity } = this.#settings;
    const wanted = clearOfEdges(
      this.#stage,
      box,
      frameBox(this.#stage, box, Math.min(mostZoom, intensity)),
      intensity,
    );
    if (wanted.zoom <= 1.001) return this.wide(nowMs);
    // A nearby target of another size: keep the zoom and pan, unless the target would not fit.
    const change = wanted.zoom / this.#at.zoom;
    if (this.isZoomed && change > 0.85 && change < 1.35)
      return this.#go(frameAt(this.#stage, box, this.#at.zoom), nowMs);
    return this.#go(wanted, nowMs);
  }

  /** Sends it to what is acted on. It stays where that is well inside already: the fields of a form need one movement. */
  attend(box: Rect, nowMs: number): Camera {
    const wanted = this.preview(box, nowMs);
    const change = wanted.zoom / this.#at.zoom;
    if (this.isZoomed && change > 0.85 && change < 1.35 && this.#holds(box)) return this.#at;
    return this.frame(box, nowMs);
  }

  /** Whether all of `box` lies off the edges of the view. */
  #holds(box: Rect): boolean {
    const { width, height, scale } = this.#stage;
    const { x, y, zoom } = this.#at;
    const off = (view: number, at: number, from: number, size: number) =>
      Math.max(Math.abs(from - at), Math.abs(from + size - at)) / (view / zoom / scale / 2);
    return Math.max(off(width, x, box.x, box.width), off(height, y, box.y, box.height)) <= wellInside;
  }

  /** Keeps the zoom and moves just so far that `box` is well inside the view. */
  follow(box: Rect, nowMs: number): Camera {
    if (!this.isZoomed) return this.#at;
    const { scale } = this.#stage;
    const half = {
      x: (this.#stage.width / this.#at.zoom / scale / 2) * 0.7,
      y: (this.#stage.height / this.#at.zoom / scale / 2) * 0.7,
    };
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const x = Math.min(middle.x + half.x, Math.max(middle.x - half.x, this.#at.x));
    const y = Math.min(middle.y + half.y, Math.max(middle.y - half.y, this.#at.y));
    const over = overPage(this.#stage, { x, y }, this.#at.zoom);
    return this.#go(clampCamera(this.#stage, { ...over, zoom: this.#at.zoom }), nowMs);
  }

  wide(nowMs: number): Camera {
    return this.#go(wideCamera(this.#stage), nowMs);
  }

  /** Sees as much of the stage as it may: all of it, or, too soon after coming closer, where it is with `box` in view. */
  standBack(box: Rect, nowMs: number): Camera {
    this.wide(nowMs);
    return this.follow(box, nowMs);
  }

  /** After a cut the picture is another one: the camera starts wide, without a movement. */
  cut(): Camera {
    this.#at = wideCamera(this.#stage);
    this.#turned = null;
    return this.#at;
  }

  #go(wanted: Camera, nowMs: number): Camera {
    const ratio = wanted.zoom / this.#at.zoom;
    const direction = ratio > 1.02 ? 'in' : ratio < 0.98 ? 'out' : null;
    const last = this.#turned;
    if (direction !== null) {
      if (last && last.direction !== direction && nowMs - last.atMs < restBetweenZoomsMs) return this.#at;
      this.#turned = { direction, atMs: nowMs + this.#settings.transitionMs };
    }
    this.#at = wanted;
    return wanted;
  }
}

function frameAt(stage: Stage, box: Rect, zoom: number): Camera {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return clampCamera(stage, { ...overPage(stage, middle, zoom), zoom });
}
