import { words } from '../../language/words.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { sameItem } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';
import type { Text } from './choose.ts';
import { type } from './type-text.ts';

/**
 * Gives both numbers of a measure such as "120/74" to the two fields that ask for one each.
 * @param item the field that the whole would be typed into
 * @returns null where the value is no such measure, or no other field belongs to this one
 */
export async function setPair(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean | null> {
  const [, first, second] = /^(\d{1,4}(?:\.\d+)?)\s?\/\s?(\d{1,4}(?:\.\d+)?)$/.exec(value.text) ?? [];
  const { screen: before } = performer;
  const other = first && second ? partnerOf(before, item) : null;
  if (!first || !second || !other) return null;
  if (!(await type(performer, item, { ...value, text: first }, field))) return false;
  const present = sameItem(performer.screen, before, other);
  return present !== null && type(performer, present, { ...value, text: second }, field);
}

/**
 * The field that asks for the second number: it follows on the same line, is as wide and as empty, and its label says one word less or
 * other than this one's: "Upper limit" and "Lower limit".
 */
function partnerOf(screen: Screen, item: Item): Item | null {
  const beside = screen.items.filter(
    (one) =>
      one.id !== item.id &&
      one.kind === 'field' &&
      !one.isDisabled &&
      one.value === '' &&
      Math.abs(one.box.y - item.box.y) < 4 &&
      Math.abs(one.box.width - item.box.width) < 8 &&
      one.box.x > item.box.x,
  );
  const [next] = beside.sort((a, b) => a.box.x - b.box.x);
  return next && item.value === '' && areHalves(labelOf(item), labelOf(next)) ? next : null;
}

/** The visible label. What a field without a name is called is often only the unit that it shows while it is empty. */
const labelOf = ({ name, labels }: Item) => labels[0] ?? name;

function areHalves(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => words(text).map(({ stem }) => stem));
  if (!left || !right || left.length !== right.length || left.length < 2) return false;
  return left.filter((word, at) => word !== right[at]).length === 1;
}
