import type { Screen } from '../../../page/screen.ts';
import { sameItem } from '../../candidates/chain.ts';
import { confirmOne } from '../../operate/confirm-one.ts';
import { operate } from '../../operate/operate.ts';
import type { Performer } from '../../perform/performer.ts';
import type { Pairing } from '../pairing.ts';

/**
 * Gives each control its value. What a control does not take is left out.
 * @returns the pairs whose control took its value, and those whose control did not. Null where what was entered before could not be entered again
 */
export async function fillForm(
  performer: Performer,
  pairings: readonly Pairing[],
  seen: Screen,
): Promise<{ taken: Pairing[]; refused: Pairing[] } | null> {
  const [taken, refused]: [Pairing[], Pairing[]] = [[], []];
  for (const one of pairings) {
    const mark = performer.path.length;
    const item = sameItem(performer.screen, seen, one.item);
    if (item && (await operate(performer, { item, way: one.way }, one.value))) {
      taken.push(one);
      if (pairings.filter((other) => other.item === one.item).length > 1) await confirmOne(performer);
    } else {
      refused.push(one);
      // A list that was opened in vain lies above the form.
      if (item && !(await performer.returnTo(mark))) return null;
    }
  }
  return { taken, refused };
}
