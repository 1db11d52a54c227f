import type { Item, Screen } from '../../page/screen.ts';
import { rowOf } from '../candidates/chain.ts';

/** Each row of a list has the like of it, and this one stands in another row than the one that was pressed: behind another tab, at the same place. */
export function isOfOtherRow(found: Item, screen: Screen, item: Item, before: Screen): boolean {
  const own = rowOf(before, item);
  if (!own || rowOf(screen, found)?.name === own.name) return false;
  // The row itself is pressed, and another one stands there: on another page of the list.
  if (item.kind === 'body' && found.name !== item.name) return true;
  return before.items.some(
    (one) =>
      one.kind === item.kind && one.name === item.name && ![undefined, own].includes(rowOf(before, one)),
  );
}
