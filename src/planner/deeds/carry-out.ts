import type { Deed, DeedToCome } from '../prompt/deed.ts';
import { apart } from './apart.ts';
import type { DoneDeed } from './film-deeds.ts';
import { pursueDeed } from './pursue-deed.ts';
import type { Rehearser } from './rehearser.ts';
import { isAwaited, unseenOf, waitsForAnswer } from './to-come.ts';

export interface CarriedOut {
  done: DoneDeed[];
  /** What is found only when the server has answered, in the order of the prompt. */
  toCome: DeedToCome[];
  unmet: { said: string; reason: string }[];
}

/**
 * How long the deeds may be looked for, in ms. Deeds that are found are found sooner, and those that are not must leave time for
 * another plan.
 */
const mostMs = 12_000;

/** Carries out the deeds of a prompt off camera, one after the other. */
export async function carryOut(performer: Rehearser, deeds: readonly Deed[]): Promise<CarriedOut> {
  const endsAt = performance.now() + mostMs;
  const until = () => performance.now() > endsAt;
  const found: CarriedOut = { done: [], toCome: [], unmet: [] };
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
    const pursued = await pursueDeed(performer, { deed, left: null }, left, until);
    left = left.filter((other) => !pursued.withIt.includes(other));
    const isBegun = pursued.done || pursued.toCome !== undefined;
    const parts = isBegun || until() ? null : apart(deed);
    if (parts) {
      left = [...parts, ...left];
      continue;
    }
    const acts = performer.path.slice(from);
    if (isBegun) found.done.push({ deed, acts });
    if (pursued.toCome) found.toCome.push(pursued.toCome);
    // What was tried and did not work is not tried again in the film.
    else if (!pursued.done && performer.wroteSince(0) && performer.attempts === attempts)
      found.toCome.push({ deed, left: null, unseen: unseenOf(deed, performer.screen) });
    else found.unmet.push(...pursued.unmet);
  }
  return found;
}
