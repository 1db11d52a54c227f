import type { DeedWords, Role } from '../../../language/deed-words.ts';
import { deedWords } from '../../../language/vocabulary.ts';

/** The small words between fields and values, of all languages, as parts of regular expressions for text in lower case. */

const said = (words: (language: DeedWords) => readonly string[]) =>
  [...new Set(deedWords.flatMap(words))].sort((a, b) => b.length - a.length).join('|');
const marking = (...roles: Role[]) => said(({ markers }) => roles.flatMap((role) => markers[role] ?? []));

/** "The", "its". */
export const articles = said(({ determiners, owned = [], persons = [] }) => [
  ...determiners,
  ...owned,
  ...persons,
]);
/** "And". */
export const joints = said(({ and }) => and);
/** "As", in front of the name of the field that a value is for. */
export const as = marking('as');
/** What may stand between the name of a field and its value: "called", "of", "to". */
export const leading = `${articles}|is|${marking('of', 'to', 'as', 'in', 'named')}`;
/** What is called so stands before its value: "from 9:00 to 10:00". */
export const before = marking('from', 'to', 'into', 'on', 'in', 'for', 'by');
