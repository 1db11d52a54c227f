import { type Beat, easyMs } from './pacing.ts';
import type { TakeOptions } from './take.ts';

/** The film's parts in time, ms. */
export interface Schedule {
  /** When the script's last step is over. */
  lastMs: number;
  /** When the window begins to go: until then the camera may pull back. */
  endMs: number;
  /** Of the film. */
  lengthMs: number;
}

/**
 * What the script does comes before the way back to the whole picture, which nobody asked for; and a film becomes longer,
 * as far as it may, rather than hectic.
 * @param wideMs what the way back takes; 0 where there is none
 */
export function schedule(
  beats: Beat[],
  {
    durationMs,
    mostMs = durationMs,
    leadInMs,
    leadOutMs,
  }: Pick<TakeOptions, 'durationMs' | 'mostMs' | 'leadInMs' | 'leadOutMs'>,
  wideMs: number,
): Schedule {
  const endMs = Math.max(leadInMs, durationMs - leadOutMs);
  const neededMs = leadInMs + easyMs(beats);
  if (neededMs <= endMs - wideMs) return { lastMs: endMs - wideMs, endMs, lengthMs: durationMs };
  const overMs = Math.max(0, Math.min(neededMs - endMs, mostMs - durationMs));
  return { lastMs: endMs + overMs, endMs: endMs + overMs, lengthMs: durationMs + overMs };
}
