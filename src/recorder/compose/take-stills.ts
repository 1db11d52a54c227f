import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { FrameOutline, StoredPicture, TakeFrame } from '../contract/take-frame.ts';
import { type CompositeOptions, createCompositeRenderer, createPainter } from './composite-renderer.ts';
import { pageColors } from './page-colors.ts';
import { shownCaptures } from './paint/page-painter.ts';
import type { StagePainter } from './paint/stage-painter.ts';
import type { DecodedPicture } from './pixels/decoded-picture.ts';
import { createDecoder } from './pixels/decoder.ts';

/**
 * Paints single frames of films of one take, as their compositor would: with the same renderer, and without the frames between. What
 * was decoded and painted for the last ones is kept for the next.
 */
export interface StillPainter {
  /**
   * @param film all frames of the film in order, and how it looks
   * @param indexes the frames to paint
   * @returns JPEGs of them as the film shows them, no wider than `width`
   */
  paint(film: StillFilm, indexes: readonly number[], width: number): Promise<Uint8Array[]>;
  /** The page's own colours at the beginning and at the end of the film, as `#rrggbb`. */
  colors(film: Pick<StillFilm, 'frames' | 'stage'>): Promise<string[]>;
}

export interface StillFilm extends CompositeOptions {
  frames: readonly FrameOutline[];
}

/** The quality of the pictures of which films are made. */
const jpegQuality = 90;
const mostColors = 6;

/** @param read reads a JPEG of the take */
export function createStillPainter(read: (place: StoredPicture) => Promise<Uint8Array>): StillPainter {
  const pictureOf = createPictureCache(read);
  const painterOf = createPainterCache();
  return {
    async paint(film, indexes, width) {
      const { frames, fps } = film;
      const renderer = await createCompositeRenderer(film, { painter: await painterOf(film) });
      const moments = frames.map(({ picture: _, shotZoom: __, ...frame }) => ({
        frame: { ...frame, image: null } satisfies TakeFrame,
        remainingMs: ((frames.length - 1 - frame.index) / fps) * 1000,
      }));
      const stills: Promise<Uint8Array>[] = [];
      for (const index of indexes) {
        const captures = [];
        for (const { picture, clip } of shownAt(film, index))
          captures.push({ picture: await pictureOf(picture!), clip });
        renderer.seek(moments.slice(0, index), captures);
        const { frame, remainingMs } = moments[index]!;
        renderer.compose(frame, null, remainingMs);
        // A smaller copy is encoded in another thread while the next frame is painted.
        const still = narrowed(renderer.canvas, width);
        const encoded = still.encode('jpeg', jpegQuality);
        stills.push(encoded);
        if (still === renderer.canvas) await encoded;
      }
      return Promise.all(stills);
    },
    async colors(film) {
      const shown = [shownAt(film, 0), shownAt(film, film.frames.length - 1)].map(([whole]) => whole);
      const pictures = shown.flatMap((frame) => (frame?.picture ? [pictureOf(frame.picture)] : []));
      return pageColors(await Promise.all(pictures), mostColors);
    },
  };
}

/** The frames whose pictures are on the screen in a frame. */
function shownAt({ frames, stage }: Pick<StillFilm, 'frames' | 'stage'>, index: number): FrameOutline[] {
  let shown: FrameOutline[] = [];
  for (const frame of frames.slice(0, index + 1))
    if (frame.picture) shown = shownCaptures(shown, frame, stage);
  return shown;
}

function narrowed(canvas: Canvas, width: number): Canvas {
  if (width >= canvas.width) return canvas;
  const small = createCanvas(width, Math.round((canvas.height * width) / canvas.width));
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return small;
}

/** Decoded pictures of a take. One takes 16 MB at 1080p. A still needs at most two, and mostly the same few stills are asked for. */
type PictureCache = (place: StoredPicture) => Promise<DecodedPicture>;
const mostPictures = 8;

function createPictureCache(read: (place: StoredPicture) => Promise<Uint8Array>): PictureCache {
  // No buffers: each picture has memory of its own, since it is kept.
  const decode = createDecoder([]);
  const kept = new Map<number, DecodedPicture>();
  return async (place) => {
    const picture = kept.get(place.at) ?? decode(await read(place));
    kept.delete(place.at);
    kept.set(place.at, picture);
    const [oldest] = kept.keys();
    if (kept.size > mostPictures && oldest !== undefined) kept.delete(oldest);
    return picture;
  };
}

/** Keeps the last painter, since most changes concern cursor, clicks, camera and fades, which it does not paint. */
function createPainterCache(): (film: CompositeOptions) => Promise<StagePainter> {
  let last: { look: string; image: Uint8Array | null; painter: StagePainter } | null = null;
  return async (film) => {
    const { stage, presentation, backgroundImage: image } = film;
    const look = JSON.stringify([stage, presentation.background, presentation.mockup]);
    // The same picture may come as other bytes of memory.
    if (last?.look !== look || !isSame(last.image, image))
      last = { look, image, painter: await createPainter(film) };
    return last.painter;
  };
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null) =>
  one === other || (one !== null && other !== null && Buffer.compare(one, other) === 0);
