import type { Words } from './lists.ts';
import { type Lists, sentences, wordsFor } from './vocabulary.ts';

/** Parts of regular expressions, made of the words of all languages. */

export const alternatives = (words: Words) => `(?:${words.join('|')})`;

export const anyOf = <G extends keyof Lists>(group: G, list: keyof Lists[G]) =>
  alternatives(wordsFor(group, list));

/** A pattern for one kind of sentence in any of the languages. */
export const anySentence = (kind: 'opinion' | 'where' | 'address') =>
  new RegExp(
    sentences(kind)
      .map(({ source }) => source)
      .join('|'),
    'u',
  );

/** A pattern without its escapes (`\b`, `\s`), which are no letters of the word. */
const letters = (pattern: string) => pattern.replace(/\\./g, '');

export const isLatin = (word: string) => /\p{Script=Latin}/u.test(letters(word));

/** Whether a word is in a script that is written without spaces. */
export const isJoined = (word: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);

/**
 * A pattern that matches words of Latin script as whole words. In other scripts endings and articles are attached to words, so
 * it matches parts of words too. A word that begins with `\\b` states its own ends.
 */
export function wholeWords(words: Words, before = '\\b', after = '\\b'): string {
  const isWhole = (word: string) => isLatin(word) && !word.startsWith('\\b');
  const whole = `${before}${alternatives(words.filter(isWhole))}${after}`;
  return alternatives([whole, ...words.filter((word) => !isWhole(word))]);
}
