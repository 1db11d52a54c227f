import { assemble, closeUpMs, filmMs, hurriedMs, isGlance, maxScenes, minHoldMs } from './pacing.ts';
import type { Shot, ShotAction } from './shots.ts';

/** From here on a scene is something the prompt asked for; actions are worth 120 and more, and hang together. */
const asked = 100;
const action = 120;

/**
 * Drops and trims until what is left fits: first glances before close-ups, then the scenes worth least, then close-ups, the
 * best scene's last, then second holds and a pointer that only points. Scenes keep their order. Actions hang together, so they
 * are hurried, and the film becomes longer; when even that is not enough, first those that nothing hangs on are left out,
 * then the last ones.
 * @param mostMs so long the film may become for actions that were asked for
 */
export function trim(
  shots: Shot[],
  durationMs: number,
  mostMs = durationMs,
): { shots: Shot[]; dropped: Shot[] } {
  let kept = [...shots];
  const isOver = (some: Shot[]) => filmMs(assemble(some.map(lingering))) > durationMs;
  const over = () => isOver(kept);
  const dropLeast = (below: number): boolean => {
    const least = [...kept].sort((a, b) => a.value - b.value)[0];
    if (!least || kept.length <= 1 || least.value >= below) return false;
    kept = kept.filter((shot) => shot !== least);
    return true;
  };
  const dropAside = (): boolean => {
    const at = kept.findLastIndex(({ isAside }) => isAside);
    kept = kept.filter((_, index) => index !== at);
    return at >= 0;
  };
  while (kept.length > maxScenes(durationMs) && dropLeast(asked));
  if (over()) kept = kept.map(withoutGlances);
  if (over() && maxScenes(durationMs) <= 2) openWide(kept);
  // A scene seen from further away tells more than one that is not there.
  while (over() && pullBackLeast(kept));
  if (over()) openWide(kept);
  // One scene alone, with nothing that moves, is hardly a film: its ornament goes before the only other one.
  const plain = () => kept.map(withoutPointer).map(withOneHold);
  const isPair = () => kept.length === 2 && !isOver(plain());
  while (over() && !isPair() && dropLeast(asked));
  if (over() && isPair()) kept = plain();
  // The template's hand is seen in its close-ups and its pointer, and most in those of the best scene.
  while (over() && loseOne(kept, isPointing, withoutPointer));
  while (over() && loseOne(kept, isClose, withoutCloseUps));
  if (over()) kept = kept.map(withOneHold);
  const acts = kept.some(({ value }) => value >= action);
  const limitMs = kept.some(isActing) ? Math.max(mostMs, durationMs) : durationMs;
  const rushed = () => hurriedMs(assemble(kept.map(lingering))) > limitMs;
  while ((acts ? rushed() : over()) && dropLeast(action));
  while (rushed() && kept.length > 1 && dropAside());
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
    const does = (what: ShotAction['do']) => shot.beats.some((beat) => beat.do === what);
    if (shot.value >= action || !does('zoom') || !does('glide')) continue;
    const at = shots.indexOf(shot);
    const pulled = shots.with(at, withoutCloseUps(shot));
    if (lengthMs(pulled) >= lengthMs(shots)) continue;
    shots.splice(at, 1, ...pulled.slice(at, at + 1));
    return true;
  }
  return false;
}

/** Shots that only show something are worth as much in templates that live by them. */
const isActing = ({ value, beats }: Shot) =>
  value >= action && beats.some((beat) => /^(?:press|change|hover|key)$/.test(beat.do));

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

/** Of several holds in one shot, the last stays. */
function withOneHold(shot: Shot): Shot {
  const last = shot.beats.findLastIndex((beat) => beat.do === 'hold');
  return { ...shot, beats: shot.beats.filter((beat, index) => beat.do !== 'hold' || index === last) };
}
