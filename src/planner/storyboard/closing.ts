import { leastWideEndingMs } from '../../recorder/contract/timing.ts';
import { assemble, closeUpMs, filmMs, leadMs, minHoldMs, motionMs } from './pacing.ts';
import type { Shot, ShotAction } from './shots.ts';
import { hold, type Stage, sceneOf } from './stage.ts';

/** How long it takes to pull back at the end: the close-up has to last, then the camera moves back, then it rests. */
const endingMs = motionMs.camera + closeUpMs;
const longFilmMs = 15_000;

/**
 * How much time of a film is left for its scenes. Where the camera is close at the end, the recorder itself pulls back. In a
 * longer film, which has the time, the script pulls back and rests instead, and `reserved` keeps the time for that.
 */
export function playableMs(shots: readonly Shot[], durationMs: number, reserved = true): number {
  const isClose = (shot: Shot | undefined) => shot?.actions.some((action) => action.do === 'zoom') ?? false;
  const ending = reserved && durationMs >= longFilmMs && isClose(shots.at(-1)) ? endingMs : 0;
  const actions = assemble(shots);
  const moves = actions.filter((action) => action.do === 'zoom' || action.do === 'wide');
  // Where the script never moves the camera, the camera follows the cursor closely.
  const endsClose =
    moves.length > 0 ? moves.at(-1)?.do === 'zoom' : isClosePointed(actions.findLast(isPointed));
  const wide = endsClose && durationMs >= leastWideEndingMs ? motionMs.camera + minHoldMs : 0;
  const linger = wide > 0 && moves.length > 0 ? closeUpMs - minHoldMs : 0;
  return Math.max(minHoldMs, durationMs - leadMs - wide - linger - ending);
}

const isClosePointed = (action: ShotAction | undefined) =>
  action !== undefined && !(action.do === 'press' && (action.glides || action.leavesPage));
const isPointed = (action: ShotAction) =>
  action.do === 'press' || action.do === 'change' || action.do === 'hover';

/** Makes the film end at rest and on the whole picture, and not in a close-up, where there is time for that. */
export function endWide(shots: Shot[], durationMs: number): Shot[] {
  const last = shots.at(-1);
  if (!last) return shots;
  const actions = assemble(shots);
  const lastWide = actions.findLastIndex(
    (action) => action.do === 'wide' || (action.do === 'press' && action.leavesPage),
  );
  const zoomed = actions.findLastIndex((action) => action.do === 'zoom') > lastWide;
  if (!zoomed || durationMs < leastWideEndingMs) return shots;
  const leftMs = playableMs(shots, durationMs, false);
  // The last close-up has to last, or the camera would not pull back, neither by the script nor by itself at the end.
  const close = last.actions.map((action, index) =>
    action.do === 'hold' && index === last.actions.length - 1 ? { ...action, minMs: closeUpMs } : action,
  );
  const ending: ShotAction[] = leftMs - filmMs(actions) < endingMs ? [] : [{ do: 'wide' }, hold(0.9)];
  return [...shots.slice(0, -1), { ...last, actions: [...close, ...ending] }];
}

/** Shows a page without sections from top to bottom. */
export function wholePage({ view }: Stage): Shot {
  const tall = view.pageHeight > 1.3 * view.viewport.height;
  const actions: ShotAction[] = tall ? [hold(1), { do: 'glide', to: 'bottom' }, hold(1)] : [hold(1)];
  const what = tall ? 'Scroll down the page' : 'Show the page';
  const evidence = view.title ? [view.title] : [];
  return {
    scene: sceneOf(null, what, 'The page has no sections to tell apart.', evidence),
    actions,
    value: 100,
    intent: what,
  };
}
