import type { Beat, Shot } from './shots.ts';

/**
 * What each motion takes on film, in ms, as the player of the script reckons. The figures only decide how much fits;
 * holds get the time that is left over.
 */
export const motionMs = {
  camera: 700,
  glide: 1100,
  press: 1300,
  /** Of the page itself, to where a link in it leads. */
  ownGlide: 400,
  hover: 850,
  change: 1150,
  keystroke: 95,
  key: 140,
};
const longestTypingMs = 2400;
/** Nothing that is meant to be seen is shown for less. */
export const minHoldMs = 800;
/** The camera turns back only after this long: in and out again sooner makes viewers sick. */
export const closeUpMs = 1900;
/** The player rests this long after a motion that no hold follows. */
const breathMs = 500;
/** How far the player presses a film before it takes from the time to read. */
const hurriedSpeed = 1.5;

export function beatMs(beat: Beat, next?: Beat): number {
  const rests = next?.do === 'hold';
  switch (beat.do) {
    case 'hold':
      return beat.minMs ?? minHoldMs;
    // The player pulls back on the way to the next place.
    case 'wide':
      return next?.do === 'glide' ? 0 : motionMs.camera;
    case 'zoom':
      return motionMs.camera;
    case 'glide':
      return motionMs.glide + arrivalMs(next);
    case 'press':
      return motionMs.press + (beat.glides ? motionMs.ownGlide : 0) + (rests ? 0 : breathMs);
    case 'hover':
      return motionMs.hover + (rests ? 0 : breathMs);
    case 'change':
      return typingMs(beat.value) + (rests ? 0 : breathMs);
    case 'key':
      return motionMs.key;
    case 'caption':
      return 0;
  }
}

/** The player's rest after a glide: what is pointed at, pressed or seen closer, is read then. */
const arrivalMs = (next: Beat | undefined) =>
  next !== undefined && /hold|zoom|hover|press|change/.test(next.do) ? 0 : minHoldMs;

export const typingMs = (value: string) =>
  motionMs.change + Math.min(longestTypingMs, motionMs.keystroke * value.length);

/** A caption takes no time: what follows it follows what was before it. A glide takes more the longer its way is. */
export function filmMs(beats: Beat[]): number {
  const timed = beats.filter((beat) => beat.do !== 'caption');
  let [sum, top] = [0, 0];
  for (const [index, beat] of timed.entries()) {
    sum += beatMs(beat, timed[index + 1]);
    if (beat.do !== 'glide' || !beat.target?.note.box) continue;
    const { y } = beat.target.note.box;
    sum += glideMs(y - top) - motionMs.glide;
    top = y;
  }
  return sum;
}

/** As the player glides: 0.8 to 1.4 s by distance. Screens are about 900 pixels high, or a little more on a phone. */
const glideMs = (distance: number) => 800 + 600 * Math.min(1, Math.abs(distance) / 2700);

/** What the same beats take when they are hurried as far as a viewer bears: no glances, and all the time there was to read. */
function hurriedMs(beats: Beat[]): number {
  const holds = beats.filter((beat) => beat.do === 'hold' && !isGlance(beat));
  const moving = beats.filter((beat) => beat.do !== 'hold');
  return (
    holds.length * minHoldMs +
    moving.reduce((sum, beat) => sum + beatMs(beat, { do: 'hold', weight: 1 }), 0) / hurriedSpeed
  );
}

/** The most scenes that a viewer can follow: two in 5 s, four in 10 s, nine in 30 s. */
export const maxScenes = (durationMs: number) =>
  Math.max(1, durationMs <= 6_000 ? 2 : durationMs <= 12_000 ? 4 : Math.round(durationMs / 3_300));

/** From here on a scene is something the prompt asked for; actions are worth 120 and more, and hang together. */
const asked = 100;
const action = 120;

/**
 * Drops and trims until what is left fits: first glances before close-ups, then the scenes worth least, then close-ups, the
 * best scene's last, then second holds and a pointer that only points. Scenes keep their order. Actions hang together, so they
 * are hurried, and when even that is not enough the last ones are left out.
 */
