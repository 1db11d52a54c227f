import { longestFilmMs } from '../recorder/contract/length.ts';
import {
  actionRestMs,
  cameraMoveMs,
  leastActionRestMs,
  longestTypingMs,
  readingMs,
  restBetweenZoomsMs,
  scrollMs,
  windowAnimationMs,
} from '../recorder/contract/timing.ts';
import type { Shot, ShotAction } from './shots.ts';

/**
 * What each motion takes on film, in ms, as the player of the script reckons. The figures only decide how much fits;
 * holds get the time that is left over.
 */
export const motionMs = {
  camera: cameraMoveMs,
  glide: 1100,
  press: 1300,
  /** Of a link to another place of the page: the camera stands back, so the cursor alone goes there. */
  follow: 1150,
  /** Of the page itself, to where that leads: no haste shortens it. */
  ownGlide: 600,
  hover: 850,
  change: 1000,
  keystroke: 90,
  key: 140,
};
/** A short way of the cursor, hurried. */
const cursorMs = 350;
/** Nothing that is meant to be seen is shown for less. */
export const minHoldMs = readingMs;
/** A close-up that the camera turns back from lasts this long. The margin of 0.1 s is for what the planner cannot foresee. */
export const closeUpMs = restBetweenZoomsMs + 100;
/** Opening and closing of the window with its fades, as films have them by default. Nothing else happens then. */
export const leadMs = 2 * windowAnimationMs;
/** How far a plan counts on being hurried. The recorder may go up to `mostSpeed`, but pages take longer than the planner expects. */
const hurriedSpeed = 1.65;
/** Screens are about 900 CSS px high, or a little more on a phone. */
const usualViewportHeight = 900;
/** The planner does not know where the page stands before a glide that may turn out to be none: it reckons with a short one. */
const leastGlideMs = 800;

/** How long a beat moves. */
function moveMs(beat: ShotAction, next: ShotAction | undefined): number {
  switch (beat.do) {
    // The player pulls back on the way to the next place.
    case 'wide':
      return next?.do === 'glide' ? 0 : motionMs.camera;
    case 'zoom':
      return motionMs.camera;
    case 'glide':
      return motionMs.glide;
    case 'press':
      return beat.glides ? motionMs.follow : motionMs.press;
    case 'hover':
      return motionMs.hover;
    case 'change':
      return typingMs(beat.value);
    case 'key':
      return motionMs.key;
    case 'hold':
    case 'caption':
      return 0;
  }
}

/** How long one looks on after a beat. */
function restMs(beat: ShotAction, next: ShotAction | undefined): number {
  if (beat.do === 'hold') return beat.minMs ?? minHoldMs;
  if (isAct(beat)) return ownMs(beat) + (next?.do === 'hold' ? 0 : actionRestMs);
  // The player's rest after a glide: what is pointed at, pressed or seen closer, is read then.
  const isRead = next !== undefined && /hold|zoom|hover|press|change/.test(next.do);
  return beat.do === 'glide' && !isRead ? minHoldMs : 0;
}

const ownMs = (beat: ShotAction) => (beat.do === 'press' && beat.glides ? motionMs.ownGlide : 0);
const isAct = (beat: ShotAction) => beat.do === 'press' || beat.do === 'hover' || beat.do === 'change';
export const isGlance = (beat: ShotAction) => beat.do === 'hold' && beat.isGlance === true;

export const typingMs = (value: string) =>
  motionMs.change + Math.min(longestTypingMs, motionMs.keystroke * value.length);

/** What beats take at their ease. */
export const filmMs = (beats: ShotAction[]) =>
  sumOver(beats, (beat, next) => restMs(beat, next)) + movesMs(beats);

/** What the same beats take when they are hurried as far as a viewer bears: no glances, and all the time there was to read. */
export function hurriedMs(beats: ShotAction[]): number {
  const seen = beats.filter((beat) => !isGlance(beat));
  const rests = sumOver(seen, (beat, next) => {
    if (isAct(beat)) return ownMs(beat) + Math.min(leastActionRestMs, restMs(beat, next) - ownMs(beat));
    // One goes on reading while the cursor alone is on its way.
    const readsOn = beat.do === 'hold' && next?.do === 'press' && next.glides;
    return restMs(beat, next) - (readsOn ? cursorMs : 0);
  });
  return rests + movesMs(seen) / hurriedSpeed;
}

/** A glide takes more the longer its way is. */
function movesMs(beats: ShotAction[]): number {
  let top = 0;
  return sumOver(beats, (beat, next) => {
    const box = beat.do === 'glide' && beat.target?.note.box;
    if (!box) return moveMs(beat, next);
    const distance = box.y - top;
    top = box.y;
    return glideMs(distance);
  });
}

const glideMs = (distance: number) => Math.max(leastGlideMs, scrollMs(distance, usualViewportHeight));

/** A caption takes no time: what follows it follows what was before it. */
function sumOver(
  beats: ShotAction[],
  msOf: (beat: ShotAction, next: ShotAction | undefined) => number,
): number {
  const timed = beats.filter((beat) => beat.do !== 'caption');
  return timed.reduce((sum, beat, index) => sum + msOf(beat, timed[index + 1]), 0);
}

/** The most that a film of `targetMs` has for what was asked for: it may become longer, and has no rests before or after. */
export const mostPlayableMs = (targetMs: number) => longestFilmMs(targetMs) - leadMs;

/** The most scenes that a viewer can follow: two in 5 s, four in 10 s, nine in 30 s. */
export const maxScenes = (durationMs: number) =>
  Math.max(1, durationMs <= 6_000 ? 2 : durationMs <= 12_000 ? 4 : Math.round(durationMs / 3_300));

/** Joins the shots' beats, and leaves out camera moves that would change nothing. */
export function assemble(shots: Shot[]): ShotAction[] {
  const beats: ShotAction[] = [];
  let zoomed = false;
  for (const beat of shots.flatMap((shot) => shot.beats)) {
    if (beat.do === 'wide' && !zoomed) continue;
    if (beat.do === 'zoom') zoomed = true;
    if (beat.do === 'wide' || (beat.do === 'press' && beat.leavesPage)) zoomed = false;
    beats.push(beat);
  }
  return beats;
}
