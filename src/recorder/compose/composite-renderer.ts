import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { DressedPresentation } from '../contract/presentation.ts';
import { onOutput, type StageLayout } from '../contract/stage-layout.ts';
import type { Point, Rect, TakeFrame } from '../contract/take-frame.ts';
import { KeptStage, type Zoomed } from './kept-stage.ts';
import { registerFonts } from './paint/fonts.ts';
import { type FilmMoment, type OverlayState, Overlays } from './paint/overlays.ts';
import { type Capture, shownCaptures } from './paint/page-painter.ts';
import { createStagePainter, type StageFrame, type StagePainter, stageKey } from './paint/stage-painter.ts';
import { type WindowMotion, windowMotion } from './paint/transitions.ts';
import { DecodedPicture, type Picture } from './pixels/decoded-picture.ts';
import { alignedToEvenPixels, enclosingRect } from './pixels/rectangles.ts';
import { type UntouchedPart, untouchedPart } from './pixels/untouched.ts';

export interface CompositeOptions {
  stage: StageLayout;
  presentation: DressedPresentation;
  /** Bytes of the picture of an `imageUrl` background, fetched by the caller. */
  backgroundImage: Uint8Array | null;
  watermark: boolean;
  fps: number;
}

/** Composes the frames of one take, in their order: background, window, page and overlays. */
export interface CompositeRenderer {
  /**
   * Composes a frame. `picture` is its decoded image, or null where the last picture is still valid. Returns what changed, or
   * null where nothing did: then the last composed frame is valid for this frame too.
   */
  compose(frame: TakeFrame, picture: Picture | null, remainingMs: number): Composed | null;
  /**
   * Takes the place of composing all frames `before` the next one, in their order, where only the next one is to be seen. `captures` are
   * what those frames leave on the screen.
   */
  seek(before: Iterable<{ frame: TakeFrame; remainingMs: number }>, captures: Capture[]): void;
  /** The last composed frame, opaque. Only the parts that `drawn` names are up to date. */
  readonly canvas: Canvas;
  /** Whether the last composed frame would make a clean still: camera and window rest, and no overlay is half-way. */
  isAtRest(): boolean;
  /** Paints a frame as it looks at rest, without fade and window motion, scaled to `width`. */
  paintStill(frame: TakeFrame, picture: Picture, clip: Rect, width: number): Canvas;
  /** Paints the frame that was composed last in the same way, but small from the beginning and from what is decoded already; null before the first. */
  paintGlance(frame: TakeFrame, width: number): Canvas | null;
}

/** What of the output a frame changed. */
export interface Composed {
  /** The whole output is a frame that was kept, seen through this frame's camera. Null for a caller that keeps none. */
  zoomed: Zoomed | null;
  /** The part that is the new picture itself, pixel for pixel. It was not drawn. */
  copied: { picture: DecodedPicture; from: Point; to: Rect } | null;
  /** The parts that were drawn, over the copied one. They lie on even pixels. */
  drawn: Rect[];
}

/**
 * @param given a painter, where one of the same stage, background and window is there already; and whether the caller keeps frames
 *   and shows them through another camera, as `Composed.zoomed` says
 */
export async function createCompositeRenderer(
  options: CompositeOptions,
  given: { painter?: StagePainter; keepsFrames?: boolean } = {},
): Promise<CompositeRenderer> {
  registerFonts();
  const painter = given.painter ?? (await createPainter(options));
  return new CanvasRenderer(options, painter, given.keepsFrames === true);
}

/** Paints background and shadow, which takes most of the time until a first frame: 60 ms at 1080p. */
export const createPainter = ({ stage, presentation, backgroundImage }: CompositeOptions) =>
  createStagePainter(stage, presentation, backgroundImage);

