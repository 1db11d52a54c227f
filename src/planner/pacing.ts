import type { Beat, Shot } from './shots.ts';

/**
 * What each motion takes on film, in ms. The player of the script fixes them; these figures only decide how much fits,
 * and are on the safe side of it. Holds get the time that is left over.
 */
export const motionMs = {
  camera: 800,
  glide: 1100,
  press: 1100,
  hover: 800,
  change: 700,
  keystroke: 45,
  key: 250,
};
/** Nothing that is meant to be seen is shown for less. */
export const minHoldMs = 800;

export function beatMs(beat: Beat): number {
  switch (beat.do) {
    case 'hold':
      return minHoldMs;
    case 'wide':
    case 'zoom':
      return motionMs.camera;
    case 'glide':
      return motionMs.glide;
    case 'press':
      return motionMs.press;
    case 'hover':
      return motionMs.hover;
    case 'change':
      return motionMs.change + motionMs.keystroke * Math.min(40, beat.value.length);
    case 'key':
      return motionMs.key;
    case 'caption':
      return 0;
  }
}

export const filmMs = (beats: Beat[]) => beats.reduce((sum, beat) => sum + beatMs(beat), 0);

/** The most scenes that a viewer can follow: two in 5 s, four in 10 s, nine in 30 s. */
export const maxScenes = (durationMs: number) =>
  Math.max(1, durationMs <= 6_000 ? 2 : durationMs <= 12_000 ? 4 : Math.round(durationMs / 3_300));

/**
 * Drops and trims until what is left fits: first the scenes worth least, then the zooms, then the holds between actions.
 * The order of the scenes stays. What a prompt asked for in so many words goes last.
 */
export function trim(shots: Shot[], durationMs: number): Shot[] {
  let kept = [...shots];
  const total = () => filmMs(assemble(kept));
  const dropLeast = (below: number): boolean => {
    const least = [...kept].sort((a, b) => a.value - b.value)[0];
    if (!least || kept.length <= 1 || least.value >= below) return false;
    kept = kept.filter((shot) => shot !== least);
    return true;
  };
  while (kept.filter(({ value }) => value < 100).length > 0 && kept.length > maxScenes(durationMs))
    if (!dropLeast(100)) break;
  while (total() > durationMs && dropLeast(100));
  if (total() > durationMs) kept = kept.map(withoutZooms);
  if (total() > durationMs)
    kept = kept.map((shot, index) => (index < kept.length - 1 ? withOneHold(shot) : shot));
  while (total() > durationMs && dropFrom(kept, 'hover'));
  while (total() > durationMs && dropLeast(200));
  return kept;
}

const withoutZooms = (shot: Shot): Shot => ({
  ...shot,
  beats: shot.beats.filter((beat) => beat.do !== 'zoom' && beat.do !== 'wide'),
});

/** Several holds in a row of one shot become one at its end. */
function withOneHold(shot: Shot): Shot {
  const last = shot.beats.findLastIndex((beat) => beat.do === 'hold');
  return { ...shot, beats: shot.beats.filter((beat, index) => beat.do !== 'hold' || index === last) };
}

function dropFrom(shots: Shot[], what: Beat['do']): boolean {
  for (const shot of shots) {
    const index = shot.beats.findIndex((beat) => beat.do === what);
    if (index < 0 || shot.beats.some((beat) => beat.do === 'press')) continue;
    shot.beats = shot.beats.filter((_, at) => at !== index);
    return true;
  }
  return false;
}

/** Joins the shots' beats, and leaves out camera moves that would change nothing. */
export function assemble(shots: Shot[]): Beat[] {
  const beats: Beat[] = [];
  let zoomed = false;
  for (const beat of shots.flatMap((shot) => shot.beats)) {
    if (beat.do === 'wide' && !zoomed) continue;
    if (beat.do === 'zoom') zoomed = true;
    if (beat.do === 'wide' || (beat.do === 'press' && beat.leavesPage)) zoomed = false;
    beats.push(beat);
  }
  return beats;
}
