import { wholeWords } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import { ownersOf } from './chain.ts';

/** Whether what is typed into a field is looked for, and not kept. */
export const isSearching = (item: Item) => item.role === 'combobox' || saysSearch(item);

/** Whether a field says that it searches. A box that offers what fits what is typed may keep it as well. */
export const saysSearch = ({ inputType, role, name, hints }: Item) =>
  inputType === 'search' || role === 'searchbox' || searches.test(`${name} ${hints.join(' ')}`);
const searches = new RegExp(wholeWords(wordsFor('controls', 'searches')), 'iu');

/** Whether a choice beside a list says which of its rows are shown, and nothing about any of them: "Anyone", "All statuses". */
export const isFilter = (item: Item, screen: Screen) =>
  /^(?:picker|select|button)$/.test(item.kind) &&
  leavesNothingOut.test(item.value.trim()) &&
  !ownersOf(screen, item).some(({ kind }) => /^(?:row|card|dialog|form)$/.test(kind)) &&
  screen.things.filter(({ kind }) => kind === 'row' || kind === 'card').length > 1;
/** With a word for what is listed, at most: "all day" is no filter, and neither is "every second week". */
const leavesNothingOut = new RegExp(
  `^(?:${wordsFor('offers', 'anything').join('|')})(?: \\p{L}{4,})?$`,
  'iu',
);