class CanvasRenderer implements CompositeRenderer {
  readonly canvas: Canvas;
  readonly #context: SKRSContext2D;
  readonly #stage: StageLayout;
  readonly #presentation: DressedPresentation;
  readonly #painter: StagePainter;
  readonly #startOverlays: () => Overlays;
  #overlays: Overlays;
  #overlayState: OverlayState = noOverlays;
  #captures: Capture[] = [];
  #stageKey = '';
  #isAtRest = false;
  readonly #kept: KeptStage | null;
  /** The output was made larger or smaller from a kept frame, and is not yet what drawing would make of it. */
  #isZoomed = false;

  constructor(
    { stage, presentation, watermark, fps }: CompositeOptions,
    painter: StagePainter,
    keepsFrames: boolean,
  ) {
    this.#stage = stage;
    this.#presentation = presentation;
    this.#painter = painter;
    this.#startOverlays = () => new Overlays(stage, presentation, watermark, fps);
    this.#overlays = this.#startOverlays();
    this.canvas = createCanvas(stage.width, stage.height);
    this.#context = this.canvas.getContext('2d');
    this.#kept = keepsFrames ? new KeptStage(stage, painter) : null;
  }

  compose(frame: TakeFrame, picture: Picture | null, remainingMs: number): Composed | null {
    const stage = this.#stage;
    if (picture) this.#captures = this.#withCapture({ picture, clip: frame.clip });
    const motion = windowMotion(this.#presentation.windowAnimation, frame.timeMs, remainingMs);
    const staged: StageFrame = { camera: frame.camera, motion, page: frame.page, captures: this.#captures };
    const moment: FilmMoment = { frame, motion, remainingMs };
    const key = keyOf(frame, motion);
    const hasMoved = key !== this.#stageKey;
    const before = this.#overlayState;
    const overlays = this.#overlays.advance(moment);
    this.#overlayState = overlays;
    this.#stageKey = key;
    this.#isAtRest = !hasMoved && !motion && !this.#overlays.isMoving();

    // While the window moves, the whole stage is painted anew. Otherwise only the parts are painted in which something changed.
    const isRestaged = hasMoved || motion !== null || this.#isZoomed;
    const redrawsAll = isRestaged || overlays.wholeOutputKey !== before.wholeOutputKey;
    this.#isZoomed = false;
    if (this.#kept && overlays.plates && hasMoved && !motion && !picture) {
      const zoomed = this.#kept.through(staged);
      this.#isZoomed = zoomed.base === null;
      const pointer = overlays.pointerBounds;
      const parts = [...zoomed.beside, ...overlays.plates, ...(pointer ? [pointer] : [])];
      return { zoomed, copied: null, drawn: this.#drawAll(parts, staged, moment, true) };
    }
    const hasPointerChanged = overlays.pointerKey !== before.pointerKey;
    const changedPointer = hasPointerChanged
      ? enclosingRect(before.pointerBounds, overlays.pointerBounds)
      : null;
    const copied = redrawsAll ? null : untouchedPage(picture, staged, stage);
    if (copied && overlays.plates) {
      // The copy covers the overlays, so all of them are drawn again.
      const pointer = hasPointerChanged ? changedPointer : overlays.pointerBounds;
      const parts = [...copied.beside, ...overlays.plates, ...(pointer ? [pointer] : [])];
      return { zoomed: null, copied, drawn: this.#drawAll(parts, staged, moment, isRestaged) };
    }
    const output = { x: 0, y: 0, width: stage.width, height: stage.height };
    const page = picture && pageBounds(stage, frame);
    const changed = redrawsAll ? output : enclosingRect(page, changedPointer);
    const drawn = changed && this.#draw(changed, staged, moment, isRestaged);
    return drawn && { zoomed: null, copied: null, drawn: [drawn] };
  }

  seek(before: Iterable<{ frame: TakeFrame; remainingMs: number }>, captures: Capture[]): void {
    this.#overlays = this.#startOverlays();
    for (const { frame, remainingMs } of before) {
      const motion = windowMotion(this.#presentation.windowAnimation, frame.timeMs, remainingMs);
      this.#overlays.advance({ frame, motion, remainingMs });
    }
    this.#captures = captures;
    // The next frame is drawn as a whole.
    this.#stageKey = '';
    this.#overlayState = noOverlays;
  }

  isAtRest(): boolean {
    return this.#isAtRest;
  }

  paintStill(frame: TakeFrame, picture: Picture, clip: Rect, width: number): Canvas {
    const stage = this.#stage;
    const full = createCanvas(stage.width, stage.height);
    const context = full.getContext('2d');
    this.#painter.paint(context, {
      camera: frame.camera,
      motion: null,
      page: frame.page,
      captures: [{ picture, clip }],
    });
    this.#overlays.paintAtRest(context, frame);
    if (width >= stage.width) return full;
    const small = createCanvas(width, Math.round((stage.height * width) / stage.width));
    const smallContext = small.getContext('2d');
    smallContext.imageSmoothingQuality = 'high';
    smallContext.drawImage(full, 0, 0, small.width, small.height);
    return small;
  }

  paintGlance(frame: TakeFrame, width: number): Canvas | null {
    if (this.#captures.length === 0) return null;
    const stage = this.#stage;
    const ratio = Math.min(1, width / stage.width);
    const small = createCanvas(Math.round(stage.width * ratio), Math.round(stage.height * ratio));
    const context = small.getContext('2d');
    // The text of the page would be jagged otherwise.
    context.imageSmoothingQuality = 'high';
    context.scale(ratio, ratio);
    this.#painter.paint(context, {
      camera: frame.camera,
      motion: null,
      page: frame.page,
      captures: this.#captures,
    });
    this.#overlays.paintAtRest(context, frame);
    return small;
  }

  #withCapture(next: Capture): Capture[] {
    const captures = shownCaptures(this.#captures, next, this.#stage);
    const [whole] = captures;
    // The whole capture is needed longer than its memory is valid, so it is kept as a canvas.
    if (whole && whole !== next && whole.picture instanceof DecodedPicture) whole.picture.toCanvas();
    return captures;
  }

  #drawAll(parts: Rect[], staged: StageFrame, moment: FilmMoment, isRestaged: boolean): Rect[] {
    return parts.map((part) => this.#draw(part, staged, moment, isRestaged)).filter((part) => part !== null);
  }

  /** Draws what lies inside `rect`. @returns the part that was drawn, on even pixels; null where `rect` is outside the output. */
  #draw(rect: Rect, staged: StageFrame, moment: FilmMoment, isRestaged: boolean): Rect | null {
    const part = alignedToEvenPixels(rect, this.#stage);
    if (!part) return null;
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(part.x, part.y, part.width, part.height);
    context.clip();
    if (isRestaged) this.#painter.paint(context, staged);
    else this.#painter.repaintPage(context, staged, part);
    this.#overlays.paint(context, moment);
    context.restore();
    return part;
  }
}

const noOverlays: OverlayState = { wholeOutputKey: '', pointerKey: '', pointerBounds: null, plates: null };

/** The part of the output that can be copied from the newest picture; null where the picture has to be drawn. */
function untouchedPage(
  picture: Picture | null,
  { camera, captures }: StageFrame,
  stage: StageLayout,
): (UntouchedPart & { picture: DecodedPicture }) | null {
  const newest = captures.at(-1);
  if (!newest || !(picture instanceof DecodedPicture) || !picture.isBesidePlanes) return null;
  const part = untouchedPart(stage, camera, { picture, clip: newest.clip });
  return part && { ...part, picture };
}

/** Where the page lies on the output: all that a new picture may change. */
function pageBounds(stage: StageLayout, { camera }: TakeFrame): Rect | null {
  const { width, height } = stage.content;
  const page = onOutput(stage, camera, {
    x: 0,
    y: 0,
    width: width / stage.scale,
    height: height / stage.scale,
  });
  // Pictures are drawn on whole pixels, so they reach up to one pixel beyond the page's exact bounds.
  return alignedToEvenPixels(
    { x: page.x - 2, y: page.y - 2, width: page.width + 4, height: page.height + 4 },
    stage,
  );
}

const keyOf = (frame: TakeFrame, motion: WindowMotion | null) =>
  `${stageKey(frame)} ${JSON.stringify(motion)}`;
