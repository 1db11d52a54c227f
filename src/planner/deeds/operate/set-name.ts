import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { containerOf, isInside, sameItem, topmost } from '../candidates/chain.ts';
import type { Performer } from '../perform/performer.ts';
import type { Text } from './choose.ts';
import { type } from './type-text.ts';

/**
 * Gives the name of a person to the two fields that ask for its parts: "Ann Mary Lee" has the last name Lee.
 * @param item the field that the whole would be typed into
 * @returns null where the field asks for the whole, or nothing asks for the rest
 */
export async function setName(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean | null> {
  const [, given, family] = /^(\p{L}[^\d,]*)\s+([^\d,\s]+)$/u.exec(value.text) ?? [];
  const { screen } = performer;
  if (!given || !family || !asksFor(first, item)) return null;
  // A form of several parts may be the whole page, the first of its things.
  const around = topmost(screen) ?? containerOf(screen, item) ?? 0;
  const behind = screen.items.slice(screen.items.indexOf(item) + 1);
  const other = behind.find((one) => isFree(one, screen, around));
  if (!other || !(await type(performer, item, { ...value, text: given }, field))) return null;
  const present = sameItem(performer.screen, screen, other);
  return present !== null && type(performer, present, { ...value, text: family }, field);
}

const asksFor = (words: RegExp, { name, labels, hints }: Item) =>
  [name, labels[0] ?? '', ...hints].some((text) => words.test(text));
const wordsOf = (list: 'firstName' | 'lastName') => new RegExp(wordsFor('fields', list).join('|'), 'iu');
const first = wordsOf('firstName');
const last = wordsOf('lastName');

const isFree = (item: Item, screen: Screen, around: number) =>
  item.kind === 'field' &&
  item.value === '' &&
  !item.isDisabled &&
  isInside(screen, item, around) &&
  asksFor(last, item) &&
  !asksFor(first, item);
