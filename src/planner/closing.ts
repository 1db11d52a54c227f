import { leastWideEndingMs } from '../recorder/contract/timing.ts';
import { assemble, closeUpMs, filmMs, leadMs, minHoldMs, motionMs } from './pacing.ts';
import type { Shot, ShotAction } from './shots.ts';
import { hold, type Stage, sceneOf } from './stage.ts';

/** What pulling back from a close-up takes: the close-up must last, then the way back, then a rest. */
const endingMs = motionMs.camera + closeUpMs;
const longFilmMs = 15_000;

/**
 * What is left of a film for its scenes. The player itself pulls back at the end when the camera is close; in a longer
 * film, which has the time, the script does so with a rest after it (`reserved`).
 */
export function playableMs(shots: Shot[], durationMs: number, reserved = true): number {
  const isClose = (shot: Shot | undefined) => shot?.beats.some((beat) => beat.do === 'zoom') ?? false;
  const ending = reserved && durationMs >= longFilmMs && isClose(shots.at(-1)) ? endingMs : 0;
  const beats = assemble(shots);
  const moves = beats.filter((beat) => beat.do === 'zoom' || beat.do === 'wide');
  // Where the script leaves the camera alone, it follows the cursor closely.
  const endsClose =
    moves.length > 0 ? moves.at(-1)?.do === 'zoom' : isClosePointed(beats.findLast(isPointed));
  const wide = endsClose && durationMs >= leastWideEndingMs ? motionMs.camera + minHoldMs : 0;
  const linger = wide > 0 && moves.length > 0 ? closeUpMs - minHoldMs : 0;
  return Math.max(minHoldMs, durationMs - leadMs - wide - linger - ending);
}

const isClosePointed = (beat: ShotAction | undefined) =>
  beat !== undefined && !(beat.do === 'press' && (beat.glides || beat.leavesPage));
const isPointed = (beat: ShotAction) => beat.do === 'press' || beat.do === 'change' || beat.do === 'hover';

/** The film ends at rest and on the whole picture, not in the middle of a close-up, where there is time for it. */
export function endWide(shots: Shot[], durationMs: number): Shot[] {
  const last = shots.at(-1);
  if (!last) return shots;
  const beats = assemble(shots);
  const lastWide = beats.findLastIndex(
    (beat) => beat.do === 'wide' || (beat.do === 'press' && beat.leavesPage),
  );
  const zoomed = beats.findLastIndex((beat) => beat.do === 'zoom') > lastWide;
  if (!zoomed || durationMs < leastWideEndingMs) return shots;
  const leftMs = playableMs(shots, durationMs, false);
  // The last close-up has to last, or the camera would not turn back: by the script, or by itself at the end.
  const close = last.beats.map((beat, index) =>
    beat.do === 'hold' && index === last.beats.length - 1 ? { ...beat, minMs: closeUpMs } : beat,
  );
  const ending: ShotAction[] = leftMs - filmMs(beats) < endingMs ? [] : [{ do: 'wide' }, hold(0.9)];
  return [...shots.slice(0, -1), { ...last, beats: [...close, ...ending] }];
}

/** A page with nothing to tell apart: what there is of it, top to bottom. */
export function wholePage({ view }: Stage): Shot {
  const tall = view.pageHeight > 1.3 * view.viewport.height;
  const beats: ShotAction[] = tall ? [hold(1), { do: 'glide', to: 'bottom' }, hold(1)] : [hold(1)];
  const what = tall ? 'Scroll down the page' : 'Show the page';
  const evidence = view.title ? [view.title] : [];
  return {
    scene: sceneOf(null, what, 'The page has no sections to tell apart.', evidence),
    beats,
    value: 100,
    intent: what,
  };
}
