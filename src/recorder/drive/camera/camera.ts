import { usualIntensity } from '../../contract/presentation.ts';
import { type StageLayout, wideCamera } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';
import { minimumJerk } from '../pace/motion.ts';
import { compose } from './composition.ts';
import {
  boxAround,
  clearOfEdges,
  coveringZoom,
  frameAt,
  frameBox,
  leastZoom,
  viewOver,
  viewSize,
} from './framing.ts';
import type { Piece } from './pieces.ts';

export interface ZoomSettings {
  enabled: boolean;
  /** The largest zoom of the film, 1 to 3. */
  intensity: number;
  transitionMs: number;
}

// In and out again within this time makes the viewer sick.
const restBetweenZoomsMs = 1_800;
// What is acted on may reach so far from the middle before the camera follows, as a part of the way to the edge: fields are wide.
const wellInside = { across: 0.92, down: 0.8 };
// A little farther or closer than planned is tried, where the picture's edge would run through something else.
const nearbyZooms = [1, 0.95, 1.05, 0.9, 1.1, 0.84];

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
  readonly #stage: StageLayout;
  readonly #settings: ZoomSettings;
  #at: Camera;
  #turned: { direction: 'in' | 'out'; atMs: number } | null = null;

  constructor(stage: StageLayout, settings: ZoomSettings) {
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
  preview(box: Rect, nowMs: number, planned?: number, pieces?: Piece[]): Camera {
    const before = { at: this.#at, turned: this.#turned };
    const wanted = this.frame(box, nowMs, planned, pieces);
    this.#at = before.at;
    this.#turned = before.turned;
    return wanted;
  }

  /**
   * Sends it to frame `box`. Too soon after zooming out it stays where it is.
   * @param planned how close the script wants this shot
   * @param pieces what should not be cut by the picture's edge
   * @param nearby what its zoom may be multiplied by, so that the edge lies better
   */
  frame(box: Rect, nowMs: number, planned?: number, pieces: Piece[] = [], nearby = nearbyZooms): Camera {
    if (!this.#settings.enabled) return this.#at;
    const { intensity } = this.#settings;
    const most = closestZoom(intensity, planned);
    const wanted = clearOfEdges(this.#stage, box, frameBox(this.#stage, box, most), intensity);
    if (wanted.zoom <= 1.001) return this.wide(nowMs);
    // A nearby target of another size: keep the zoom and pan, unless the target would not fit.
    const change = wanted.zoom / this.#at.zoom;
    if (this.isZoomed && change > 0.85 && change < 1.35)
      return this.#go(this.#composed(box, frameAt(this.#stage, box, this.#at.zoom), [1], pieces), nowMs);
    const least = Math.min(wanted.zoom, Math.max(leastZoom, coveringZoom(this.#stage)));
    const zooms = nearby.filter((factor) => {
      const zoom = wanted.zoom * factor;
      return factor === 1 || (zoom >= least && zoom <= most);
    });
    return this.#go(this.#composed(box, wanted, zooms, pieces), nowMs);
  }

  #composed(subject: Rect, camera: Camera, zooms: number[], pieces: Piece[]): Camera {
    if (pieces.length === 0) return camera;
    return compose(this.#stage, { subject, camera, zooms }, pieces);
  }

  /** On the way to another place, close as it is: in the middle of what is there, its beginning in view. */
  along(pieces: Piece[], nowMs: number): Camera {
    const own = pieces.filter((piece) => piece.own && !piece.pinned);
    if (!this.isZoomed || own.length === 0) return this.#at;
    // Of what is taller than the view, its beginning.
    const all = boxAround(own);
    const most = viewSize(this.#stage, this.#at.zoom).height * 0.84;
    const box = { ...all, height: Math.min(all.height, most) };
    return this.#go(this.#composed(box, frameAt(this.#stage, box, this.#at.zoom), [1], pieces), nowMs);
  }

  /** Sends it to what is acted on. It stays where that is well inside already: the fields of a form need one movement. */
  attend(box: Rect, nowMs: number, pieces: Piece[] = []): Camera {
    const wanted = this.preview(box, nowMs);
    const change = wanted.zoom / this.#at.zoom;
    if (this.isZoomed && change > 0.85 && change < 1.35 && this.#holds(box)) return this.#at;
    return this.frame(box, nowMs, undefined, pieces, [1]);
  }

  /** Whether all of `box` lies off the edges of the view. */
  #holds(box: Rect): boolean {
    const { width, height, scale } = this.#stage;
    const { x, y, zoom } = this.#at;
    const off = (view: number, at: number, from: number, size: number) =>
      Math.max(Math.abs(from - at), Math.abs(from + size - at)) / (view / zoom / scale / 2);
    return (
      off(width, x, box.x, box.width) <= wellInside.across &&
      off(height, y, box.y, box.height) <= wellInside.down
    );
  }

  /** Keeps the zoom and moves just so far that all of `box` is well inside the view. */
  follow(box: Rect, nowMs: number): Camera {
    if (!this.isZoomed) return this.#at;
    const { zoom } = this.#at;
    const view = viewSize(this.#stage, zoom);
    const along = (at: number, from: number, size: number, seen: number) => {
      const reach = Math.max(0, Math.min(seen * 0.35, seen * 0.48 - size / 2));
      return Math.min(from + size / 2 + reach, Math.max(from + size / 2 - reach, at));
    };
    const x = along(this.#at.x, box.x, box.width, view.width);
    const y = along(this.#at.y, box.y, box.height, view.height);
    return this.#go(viewOver(this.#stage, { x, y }, zoom), nowMs);
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

/**
 * How close a shot may come. What a script says of a shot holds at the usual intensity: a higher one brings every shot closer
 * and keeps their order, a lower one is a ceiling. No shot comes closer than the intensity.
 * @param planned the script's `zoom` for the shot; without one, the intensity alone decides
 */
function closestZoom(intensity: number, planned = intensity): number {
  if (planned >= usualIntensity) return intensity;
  if (intensity <= usualIntensity) return Math.min(planned, intensity);
  return 1 + ((planned - 1) * (intensity - 1)) / (usualIntensity - 1);
}
