import type { Words } from './language.ts';
import { type Lists, sentences, wordsFor } from './vocabulary.ts';

/** Parts of regular expressions, made of what all languages have on a list. */

export const alternatives = (words: Words) => `(?:${words.join('|')})`;

export const anyOf = <G extends keyof Lists>(group: G, list: keyof Lists[G]) =>
  alternatives(wordsFor(group, list));

/** A sentence as any of the languages builds it. */
export const anySentence = (kind: 'opinion' | 'where' | 'address') =>
  new RegExp(
    sentences(kind)
      .map(({ source }) => source)
      .join('|'),
    'u',
  );

/** A pattern's own signs (`\b`, `\s`) are no letters. */
const letters = (pattern: string) => pattern.replace(/\\./g, '');

export const isLatin = (word: string) => /\p{Script=Latin}/u.test(letters(word));

/** Written without spaces between words. */
export const isJoined = (word: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);

/**
 * Whole words of Latin script; of other scripts, whose endings and articles are written on to them, parts of words too. A
 * pattern that begins with `\\b` says itself where it ends.
 */
export function wholeWords(words: Words, before = '\\b', after = '\\b'): string {
  const isWhole = (word: string) => isLatin(word) && !word.startsWith('\\b');
  const whole = `${before}${alternatives(words.filter(isWhole))}${after}`;
  return alternatives([whole, ...words.filter((word) => !isWhole(word))]);
}
