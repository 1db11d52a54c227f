import { assemble, closeUpMs, filmMs, hurriedMs, isGlance, maxScenes, minHoldMs } from './pacing.ts';
import type { Shot, ShotAction } from './shots.ts';

/** From this value on, the prompt asked for a shot. Requested actions have 120 or more, and depend on each other. */
const askedValue = 100;
const actionValue = 120;

/**
 * Shortens a film until it fits into its time. The order of the shots stays.
 *
 * Until the film fits, these are left out, in this order: shots beyond the number that a viewer can follow, glances before
 * close-ups, close-ups that cost time, shots of least value that nobody asked for, cursors that only point, the other close-ups
 * (the best shot's last), second holds, and shots of least value that only show something.
 *
 * Requested actions depend on each other. So they are hurried, and the film becomes longer. Where even that is not enough,
 * first the shots that no other depends on are left out, then the last ones.
 * @param mostMs the longest that the film may become for requested actions
 */
export function trim(
  shots: readonly Shot[],
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
  while (kept.length > maxScenes(durationMs) && dropLeast(askedValue));
  if (over()) kept = kept.map(withoutGlances);
  if (over() && maxScenes(durationMs) <= 2) openWide(kept);
  // A scene that is shown from further away tells more than one that is left out.
  while (over() && pullBackLeast(kept));
  if (over()) openWide(kept);
  // A single scene in which nothing moves is hardly a film. So where two scenes are left, their pointers and second holds go
  // before one of them does.
  const plain = () => kept.map(withoutPointer).map(withOneHold);
  const isPair = () => kept.length === 2 && !isOver(plain());
  while (over() && !isPair() && dropLeast(askedValue));
  if (over() && isPair()) kept = plain();
  // A template is recognised by its close-ups and its pointer, most of all in the best scene, which loses them last.
  while (over() && loseOne(kept, isPointing, withoutPointer));
  while (over() && loseOne(kept, isClose, withoutCloseUps));
  if (over()) kept = kept.map(withOneHold);
  const acts = kept.some(({ value }) => value >= actionValue);
  const limitMs = kept.some(isActing) ? Math.max(mostMs, durationMs) : durationMs;
  const rushed = () => hurriedMs(assemble(kept.map(lingering))) > limitMs;
  while ((acts ? rushed() : over()) && dropLeast(actionValue));
  while (rushed() && kept.length > 1 && dropAside());
  while (kept.length > 1 && rushed()) kept = kept.slice(0, -1);
  return {
    shots: kept.map(lingering),
    dropped: shots.filter(
      ({ value, scene }) => value >= askedValue && !kept.some((shot) => shot.scene === scene),
    ),
  };
}

/**
 * Removes the close-up from the shot of least value, where that saves time. It saves none after another close-up, since the
 * camera then has to pull back instead. Only shots that also scroll to something lose theirs, and never the best shot.
 */
function pullBackLeast(shots: Shot[]): boolean {
  const lengthMs = (all: Shot[]) => filmMs(assemble(all.map(lingering)));
  const [, ...others] = [...shots].sort((a, b) => b.value - a.value);
  for (const shot of others.reverse()) {
    const does = (what: ShotAction['do']) => shot.actions.some((action) => action.do === what);
    if (shot.value >= actionValue || !does('zoom') || !does('glide')) continue;
    const at = shots.indexOf(shot);
    const pulled = shots.with(at, withoutCloseUps(shot));
    if (lengthMs(pulled) >= lengthMs(shots)) continue;
    shots.splice(at, 1, ...pulled.slice(at, at + 1));
    return true;
  }
  return false;
}

/**
 * Whether a shot does a requested action. Its value alone does not tell: in some templates shots that only show have as much.
 */
const isActing = ({ value, actions }: Shot) =>
  value >= actionValue && actions.some((action) => /^(?:press|change|hover|key)$/.test(action.do));

/**
 * Removes the close-up from the opening shot to save time for the next one. The opening is large enough to be read from afar.
 */
function openWide(shots: Shot[]): void {
  const [first, second] = shots;
  if (!first || !second || !isClose(first) || first.actions.some((action) => action.do === 'glide')) return;
  shots.splice(0, 1, withoutCloseUps(first));
}

/**
 * Makes a close-up last long enough where the camera pulls back in the same or the next shot. Otherwise the camera would swing.
 */
function lingering(shot: Shot, index: number, all: Shot[]): Shot {
  const after = all[index + 1]?.actions.find((action) => action.do !== 'caption');
  const zoom = shot.actions.findLastIndex((action) => action.do === 'zoom');
  const last = shot.actions.findLastIndex((action) => action.do === 'hold');
  if (after?.do !== 'wide' || zoom < 0 || last < zoom) return shot;
  const meanwhileMs = filmMs(shot.actions.slice(zoom + 1).filter((_, at) => at + zoom + 1 !== last));
  const actions = shot.actions.map((action, at) =>
    at === last && action.do === 'hold'
      ? { ...action, minMs: Math.max(action.minMs ?? minHoldMs, closeUpMs - meanwhileMs) }
      : action,
  );
  return { ...shot, actions };
}

/** The shot still begins with `wide`, since it may follow a close-up of another shot. `assemble` drops a needless `wide`. */
const withoutCloseUps = (shot: Shot): Shot => ({
  ...shot,
  actions: [
    { do: 'wide' as const },
    ...shot.actions
      .filter((action) => action.do !== 'zoom' && action.do !== 'wide')
      .filter((action, index, all) => !(isGlance(action) && all.length > index + 1)),
  ],
});

/**
 * In a shot that only shows something the cursor is an ornament, and its time is needed for what was asked for. A caption takes
 * no time.
 */
const withoutPointer = (shot: Shot): Shot => ({
  ...shot,
  actions: shot.actions.filter((action) => action.do !== 'hover'),
});

const isClose = ({ actions }: Shot) => actions.some((action) => action.do === 'zoom');
const isPointing = ({ actions, value }: Shot) =>
  value < actionValue && actions.some((action) => action.do === 'hover');

/** Removes something from one shot: of those that have it, the shot of least value. False where none has it. */
function loseOne(shots: Shot[], has: (shot: Shot) => boolean, without: (shot: Shot) => Shot): boolean {
  const [least] = shots.filter(has).sort((a, b) => a.value - b.value);
  if (!least) return false;
  shots.splice(shots.indexOf(least), 1, without(least));
  return true;
}

/** Without glances the camera goes on as soon as it has arrived. Viewers have seen the way there. */
const withoutGlances = (shot: Shot): Shot => ({
  ...shot,
  actions: shot.actions.filter((action, index) => !isGlance(action) || index === shot.actions.length - 1),
});

/** Keeps only the last hold of a shot. */
function withOneHold(shot: Shot): Shot {
  const last = shot.actions.findLastIndex((action) => action.do === 'hold');
  return { ...shot, actions: shot.actions.filter((action, index) => action.do !== 'hold' || index === last) };
}
