import { loadImage } from '@napi-rs/canvas';
import type { Rect, TakeFrame } from '../contract/take-frame.ts';
import type { CompositeRenderer } from './composite-renderer.ts';

interface Candidate {
  frame: TakeFrame;
  /** The picture that was on screen. It is kept as a JPEG of 0.3 MB, since its pixels take 5 MB. */
  image: Uint8Array;
  clip: Rect;
}

export interface StillRequest {
  label: string;
  /** Whether this frame is named as the film's poster. */
  isPoster: boolean;
}

export interface Snapshot {
  timeMs: number;
  label: string;
  /** JPEG. */
  bytes: Uint8Array;
}

/** Large enough for a page that shows it beside other things; about 20 KB. */
const glanceWidth = 640;

/** A later frame replaces the poster only if it scores this much higher, because the top of a page usually looks best. */
const betterRatio = 1.15;

/**
 * A page is at rest after this many frames without a change. The named poster waits for that, since some pages scroll by
 * themselves.
 */
const restFrames = 3;
/** The named poster waits no longer than this. */
const posterWaitMs = 1_500;

/** Makes the film's stills while it is composed: the snapshots that are requested, and the poster, which it picks itself. */
export interface StillPicker {
  /** Must be called for every frame in order, after the frame was composed. Returns a snapshot where `request` asks for one. */
  addFrame(frame: TakeFrame, request: StillRequest | null): Promise<Snapshot | null>;
  /** A small JPEG of the frame that was composed last; null before the first picture. */
  glance(frame: TakeFrame): Promise<Uint8Array | null>;
  /**
   * The poster as PNG; null for a film without frames. It shows the frame that was named as the poster, or the first frame soon
   * after it in which the page is at rest. Where no frame was named, it shows the frame with the highest score.
   */
  finish(): Promise<{ poster: Uint8Array | null; posterTimeMs: number }>;
}

export function createStillPicker(
  renderer: CompositeRenderer,
  widths: { posterWidth: number; snapshotWidth: number },
): StillPicker {
  let image: Uint8Array | null = null;
  let clip: Rect = { x: 0, y: 0, width: 0, height: 0 };
  let poster: (Candidate & { score: number }) | null = null;
  let lastChangeIndex = 0;
  let requestedPoster: TakeFrame | null = null;

  /** Whether the page of the named poster has come to rest in this frame. */
  const hasSettled = (frame: TakeFrame) => {
    if (!requestedPoster) return false;
    const isOver =
      frame.timeMs - requestedPoster.timeMs > posterWaitMs || addressOf(frame) !== addressOf(requestedPoster);
    const hasRested = frame.index - lastChangeIndex >= restFrames && renderer.isAtRest();
    if (isOver || hasRested) requestedPoster = null;
    return hasRested && !isOver;
  };
  /** A film that pulls back shows the named page with its window and stage, which a close-up has not. */
  const isWideAtRest = (frame: TakeFrame, named: TakeFrame) =>
    frame.camera.zoom < wideZoom &&
    renderer.isAtRest() &&
    frame.index - lastChangeIndex >= restFrames &&
    addressOf(frame) === addressOf(named);
  const paint = async (candidate: Candidate, width: number) =>
    renderer.paintStill(candidate.frame, await loadImage(candidate.image), candidate.clip, width);

  return {
    async addFrame(frame, request) {
      if (frame.image) [image, clip, lastChangeIndex] = [frame.image, frame.clip, frame.index];
      if (!image) return null;
      const candidate: Candidate = { frame: { ...frame, image: null }, image, clip };
      if (request?.isPoster) requestedPoster = candidate.frame;
      if (hasSettled(frame) || request?.isPoster) poster = { ...candidate, score: Number.POSITIVE_INFINITY };
      else if (poster && isNamedCloseUp(poster) && isWideAtRest(frame, poster.frame))
        poster = { ...candidate, score: Number.POSITIVE_INFINITY };
      const score = posterScore(candidate, renderer.isAtRest());
      if (!poster || score > poster.score * betterRatio) poster = { ...candidate, score };
      if (request === null) return null;
      const still = await paint(candidate, widths.snapshotWidth);
      return { timeMs: frame.timeMs, label: request.label, bytes: await still.encode('jpeg', 84) };
    },
    async glance(frame) {
      return (await renderer.paintGlance(frame, glanceWidth)?.encode('jpeg', 72)) ?? null;
    },
    async finish() {
      if (!poster) return { poster: null, posterTimeMs: 0 };
      const still = await paint(poster, widths.posterWidth);
      return { poster: await still.encode('png'), posterTimeMs: poster.frame.timeMs };
    },
  };
}

// A camera that leans while it rests shows all that the whole stage shows.
const wideZoom = 1.06;
const isNamedCloseUp = ({ frame, score }: { frame: TakeFrame; score: number }) =>
  score === Number.POSITIVE_INFINITY && frame.camera.zoom >= wideZoom;

const addressOf = ({ page }: TakeFrame) => page.url.split('#')[0];

/**
 * Scores a frame as a poster: by its detail, and lower for a zoomed frame and for one that is not at rest. Detail is measured by
 * the bytes that the browser's JPEG needs for a pixel of the page, since blank pages need few.
 */
function posterScore({ frame, image, clip }: Candidate, isAtRest: boolean): number {
  const detail = Math.sqrt(image.byteLength / Math.max(1, clip.width * clip.height * frame.camera.zoom ** 2));
  const framing = frame.camera.zoom < wideZoom ? 1 : 0.8;
  return detail * framing * (isAtRest ? 1 : 0.3);
}
