import type { TriedPage } from '../page/off-camera.ts';
import type { Deed } from '../prompt/deed.ts';
import type { DecisionLog } from './decisions.ts';
import type { DoneDeed } from './film-deeds.ts';
import { Performer } from './performer.ts';
import { pursueDeed } from './pursue-deed.ts';

export interface CarriedOut {
  done: DoneDeed[];
  unmet: { said: string; reason: string }[];
}

/**
 * Carries out the deeds of a prompt off camera, one after the other.
 * @param mostMs how long the deeds may be looked for
 */
export async function carryOut(
  tried: TriedPage,
  deeds: readonly Deed[],
  mostMs: number,
  decisions?: DecisionLog,
): Promise<CarriedOut> {
  const performer = await Performer.on(tried, decisions);
  const endsAt = performance.now() + mostMs;
  const isOver = () => performance.now() > endsAt;
  const done: DoneDeed[] = [];
  const unmet: CarriedOut['unmet'] = [];
  const withOthers = new Set<Deed>();
  for (const [index, deed] of deeds.entries()) {
    if (withOthers.has(deed)) continue;
    const from = performer.path.length;
    const pursued = await pursueDeed(performer, deed, deeds.slice(index + 1), isOver);
    for (const other of pursued.withIt) withOthers.add(other);
    if (pursued.done) done.push({ deed, acts: performer.path.slice(from) });
    unmet.push(...pursued.unmet);
  }
  return { done, unmet };
}
