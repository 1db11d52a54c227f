/**
 * The camera: where it goes (`camera`), what its picture shows of a subject and its surroundings (`framing`, `composition`, `pieces`),
 * and what the browser renders for it (`capture-region`). The rest of the drive comes in. Except for `pieces` and `capture-region`,
 * which ask the page, these are functions of boxes.
 */
import { usualIntensity } from '../../contract/presentation.ts';
import { clampCamera, type StageLayout, wideCamera } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';
import { restBetweenZoomsMs } from '../../contract/timing.ts';
import { composeView } from './composition.ts';
import {
  boxAround,
  clearOfEdges,
  columnZoom,
  coveringZoom,
  frameAt,
  frameBox,
  isColumn,
  keepSafe,
  leastZoom,
  readingZoom,
  viewOver,
  viewSize,
} from './framing.ts';
import { isWellInside, shows, touches } from './in-view.ts';
import { leanFrom, leanZoom } from './lean.ts';
import type { Piece } from './piece-reader.ts';

export interface ZoomSettings {
  enabled: boolean;
  /** The largest zoom of the film, 1 to 3. */
  intensity: number;
  transitionMs: number;
}

// The factors by which a zoom may differ from the planned one, where the picture's edge cuts less then.
const nearbyZooms = [1, 0.95, 1.05, 0.9, 1.1, 0.84];
// What is pressed or filled in may be smaller for that, since it is not read but found. Within these, one zoom does for all fields of a form.
const fartherZooms = [1, 0.95, 0.9, 0.84, 0.79, 0.75];
// Of what is taller than the view, the beginning takes this part of it.
const beginning = 0.84;
// A zoom by less than this is no turn. Leaning is less.
const turn = 1.06;

/** Decides where the camera goes. It knows where the camera was sent last, and when it last zoomed. */
export class CameraOperator {
  readonly #stage: StageLayout;
  readonly #settings: ZoomSettings;
  #at: Camera;
  #turned: { direction: 'in' | 'out'; atMs: number } | null = null;
  /** Where the camera came from when it leant towards something. */
  #leansFrom: Camera | null = null;
  /** What stands around what the camera shows; empty where that is not known, or not any more. */
  #around: Piece[] = [];

  constructor(stage: StageLayout, settings: ZoomSettings) {
    this.#stage = stage;
    this.#settings = settings;
    this.#at = wideCamera(stage);
  }

  /** Where the camera was sent last. */
  get at(): Camera {
    return this.#at;
  }

  /** The lower end of a device is out of the picture, so that the camera has to follow what is shown there. */
  get isDeep(): boolean {
    return this.#stage.depth > this.#stage.height;
  }

  get isZoomed(): boolean {
    return this.#at.zoom > leastZoom - 0.01;
  }

  /** Where `frame` would send the camera. */
  preview(box: Rect, nowMs: number, planned?: number, pieces?: Piece[]): Camera {
    return this.#trial(() => this.frame(box, nowMs, planned, pieces));
  }

  /** Where `frameAction` would send the camera. */
  previewAction(box: Rect, nowMs: number): Camera {
    return this.#trial(() => this.frameAction(box, nowMs));
  }

  #trial(move: () => Camera): Camera {
    const before = {
      ...{ at: this.#at, turned: this.#turned, leansFrom: this.#leansFrom, around: this.#around },
    };
    const wanted = move();
    this.#at = before.at;
    this.#turned = before.turned;
    this.#leansFrom = before.leansFrom;
    this.#around = before.around;
    return wanted;
  }

