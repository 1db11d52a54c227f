import { mostStillMs } from '../../contract/timing.ts';

/** A rest that movements divide: how long the first still lasts, and for each beat a movement and a still after it. */
export interface RestPlan {
  firstMs: number;
  beats: number;
  moveMs: number;
  stillMs: number;
}

/** A little less than viewers take for a photograph: frames and rounding need the rest. */
export const longestStillMs = mostStillMs - 150;
/** What a camera or a cursor has come to is looked at for at least 0.8 s, whatever becomes of the time in frames. */
const leastStillMs = 860;
const leastMoveMs = 800;
const mostMoveMs = 1_200;
/** The part of the time to spare that goes into slower movements. The rest of it goes into stills. */
const moveShare = 0.4;

/**
 * Divides a rest so that nothing stands still for longer than {@link longestStillMs}. A rest that is short enough stays whole.
 * @param stoodMs how long the picture has stood still already when the rest begins
 */
export function planRest(restMs: number, stoodMs: number): RestPlan {
  const wholeMs = stoodMs + restMs;
  if (wholeMs <= longestStillMs) return { firstMs: restMs, beats: 0, moveMs: 0, stillMs: 0 };
  const beats = Math.ceil((wholeMs - longestStillMs) / (longestStillMs + mostMoveMs));
  const spareMs = wholeMs - (beats + 1) * leastStillMs;
  const neededMs = (wholeMs - (beats + 1) * longestStillMs) / beats;
  const wantedMs = Math.max((moveShare * spareMs) / beats, neededMs);
  const moveMs = Math.max(leastMoveMs, Math.min(mostMoveMs, wantedMs));
  // What has just come into view is looked at longest: it is read, what fades in is complete, and a snapshot is taken of it.
  const untilMoveMs = Math.min(longestStillMs, wholeMs - beats * (moveMs + leastStillMs));
  const firstMs = Math.max(0, untilMoveMs - stoodMs);
  return { firstMs, beats, moveMs, stillMs: Math.max(0, (restMs - firstMs - beats * moveMs) / beats) };
}