export function trim(shots: Shot[], durationMs: number): { shots: Shot[]; dropped: Shot[] } {
  let kept = [...shots];
  const over = () => filmMs(assemble(kept.map(lingering))) > durationMs;
  const dropLeast = (below: number): boolean => {
    const least = [...kept].sort((a, b) => a.value - b.value)[0];
    if (!least || kept.length <= 1 || least.value >= below) return false;
    kept = kept.filter((shot) => shot !== least);
    return true;
  };
  while (kept.length > maxScenes(durationMs) && dropLeast(asked));
  if (over()) kept = kept.map(withoutGlances);
  if (over() && maxScenes(durationMs) <= 2) openWide(kept);
  // A scene seen from further away tells more than one that is not there.
  while (over() && pullBackLeast(kept));
  if (over()) openWide(kept);
  while (over() && dropLeast(asked));
  // The template's hand is seen in its close-ups and its pointer, and most in those of the best scene.
  while (over() && loseOne(kept, isPointing, withoutPointer));
  while (over() && loseOne(kept, isClose, withoutCloseUps));
  if (over()) kept = kept.map(withOneHold);
  const acts = kept.some(({ value }) => value >= action);
  const rushed = () => hurriedMs(assemble(kept)) > durationMs;
  while ((acts ? rushed() : over()) && dropLeast(action));
  while (kept.length > 1 && rushed()) kept = kept.slice(0, -1);
  return {
    shots: kept.map(lingering),
    dropped: shots.filter(({ value, scene }) => value >= asked && !kept.some((shot) => shot.scene === scene)),
  };
}

/**
 * Leaves the close-up out of the scene worth least where that saves time: one that follows another close-up needs a way
 * back instead. Only of scenes that have something else to show, and never of the best one.
 */
function pullBackLeast(shots: Shot[]): boolean {
  const lengthMs = (all: Shot[]) => filmMs(assemble(all.map(lingering)));
  const [, ...others] = [...shots].sort((a, b) => b.value - a.value);
  for (const shot of others.reverse()) {
    const does = (what: Beat['do']) => shot.beats.some((beat) => beat.do === what);
    if (shot.value >= action || !does('zoom') || !does('glide')) continue;
    const at = shots.indexOf(shot);
    const pulled = shots.with(at, withoutCloseUps(shot));
    if (lengthMs(pulled) >= lengthMs(shots)) continue;
    shots.splice(at, 1, ...pulled.slice(at, at + 1));
    return true;
  }
  return false;
}

/** What the film opens on is large enough to be read from afar, if that leaves the time to go on to something else. */
function openWide(shots: Shot[]): void {
  const [first, second] = shots;
  if (!first || !second || !isClose(first) || first.beats.some((beat) => beat.do === 'glide')) return;
  shots.splice(0, 1, withoutCloseUps(first));
}

/** A close-up that the camera turns back from in the same or the next shot lasts long enough not to make it swing. */
function lingering(shot: Shot, index: number, all: Shot[]): Shot {
  const after = all[index + 1]?.beats.find((beat) => beat.do !== 'caption');
  const zoom = shot.beats.findLastIndex((beat) => beat.do === 'zoom');
  const last = shot.beats.findLastIndex((beat) => beat.do === 'hold');
  if (after?.do !== 'wide' || zoom < 0 || last < zoom) return shot;
  const meanwhileMs = filmMs(shot.beats.slice(zoom + 1).filter((_, at) => at + zoom + 1 !== last));
  const beats = shot.beats.map((beat, at) =>
    at === last && beat.do === 'hold'
      ? { ...beat, minMs: Math.max(beat.minMs ?? minHoldMs, closeUpMs - meanwhileMs) }
      : beat,
  );
  return { ...shot, beats };
}

/** What comes after another scene's close-up still begins wide; `assemble` drops what is not needed. */
const withoutCloseUps = (shot: Shot): Shot => ({
  ...shot,
  beats: [
    { do: 'wide' as const },
    ...shot.beats
      .filter((beat) => beat.do !== 'zoom' && beat.do !== 'wide')
      .filter((beat, index, all) => !(isGlance(beat) && all.length > index + 1)),
  ],
});

/** In a scene that only shows something, the cursor is ornament: what was asked for needs its time. A caption takes none. */
const withoutPointer = (shot: Shot): Shot => ({
  ...shot,
  beats: shot.beats.filter((beat) => beat.do !== 'hover'),
});

const isClose = ({ beats }: Shot) => beats.some((beat) => beat.do === 'zoom');
const isPointing = ({ beats, value }: Shot) => value < action && beats.some((beat) => beat.do === 'hover');

/** Takes from one scene what it has of something; from the one worth least first. */
function loseOne(shots: Shot[], has: (shot: Shot) => boolean, without: (shot: Shot) => Shot): boolean {
  const [least] = shots.filter(has).sort((a, b) => a.value - b.value);
  if (!least) return false;
  shots.splice(shots.indexOf(least), 1, without(least));
  return true;
}

/** From where one has arrived the camera goes on at once: the way was seen. */
const withoutGlances = (shot: Shot): Shot => ({
  ...shot,
  beats: shot.beats.filter((beat, index) => !isGlance(beat) || index === shot.beats.length - 1),
});
const isGlance = (beat: Beat) => beat.do === 'hold' && beat.isGlance === true;

/** Of several holds in one shot, the last stays. */
function withOneHold(shot: Shot): Shot {
  const last = shot.beats.findLastIndex((beat) => beat.do === 'hold');
  return { ...shot, beats: shot.beats.filter((beat, index) => beat.do !== 'hold' || index === last) };
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
