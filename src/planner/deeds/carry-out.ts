import type { Deed, DeedToCome } from '../prompt/deed.ts';
import type { Shot } from '../storyboard/shots.ts';
import { isAwaited, unseenOf, waitsForAnswer } from './finish/to-come.ts';
import type { DoneDeed } from './perform/film-deeds.ts';
import type { Rehearser } from './perform/rehearser.ts';
import { apart } from './pursue/apart.ts';
import { offered } from './pursue/offered.ts';
import { type Pursued, pursueDeed } from './pursue/pursue-deed.ts';
import { findPlace } from './search/find-place.ts';
import { othersOf } from './several.ts';
import { type Shown, showPlace, showResult } from './show-place.ts';

export interface CarriedOut {
  done: DoneDeed[];
  /** What is found only when the server has answered, in the order of the prompt. */
  toCome: DeedToCome[];
  unmet: { said: string; reason: string }[];
  /** How sure the least sure of the searches was of what it found. */
  sureness: number;
}

/**
 * Carries out the deeds of a prompt off camera, one after the other.
 * @param shown an agent looks for places to see as well, and shows what came of the deeds. Null in another mode
 * @param until whether the deeds have been looked for long enough
 */
export async function carryOut(
  performer: Rehearser,
  deeds: readonly Deed[],
  shown: Shown | null,
  until: () => boolean,
): Promise<CarriedOut> {
  const found: Omit<CarriedOut, 'sureness'> = { done: [], toCome: [], unmet: [] };
  let left = deeds;
  for (let deed = left[0]; deed; deed = left[0]) {
    left = left.slice(1);
    // What was said after a deed that has to wait comes after it in the film too.
    const waits =
      found.toCome.length > 0 || waitsForAnswer(performer) || isAwaited(deed, found.done, performer);
    if (waits) {
      found.toCome.push({ deed, left: null });
      continue;
    }
    const from = performer.path.length;
    const { attempts } = performer;
    const pursued: Pursued & { seen?: Shot } =
      shown && deed.kind === 'open'
        ? await pursuePlace(performer, deed, until, shown)
        : await pursueDeed(performer, { deed, left: null }, left, until);
    left = left.filter((other) => !pursued.withIt.includes(other));
    const isBegun = pursued.done || pursued.toCome !== undefined;
    const parts = isBegun || until() ? null : apart(deed);
    if (parts) {
      left = [...parts, ...left];
      continue;
    }
    const acts = performer.path.slice(from);
    if (isBegun) {
      const result = shown && acts[0] && (await showResult(shown, performer, deed, acts[0].before));
      found.done.push({ deed, acts, seen: pursued.seen ?? result ?? null });
      const { deeds: others, missing } = othersOf(deed, acts);
      left = [...others, ...left];
      if (missing > 0) found.unmet.push({ said: deed.said, reason: lacking(missing) });
    }
    if (pursued.toCome) found.toCome.push(pursued.toCome);
    // What was tried and did not work is not tried again in the film.
    else if (!pursued.done && performer.wroteSince(0) && performer.attempts === attempts)
      found.toCome.push({ deed, left: null, unseen: unseenOf(deed, performer.screen) });
    else found.unmet.push(...pursued.unmet);
  }
  return { ...found, sureness: performer.sureness };
}

const lacking = (missing: number) =>
  `It was done, but ${missing === 1 ? 'another one that it was asked for was' : `${missing} others that it was asked for were`} not found.`;

/** Looks for a place that the prompt wishes to see, and films it. */
async function pursuePlace(
  performer: Rehearser,
  wish: Deed,
  until: () => boolean,
  shown: Shown,
): Promise<Pursued & { seen?: Shot }> {
  const place = await findPlace(performer, wish, until);
  if (place)
    return { done: true, withIt: [], unmet: [], seen: await showPlace(shown, performer, wish, place) };
  const reason = offered(performer.screen, wish.thing?.said ?? wish.said);
  return { done: false, withIt: [], unmet: [{ said: wish.said, reason }] };
}
