import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { ResolvedPresentation } from '../contract/presentation.ts';
import { onOutput, type StageLayout } from '../contract/stage-layout.ts';
import type { Point, Rect, TakeFrame } from '../contract/take-frame.ts';
import { registerFonts } from './paint/fonts.ts';
import { type WindowMotion, windowMotion } from './paint/motion.ts';
import { type Above, createOverlays } from './paint/overlays.ts';
import type { Capture } from './paint/page-painter.ts';
import { createStagePainter, type StageFrame } from './paint/stage-painter.ts';
import { around, onEvenPixels } from './pixels/changed.ts';
import { type Picture, Pixels } from './pixels/pixels.ts';
import { type Untouched, untouched } from './pixels/untouched.ts';

export interface CompositeOptions {
  stage: StageLayout;
  presentation: ResolvedPresentation;
  /** Bytes of the picture of an `imageUrl` background, fetched by the caller. */
  backgroundImage: Uint8Array | null;
  watermark: boolean;
  fps: number;
}

/** Dresses the frames of one take, in their order. */
export interface CompositeRenderer {
  /**
   * Composes a frame; `picture` is its decoded image, null where the last one still holds. Answers what changed; null where
   * nothing did, so that the last composed frame holds too.
   */
  compose(frame: TakeFrame, picture: Picture | null, remainingMs: number): Composed | null;
  /** Where `drawn` says so, the last composed frame, opaque. */
  readonly canvas: Canvas;
  /** True where the last composed frame would make a clean still: camera and window at rest, nothing half-way. */
  settled(): boolean;
  /** A frame as it looks at rest, without fade and window motion, scaled to `width`. */
  still(frame: TakeFrame, picture: Picture, clip: Rect, width: number): Canvas;
}

/** What of the output a frame changed. */
export interface Composed {
  /** What is the new picture itself, and was not drawn. */
  taken: { picture: Pixels; from: Point; to: Rect } | null;
  /** What was drawn, upon that: on even pixels. */
  drawn: Rect[];
}

export async function createCompositeRenderer(options: CompositeOptions): Promise<CompositeRenderer> {
  registerFonts();
  const { stage, presentation } = options;
  const painter = await createStagePainter(stage, presentation, options.backgroundImage);
  const overlays = createOverlays(stage, presentation, options.watermark, options.fps);
  const whole = createCanvas(stage.width, stage.height);
  const context = whole.getContext('2d');

  const output = { x: 0, y: 0, width: stage.width, height: stage.height };
  let captures: Capture[] = [];
  let shotKey = '';
  let above: Above = { scene: '', marks: '', place: null, still: null };
  let atRest = false;

  return {
    compose(frame, picture, remainingMs) {
      if (picture) captures = withCapture(captures, { picture, clip: frame.clip }, stage);
      const motion = windowMotion(presentation.windowAnimation, frame.timeMs, remainingMs);
      const shot: StageFrame = { camera: frame.camera, motion, page: frame.page, captures };
      const key = keyOf(frame, motion);
      const moved = key !== shotKey;
      const moment = { frame, motion, remainingMs };
      const before = above;
      above = overlays.advance(moment);
      shotKey = key;
      atRest = !moved && !motion && !overlays.busy();
      // While the window moves, all of it is drawn anew; else only what lies where something changed.
      const restaged = moved || motion !== null;
      const draw = (place: Rect): Rect | null => {
        const part = onEvenPixels(place, stage);
        if (!part) return null;
        within(context, part, () => {
          if (restaged) painter.paint(context, shot);
          else painter.repaintPage(context, shot, part);
          overlays.paint(context, moment);
        });
        return part;
      };
      const marks = above.marks === before.marks ? above.place : around(before.place, above.place);
      const asItIs = restaged || above.scene !== before.scene ? null : pageAsItIs(picture, shot, stage);
      if (asItIs && above.still) {
        const parts = [...asItIs.beside, ...above.still, ...(marks ? [marks] : [])];
        return { taken: asItIs, drawn: parts.map(draw).filter((part) => part !== null) };
      }
      const page = picture && pagePlace(stage, frame);
      const changedMarks = above.marks === before.marks ? null : marks;
      const place = restaged || above.scene !== before.scene ? output : around(page, changedMarks);
      const drawn = place && draw(place);
      return drawn && { taken: null, drawn: [drawn] };
    },
    canvas: whole,
    settled: () => atRest,
    still(frame, picture, clip, width) {
      const full = createCanvas(stage.width, stage.height);
      const own = full.getContext('2d');
      painter.paint(own, {
        camera: frame.camera,
        motion: null,
        page: frame.page,
        captures: [{ picture, clip }],
      });
      overlays.paintAtRest(own, frame);
      if (width >= stage.width) return full;
      const small = createCanvas(width, Math.round((stage.height * width) / stage.width));
      const smallContext = small.getContext('2d');
      smallContext.imageSmoothingQuality = 'high';
      smallContext.drawImage(full, 0, 0, small.width, small.height);
      return small;
    },
  };
}

/** Where the newest picture need not be drawn, because it is seen as it is. */
function pageAsItIs(
  picture: Picture | null,
  { camera, captures }: StageFrame,
  stage: StageLayout,
): (Untouched & { picture: Pixels }) | null {
  const newest = captures.at(-1);
  if (!newest || !(picture instanceof Pixels) || !picture.besidePlanes) return null;
  const place = untouched(stage, camera, { picture, clip: newest.clip });
  return place && { ...place, picture };
}

/** Where the page is on the output: all of it that a new picture may change. */
function pagePlace(stage: StageLayout, { camera }: TakeFrame): Rect | null {
  const { width, height } = stage.content;
  const place = onOutput(stage, camera, {
    x: 0,
    y: 0,
    width: width / stage.scale,
    height: height / stage.scale,
  });
  // Pictures lie on whole pixels, up to one beside their place.
  return onEvenPixels(
    { x: place.x - 2, y: place.y - 2, width: place.width + 4, height: place.height + 4 },
    stage,
  );
}

/** Draws, and changes nothing outside `place`. */
function within(context: SKRSContext2D, place: Rect, draw: () => void) {
  context.save();
  context.beginPath();
  context.rect(place.x, place.y, place.width, place.height);
  context.clip();
  draw();
  context.restore();
}

const keyOf = ({ camera, page }: TakeFrame, motion: WindowMotion | null) =>
  JSON.stringify([camera.x, camera.y, camera.zoom, page, motion]);

/** A capture of the whole viewport replaces all before it; one of a part lies upon the last whole one. */
function withCapture(captures: Capture[], next: Capture, stage: StageLayout): Capture[] {
  const isWhole = ({ clip }: Capture) =>
    clip.width * stage.scale > stage.content.width - 2 &&
    clip.height * stage.scale > stage.content.height - 2;
  if (isWhole(next)) return [next];
  const whole = captures.find(isWhole);
  // It stays for longer than its memory.
  if (whole?.picture instanceof Pixels) whole.picture.whole();
  return whole ? [whole, next] : [next];
}
