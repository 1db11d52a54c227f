import { deedWords } from '../../../language/vocabulary.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { coverage } from '../likeness.ts';
import { isRow } from '../mentions/rows.ts';
import { isShown } from '../mentions/shown.ts';
import type { Sought } from './sought.ts';

/** Whether a list lacks what the deed names: the rest of the list is on its other pages. */
export const lacksNamed = ({ missing, screen }: Sought) => {
  const rows = screen.things.filter(isRow);
  const isTold = (words: string) => words === '' || rows.some(({ text }) => coverage(words, text) >= 0.6);
  return (
    rows.length >= 8 &&
    missing.some((mention) => (mention.name === null ? !isTold(wordsOf(mention)) : !isShown(mention, screen)))
  );
};

/** "The lost key request" is one of many requests, as "the request about the lost key" is. "The notification settings" are a place. */
const wordsOf = ({ kind, qualifiers }: Mention) => {
  const told = qualifiers.filter((one) => one.split(' ').length > 2).join(' ');
  const words = kind.split(' ');
  return told === '' && words.length > 2 && !places.has(words.at(-1)!) ? kind : told;
};
const places = new Set(deedWords.flatMap((words) => words.places));
