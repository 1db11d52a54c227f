import { wholeWords } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { containerOf, isInside, sameItem, topmost } from '../candidates/chain.ts';
import { coverage } from '../candidates/likeness.ts';
import type { Performer } from '../perform/performer.ts';
import type { Text } from './choose.ts';
import { type } from './type-text.ts';

const asksAgain = new RegExp(wholeWords(wordsFor('fields', 'again')), 'iu');

/** Types a value once more where the form asks for it again: "Confirm password" below "Password". */
export async function typeAgain(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean> {
  const { screen } = performer;
  const around = topmost(screen) ?? containerOf(screen, item);
  const label = item.labels[0] ?? item.name;
  if (around === null || label === '' || asksAgain.test(label)) return true;
  const again = screen.items.find(
    (one) =>
      one.kind === 'field' &&
      one.value === '' &&
      !one.isDisabled &&
      isInside(screen, one, around) &&
      [...one.labels, one.name].some((name) => asksAgain.test(name) && coverage(label, name) >= 0.9),
  );
  const present = again && sameItem(performer.screen, screen, again);
  return !present || type(performer, present, value, field);
}
