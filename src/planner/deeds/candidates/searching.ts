import { wholeWords } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';

/** Whether what is typed into a field is looked for, and not kept. */
export const isSearching = ({ inputType, role, name, hints }: Item) =>
  inputType === 'search' ||
  role === 'combobox' ||
  role === 'searchbox' ||
  searches.test(`${name} ${hints.join(' ')}`);
const searches = new RegExp(wholeWords(wordsFor('controls', 'searches')), 'iu');
