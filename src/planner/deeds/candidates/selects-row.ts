import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, Mention } from '../../prompt/deed.ts';
import { ownersOf, rowOf } from './chain.ts';

/**
 * Whether a box without a name, first in its row, selects the row for what is done with many: the row has other controls or the
 * cells of a table, and there are other rows. It sets no field, whatever its row is called.
 */
export function selectsRow(item: Item, screen: Screen): boolean {
  const row = rowOf(screen, item);
  if (item.kind !== 'toggle' || item.name !== '' || !row) return false;
  const inRow = screen.items.filter((one) => one.id !== item.id && ownersOf(screen, one).includes(row));
  return (
    inRow.every(({ box }) => box.x > item.box.x) &&
    (inRow.some(({ isPressable, kind }) => isPressable && kind !== 'text') ||
      inRow.filter(isCell).length > 2) &&
    screen.things.filter(({ parent, kind }) => parent === row.parent && kind === row.kind).length > 1
  );
}

const isCell = ({ kind, labels }: Item) => kind === 'text' && labels.length > 0;

/** Whether an item selects the row of a deed's thing: what is done with it may stand in a bar that comes then. */
export const isSelection = (
  item: Item,
  ofRow: readonly Mention[],
  { kind, thing, places }: Deed,
  screen: Screen,
) =>
  (kind === 'act' || kind === 'change') &&
  item.isOn === false &&
  // "Assign Ann as the reviewer of the bill X": what is changed may be named as a place.
  ofRow.some((mention) => (thing === null ? places.at(-1) === mention : mention === thing)) &&
  selectsRow(item, screen);
