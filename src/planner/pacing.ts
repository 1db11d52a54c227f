import { longestFilmMs } from '../recorder/contract/length.ts';
import type { Shot, ShotAction } from './shots.ts';

/**
 * What each motion takes on film, in ms, as the player of the script reckons. The figures only decide how much fits;
 * holds get the time that is left over.
 */
export const motionMs = {
  camera: 700,
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
const longestTypingMs = 2400;
/** A short way of the cursor, hurried. */
const cursorMs = 350;
/** Nothing that is meant to be seen is shown for less. */
export const minHoldMs = 800;
/** The camera turns back only after this long: in and out again sooner makes viewers sick. */
export const closeUpMs = 1900;
/** The player rests this long after a motion that no hold follows, and so long at least. */
const breathMs = 500;
const leastBreathMs = 200;
/** Opening and closing of the window with its fades, as films have them by default; nothing else happens then. */
export const leadMs = 1200;
/** How far a plan counts on being hurried. The player could go to 1.8: pages take longer than one thinks. */
const hurriedSpeed = 1.65;

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
  if (isAct(beat)) return ownMs(beat) + (next?.do === 'hold' ? 0 : breathMs);
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
    if (isAct(beat)) return ownMs(beat) + Math.min(leastBreathMs, restMs(beat, next) - ownMs(beat));
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

/** As the player glides: 0.8 to 1.4 s by distance. Screens are about 900 pixels high, or a little more on a phone. */
const glideMs = (distance: number) => 800 + 600 * Math.min(1, Math.abs(distance) / 2700);

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