  /**
   * Sends the camera to a close-up of `box`. Too soon after zooming out it stays where it is.
   * @param planned the zoom that the script wants for this shot
   * @param pieces what the picture's edge should not cut
   * @param nearby the factors by which the zoom may be multiplied, so that the edge cuts less
   */
  frame(box: Rect, nowMs: number, planned?: number, pieces: Piece[] = [], nearby = nearbyZooms): Camera {
    if (!this.#settings.enabled) return this.#at;
    const { intensity } = this.#settings;
    const closest = isColumn(this.#stage) ? columnZoom(this.#stage) : Number.POSITIVE_INFINITY;
    const most = Math.min(closestZoom(intensity, planned), closest);
    const framed = frameBox(this.#stage, box, most);
    const wanted = clearOfEdges(this.#stage, box, framed, Math.min(intensity, closest));
    if (wanted.zoom <= 1.001) {
      // What a script wants to show from close and is too wide for that is shown with the page from side to side.
      const isClose = planned !== undefined && planned >= leastZoom;
      const whole = isClose ? this.read(pieces, nowMs, box) : null;
      return whole ?? this.standBack(box, nowMs);
    }
    // For a target that needs about the same zoom, the camera keeps its zoom and only moves.
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
    this.#around = pieces;
    if (pieces.length === 0) return camera;
    return composeView(this.#stage, { subject, camera, zooms }, pieces);
  }

  /** The zoom at which the page goes from side to side; null where this film does not come as close. */
  get #readingZoom(): number | null {
    const zoom = readingZoom(this.#stage);
    const { enabled, intensity } = this.#settings;
    return enabled && zoom !== null && zoom <= intensity + 0.001 ? zoom : null;
  }

  /** Whether the camera shows the page from side to side. */
  get isReading(): boolean {
    const zoom = this.#readingZoom;
    return zoom !== null && Math.abs(this.#at.zoom / zoom - 1) < 0.05;
  }

  /**
   * Sends the camera to the page from side to side, so that its text can be read; null where the page cannot be shown so. The camera keeps its
   * height where it does not know what is there.
   * @param box what is shown, in CSS px; without it, it is what of the pieces is the subject's own
   */
  read(pieces: Piece[], nowMs: number, box: Rect | null = ownBox(pieces)): Camera | null {
    const zoom = this.#readingZoom;
    if (zoom === null) return null;
    const subject = this.#beginningOf(box ?? { x: this.#at.x, y: this.#at.y, width: 0, height: 0 }, zoom);
    return this.#go(this.#composed(subject, frameAt(this.#stage, subject, zoom), [1], pieces), nowMs);
  }

  /** Keeps the zoom while the page scrolls to another place, and moves to the middle of what is there. Its beginning is in view. */
  panWithScroll(pieces: Piece[], nowMs: number): Camera {
    const own = ownBox(pieces);
    this.#around = pieces;
    if (!this.isZoomed || !own) return this.#at;
    const { zoom } = this.#at;
    const box = this.#beginningOf(own, zoom);
    return this.#go(this.#composed(box, frameAt(this.#stage, box, zoom), [1], pieces), nowMs);
  }

  /** Of an element that is taller than the view, the beginning is framed. */
  #beginningOf(box: Rect, zoom: number): Rect {
    return { ...box, height: Math.min(box.height, viewSize(this.#stage, zoom).height * beginning) };
  }

  /**
   * Sends the camera to an element that a step acts on. The camera stays where it is if the element is well inside the view, so that
   * it moves once for all fields of a form.
   * @param shown what is shown where the camera moves: a field with the space below it
   */
  frameAction(box: Rect, nowMs: number, pieces: Piece[] = [], shown: Rect = box): Camera {
    const wanted = this.preview(box, nowMs);
    // Beside the middle of a column, every line would lose its beginning or its end.
    if (isColumn(this.#stage) && keepSafe(this.#stage, box, wanted).x !== wanted.x)
      return this.standBack(box, nowMs);
    const change = wanted.zoom / this.#at.zoom;
    if (this.isZoomed && change > 0.85 && change < 1.35 && isWellInside(this.#stage, this.#at, box)) {
      this.#around = pieces;
      return this.#at;
    }
    // An intensity that somebody has chosen is kept.
    const isUsual = this.#settings.intensity === usualIntensity;
    this.frame(shown, nowMs, undefined, pieces, isUsual ? fartherZooms : [1]);
    return this.#safely(box);
  }

  /** Whether something of `box` is in the view. */
  touches(box: Rect): boolean {
    return touches(this.#stage, this.#at, box);
  }

  /** Keeps the zoom, and moves only as far as it has to so that all of `box` is well inside the view. */
  follow(box: Rect, nowMs: number): Camera {
    if (!this.isZoomed && !this.isDeep) return this.#at;
    const { zoom } = this.#at;
    const view = viewSize(this.#stage, zoom);
    const along = (at: number, from: number, size: number, seen: number) => {
      const reach = Math.max(0, Math.min(seen * 0.35, seen * 0.48 - size / 2));
      return Math.min(from + size / 2 + reach, Math.max(from + size / 2 - reach, at));
    };
    const x = along(this.#at.x, box.x, box.width, view.width);
    // Of what is taller than the view, the beginning is shown.
    const y = along(this.#at.y, box.y, Math.min(box.height, view.height * 0.8), view.height);
    if (!this.isZoomed) return this.#go(clampCamera(this.#stage, { ...this.#at, y }), nowMs);
    this.#go(viewOver(this.#stage, { x, y }, zoom), nowMs);
    return this.#safely(box);
  }

  /** What is pressed stays off the picture's edges, also where the page ends just beside it. */
  #safely(box: Rect): Camera {
    if (this.isZoomed) this.#at = keepSafe(this.#stage, box, this.#at);
    return this.#at;
  }

  /**
   * Moves a little, so that a long rest is no photograph: towards `box`, or a little aside and back the next time. The movement is too small
   * to be noticed as one. It never zooms out, so that it turns nothing back.
   */
  lean(box: Rect | null): Camera {
    const most = Math.min(leanZoom, this.#settings.intensity);
    if (!this.#settings.enabled || most < 1.01) return this.#at;
    if (box && this.isZoomed && !shows(this.#stage, this.#at, box))
      return this.follow(box, Number.NEGATIVE_INFINITY);
    const leaning = leanFrom(this.#stage, {
      at: this.#at,
      isZoomed: this.isZoomed,
      leansFrom: this.#leansFrom,
      towards: box,
      zoom: most,
      around: this.#around,
    });
    if (leaning) {
      this.#leansFrom = leaning.leansFrom;
      this.#at = leaning.at;
    }
    return this.#at;
  }

  /** Sends the camera back to the whole stage. Too soon after zooming in it stays where it is. */
  wide(nowMs: number): Camera {
    const home = wideCamera(this.#stage);
    // A camera that leans shows the whole stage already.
    const leans = (Math.abs(this.#at.y - home.y) * this.#stage.scale) / this.#stage.height < leanZoom - 1;
    return !this.isZoomed && leans ? this.#at : this.#go(home, nowMs);
  }

  /** Sends the camera back to the whole stage. Too soon after zooming in, it only moves so that `box` is in view. */
  standBack(box: Rect, nowMs: number): Camera {
    this.wide(nowMs);
    return this.follow(box, nowMs);
  }

  /** The camera of a new scene: the whole stage, without a movement. The last zoom does not count any more. */
  cut(): Camera {
    this.#at = wideCamera(this.#stage);
    this.#turned = null;
    this.#leansFrom = null;
    this.#around = [];
    return this.#at;
  }

  #go(wanted: Camera, nowMs: number): Camera {
    const ratio = wanted.zoom / this.#at.zoom;
    const direction = ratio > turn ? 'in' : ratio < 1 / turn ? 'out' : null;
    this.#leansFrom = null;
    const last = this.#turned;
    if (direction !== null) {
      if (last && last.direction !== direction && nowMs - last.atMs < restBetweenZoomsMs) return this.#at;
      this.#turned = { direction, atMs: nowMs + this.#settings.transitionMs };
    }
    this.#at = wanted;
    return wanted;
  }
}

/** What of the pieces is the subject's own and scrolls with it. */
function ownBox(pieces: Piece[]): Rect | null {
  const own = pieces.filter((piece) => piece.own && !piece.pinned);
  return own.length > 0 ? boxAround(own) : null;
}

/**
 * The largest zoom of a shot. The `zoom` in a script is meant for the usual intensity. A higher intensity raises the zoom of every shot
 * and keeps their order. A lower one is a limit. No shot has a larger zoom than the intensity.
 * @param planned the script's `zoom` for the shot. Without one, the intensity alone decides.
 */
function closestZoom(intensity: number, planned = intensity): number {
  if (planned >= usualIntensity) return intensity;
  if (intensity <= usualIntensity) return Math.min(planned, intensity);
  return 1 + ((planned - 1) * (intensity - 1)) / (usualIntensity - 1);
}
