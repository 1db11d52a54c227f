import type { Screen } from '../../../page/screen.ts';
import { sameItem } from '../../candidates/chain.ts';
import { confirmOne } from '../../operate/confirm-one.ts';
import { operate } from '../../operate/operate.ts';
import type { Performer } from '../../perform/performer.ts';
import type { Pairing } from '../pairing.ts';

/**
 * Gives each control its value.
 * @returns the pair whose control did not take its value, or null where all did
 */
export async function fillForm(
  performer: Performer,
  pairings: readonly Pairing[],
  seen: Screen,
): Promise<Pairing | null> {
  for (const one of pairings) {
    const item = sameItem(performer.screen, seen, one.item);
    if (!item || !(await operate(performer, { item, way: one.way }, one.value))) return one;
    if (pairings.filter((other) => other.item === one.item).length > 1) await confirmOne(performer);
  }
  return null;
}
