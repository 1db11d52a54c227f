import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';
import type { ResolvedPresentation } from '../presentation.ts';
import type { Stage } from '../stage.ts';
import type { Rect, TakeFrame } from '../take.ts';
import { registerFonts } from './fonts.ts';
import { type WindowMotion, windowMotion } from './motion.ts';
import { createOverlays } from './overlays.ts';
import { type Capture, createStagePainter, type Shot } from './stage-painter.ts';

export interface FilmOptions {
  stage: Stage;
  presentation: ResolvedPresentation;
  /** Bytes of the picture of an `imageUrl` background, fetched by the caller. */
  backgroundImage: Uint8Array | null;
  watermark: boolean;
  fps: number;
}

/** Dresses the frames of one take, in their order. */
export interface Film {
  /**
   * Composes a frame; `picture` is its decoded image, null where the last one still holds. Answers false where nothing
   * on the output changed, so that the last composed frame holds too.
   */
  compose(frame: TakeFrame, picture: Image | null, remainingMs: number): boolean;
  /** RGBA, opaque, of the last composed frame. */
  pixels(): Uint8Array;
  /** True where the last composed frame would make a clean still: camera and window at rest, nothing half-way. */
  settled(): boolean;
  /** A frame as it looks at rest, without fade and window motion, scaled to `width`. */
  still(frame: TakeFrame, picture: Image, clip: Rect, width: number): Canvas;
}

export async function createFilm(options: FilmOptions): Promise<Film> {
  registerFonts();
  const { stage, presentation } = options;
  const painter = await createStagePainter(stage, presentation, options.backgroundImage);
  const overlays = createOverlays(stage, presentation, options.watermark, options.fps);
  // What lies below the cursor stays on its own canvas, so that a frame in which only the cursor moves costs one copy.
  const below = createCanvas(stage.width, stage.height);
  const belowContext = below.getContext('2d');
  const whole = createCanvas(stage.width, stage.height);
  const context = whole.getContext('2d');

  let captures: Capture[] = [];
  let shotKey = '';
  let overlayKey = '';
  let atRest = false;

  return {
    compose(frame, picture, remainingMs) {
      if (picture) captures = withCapture(captures, { picture, clip: frame.clip }, stage);
      const motion = windowMotion(presentation.windowAnimation, frame.timeMs, remainingMs);
      const shot: Shot = { camera: frame.camera, motion, page: frame.page, captures };
      const key = keyOf(frame, motion);
      const moved = key !== shotKey;
      const moment = { frame, motion, remainingMs };
      const above = overlays.advance(moment);
      atRest = !moved && !motion && !overlays.busy();
      if (!moved && !picture && above === overlayKey) return false;
      // While the window moves, it moves with its page.
      if (moved || (picture && motion)) painter.paint(belowContext, shot);
      else if (picture) painter.repaintPage(belowContext, shot);
      [shotKey, overlayKey] = [key, above];
      context.drawImage(below, 0, 0);
      overlays.paint(context, moment);
      return true;
    },
    pixels: () => whole.data(),
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

const keyOf = ({ camera, page }: TakeFrame, motion: WindowMotion | null) =>
  JSON.stringify([camera.x, camera.y, camera.zoom, page.title, page.url, motion]);

/** A capture of the whole viewport replaces all before it; one of a part lies upon the last whole one. */
function withCapture(captures: Capture[], next: Capture, stage: Stage): Capture[] {
  const isWhole = ({ clip }: Capture) =>
    clip.width * stage.scale > stage.content.width - 2 &&
    clip.height * stage.scale > stage.content.height - 2;
  if (isWhole(next)) return [next];
  const whole = captures.find(isWhole);
  return whole ? [whole, next] : [next];
}
