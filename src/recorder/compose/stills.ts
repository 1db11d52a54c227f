import { loadImage } from '@napi-rs/canvas';
import type { Rect, TakeFrame } from '../contract/take-frame.ts';
import type { CompositeRenderer } from './composite-renderer.ts';

interface Candidate {
  frame: TakeFrame;
  /** The picture that was on screen, kept encoded: 0.3 MB instead of 5. */
  image: Uint8Array;
  clip: Rect;
}

export interface StillWish {
  label: string;
  /** It stands for the whole film. */
  isPoster: boolean;
}

export interface Snapshot {
  timeMs: number;
  label: string;
  /** JPEG. */
  bytes: Uint8Array;
}

/** A later frame must be this much better to become the poster: the opening of a page is usually its best face. */
const betterBy = 1.15;

/** A page is at rest after so many frames without news; the named poster waits for that, since pages scroll by themselves. */
const restFrames = 3;
const patienceMs = 1_500;

/** Makes the film's stills while it passes by: the snapshots it is asked for, and the poster that it picks itself. */
export interface StillPicker {
  /** Told of every frame in order, after it was composed; answers its snapshot where `wish` asks for one. */
  consider(frame: TakeFrame, wish: StillWish | null): Promise<Snapshot | null>;
  /**
   * PNG of the frame that was named as the poster, or of the page's first rest soon after it; else of the one with the camera at rest, no fade and the most to see;
   * null where there was no frame.
   */
  finish(): Promise<{ poster: Uint8Array | null; posterTimeMs: number }>;
}

export function createStillPicker(
  film: CompositeRenderer,
  widths: { posterWidth: number; snapshotWidth: number },
): StillPicker {
  let image: Uint8Array | null = null;
  let clip: Rect = { x: 0, y: 0, width: 0, height: 0 };
  let poster: (Candidate & { score: number }) | null = null;
  let newsIndex = 0;
  let named: TakeFrame | null = null;

  /** Whether the page that was named as the poster has come to rest in this frame. */
  const hasSettled = (frame: TakeFrame) => {
    if (!named) return false;
    const isOver = frame.timeMs - named.timeMs > patienceMs || placeOf(frame) !== placeOf(named);
    const isAtRest = frame.index - newsIndex >= restFrames && film.settled();
    if (isOver || isAtRest) named = null;
    return isAtRest && !isOver;
  };
  const paint = async (candidate: Candidate, width: number) =>
    film.still(candidate.frame, await loadImage(candidate.image), candidate.clip, width);

  return {
    async consider(frame, wish) {
      if (frame.image) [image, clip, newsIndex] = [frame.image, frame.clip, frame.index];
      if (!image) return null;
      const candidate: Candidate = { frame: { ...frame, image: null }, image, clip };
      if (wish?.isPoster) named = candidate.frame;
      if (hasSettled(frame) || wish?.isPoster) poster = { ...candidate, score: Number.POSITIVE_INFINITY };
      const score = worth(candidate, film.settled());
      if (!poster || score > poster.score * betterBy) poster = { ...candidate, score };
      if (wish === null) return null;
      const still = await paint(candidate, widths.snapshotWidth);
      return { timeMs: frame.timeMs, label: wish.label, bytes: await still.encode('jpeg', 84) };
    },
    async finish() {
      if (!poster) return { poster: null, posterTimeMs: 0 };
      const still = await paint(poster, widths.posterWidth);
      return { poster: await still.encode('png'), posterTimeMs: poster.frame.timeMs };
    },
  };
}

const placeOf = ({ page }: TakeFrame) => page.url.split('#')[0];

/** Detail is measured by how many bytes the browser's JPEG needs for a pixel of the page: blank pages need few. */
function worth({ frame, image, clip }: Candidate, settled: boolean): number {
  const detail = Math.sqrt(image.byteLength / Math.max(1, clip.width * clip.height * frame.camera.zoom ** 2));
  const framing = frame.camera.zoom < 1.02 ? 1 : 0.8;
  return detail * framing * (settled ? 1 : 0.3);
}
