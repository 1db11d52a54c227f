import type { DressedPresentation } from '../../contract/presentation.ts';
import { clamp01, easeIn, easeInOut, easeOut } from './easing.ts';

/** How far the window is from its place at rest. */
export interface WindowMotion {
  scale: number;
  /** How far the window is below its place, in output pixels at 1080p. */
  drop: number;
  opacity: number;
}

/**
 * Where the window is at `timeMs`; null while it rests. `remainingMs` is the time until the film's last frame, or Infinity while
 * that is unknown.
 */
export function windowMotion(
  { intro, outro, introDurationMs, outroDurationMs }: DressedPresentation['windowAnimation'],
  timeMs: number,
  remainingMs: number,
): WindowMotion | null {
  if (intro && timeMs < introDurationMs) {
    const along = timeMs / introDurationMs;
    const there = easeOut(along);
    return { scale: 0.9 + 0.1 * there, drop: 64 * (1 - there), opacity: clamp01(along * 1.8) };
  }
  if (outro && remainingMs < outroDurationMs) {
    const gone = easeIn(1 - remainingMs / outroDurationMs);
    return { scale: 1 - 0.06 * gone, drop: 40 * gone, opacity: 1 - gone };
  }
  return null;
}

/** The opacity of the fade's colour over the film: 1 on the first and last frame of a film that fades, 0 in between. */
export function fadeOpacity(
  { inMs, outMs }: DressedPresentation['fade'],
  timeMs: number,
  remainingMs: number,
): number {
  const opening = inMs > 0 ? 1 - easeInOut(timeMs / inMs) : 0;
  const closing = outMs > 0 ? 1 - easeInOut(remainingMs / outMs) : 0;
  return Math.max(opening, closing);
}
