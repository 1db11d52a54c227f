import { longestFilmMs } from '../../recorder/contract/length.ts';
import {
  actionRestMs,
  cameraMoveMs,
  leastActionRestMs,
  longestTypingMs,
  readingMs,
  restBetweenZoomsMs,
  scrollMs,
  windowAnimationMs,
} from '../../recorder/contract/timing.ts';
import type { DeedToCome } from '../prompt/deed.ts';
import type { Shot, ShotAction } from './shots.ts';

/**
 * How long each motion takes on film, in ms, as the recorder plays it. The figures only decide how much fits. Holds get the
 * time that is left over.
 */
export const motionMs = {
  camera: cameraMoveMs,
  glide: 1100,
  press: 1300,
  /** A press on a link to another place of the page. The camera stands back, so only the cursor moves. */
  follow: 1150,
  /** The page's own scroll to where such a link leads. Hurrying does not shorten it. */
  ownGlide: 600,
  hover: 850,
  change: 1000,
  keystroke: 90,
  key: 140,
};
/** A short movement of the cursor, in a hurried film. */
const cursorMs = 350;
/** Whatever a viewer should see is shown for at least this long. */
export const minHoldMs = readingMs;
/** A close-up that the camera turns back from lasts this long. The margin of 0.1 s is for what the planner cannot foresee. */
export const closeUpMs = restBetweenZoomsMs + 100;
/** The opening and closing of the window with their fades, as films have them by default. Nothing else happens meanwhile. */
export const leadMs = 2 * windowAnimationMs;
/** The highest speed that a plan counts on. The recorder may go up to `mostSpeed`, but pages take longer than expected. */
const hurriedSpeed = 1.65;
/** Screens are about 900 CSS px high, or a little more on a phone. */
const usualViewportHeight = 900;
/** The planner does not know where the page stands before a glide that may turn out to be none: it reckons with a short one. */
const leastGlideMs = 800;

/** How long an action moves the camera, the page or the cursor. */
function moveMs(action: ShotAction, next: ShotAction | undefined): number {
  switch (action.do) {
    // The recorder pulls back on the way to the next place.
    case 'wide':
      return next?.do === 'glide' ? 0 : motionMs.camera;
    case 'zoom':
      return motionMs.camera;
    case 'glide':
      return motionMs.glide;
    case 'press':
      return action.glides ? motionMs.follow : motionMs.press;
    case 'hover':
      return motionMs.hover;
    case 'change':
      return typingMs(action.value);
    case 'key':
      return motionMs.key;
    case 'hold':
    case 'caption':
      return 0;
  }
}

/** How long the film rests after an action. */
function restMs(action: ShotAction, next: ShotAction | undefined): number {
  if (action.do === 'hold') return action.minMs ?? minHoldMs;
  if (isAct(action)) return ownMs(action) + (next?.do === 'hold' ? 0 : actionRestMs);
  // The recorder rests after a glide, unless the next action gives time to read: a hold, zoom, hover, press or change.
  const isRead = next !== undefined && /hold|zoom|hover|press|change/.test(next.do);
  return action.do === 'glide' && !isRead ? minHoldMs : 0;
}

const ownMs = (action: ShotAction) => (action.do === 'press' && action.glides ? motionMs.ownGlide : 0);
const isAct = (action: ShotAction) =>
  action.do === 'press' || action.do === 'hover' || action.do === 'change';
export const isGlance = (action: ShotAction) => action.do === 'hold' && action.isGlance === true;

export const typingMs = (value: string) =>
  motionMs.change + Math.min(longestTypingMs, motionMs.keystroke * value.length);

/** How much of a film is kept for a deed that is found only while filming: the way to it, and its fields. */
export const toComeMs = (toCome: readonly DeedToCome[]) =>
  toCome
    .map(({ deed, left }) => {
      const given = (left ?? deed.fields).map(({ value }) =>
        value.to === 'text' ? typingMs(value.text) : 0,
      );
      return (
        (left ? motionMs.press + minHoldMs : 2 * (motionMs.press + 250)) +
        given.reduce((sum, ms) => sum + ms, 0)
      );
    })
    .reduce((sum, ms) => sum + ms, 0);

/** How long actions take without hurry. */
export const filmMs = (actions: ShotAction[]) =>
  sumOver(actions, (action, next) => restMs(action, next)) + movesMs(actions);

/**
 * How long the same actions take when they are hurried as far as viewers can bear. Glances are left out, but the time to read
 * stays.
 */
export function hurriedMs(actions: ShotAction[]): number {
  const seen = actions.filter((action) => !isGlance(action));
  const rests = sumOver(seen, (action, next) => {
    if (isAct(action))
      return ownMs(action) + Math.min(leastActionRestMs, restMs(action, next) - ownMs(action));
    // A viewer goes on reading while only the cursor moves.
    const readsOn = action.do === 'hold' && next?.do === 'press' && next.glides;
    return restMs(action, next) - (readsOn ? cursorMs : 0);
  });
  return rests + movesMs(seen) / hurriedSpeed;
}

/** How long all motions take. A glide takes longer the farther it goes. */
function movesMs(actions: ShotAction[]): number {
  let top = 0;
  return sumOver(actions, (action, next) => {
    const box = action.do === 'glide' && action.target?.note.box;
    if (!box) return moveMs(action, next);
    const distance = box.y - top;
    top = box.y;
    return glideMs(distance);
  });
}

const glideMs = (distance: number) => Math.max(leastGlideMs, scrollMs(distance, usualViewportHeight));

/** Sums up over all actions but captions. A caption takes no time, so the actions before and after it are neighbours. */
function sumOver(
  actions: ShotAction[],
  msOf: (action: ShotAction, next: ShotAction | undefined) => number,
): number {
  const timed = actions.filter((action) => action.do !== 'caption');
  return timed.reduce((sum, action, index) => sum + msOf(action, timed[index + 1]), 0);
}

/**
 * The time that a film of `targetMs` has at most for requested actions. It may become longer, and needs no rest before or
 * after.
 */
export const mostPlayableMs = (targetMs: number) => longestFilmMs(targetMs) - leadMs;

/** The most scenes that a viewer can follow: two in 5 s, four in 10 s, nine in 30 s. */
export const maxScenes = (durationMs: number) =>
  Math.max(1, durationMs <= 6_000 ? 2 : durationMs <= 12_000 ? 4 : Math.round(durationMs / 3_300));

/** Joins the actions of all shots, and leaves out camera moves that would change nothing. */
export function assemble(shots: readonly Shot[]): ShotAction[] {
  const actions: ShotAction[] = [];
  let zoomed = false;
  for (const action of shots.flatMap((shot) => shot.actions)) {
    if (action.do === 'wide' && !zoomed) continue;
    if (action.do === 'zoom') zoomed = true;
    if (action.do === 'wide' || (action.do === 'press' && action.leavesPage)) zoomed = false;
    actions.push(action);
  }
  return actions;
}
