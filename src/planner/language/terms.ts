import { conceptsOf } from './concepts.ts';
import { stopWords } from './vocabulary.ts';
import { fold, stem, words } from './words.ts';

const joinedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u;

/**
 * Everything by which a text can be found: stems, concepts such as `#pricing`, which connect languages, and pairs of
 * characters. The pairs are for scripts that are written without spaces, because dictionaries cut the same word differently in
 * two sentences.
 */
export function terms(text: string): string[] {
  const known = remembered.get(text);
  if (known) return known;
  if (remembered.size >= rememberedTexts) remembered.clear();
  const found = read(text);
  remembered.set(text, found);
  return found;
}

/**
 * A prompt is compared with the same names and headings many times, and cutting text into words is most of that work. So terms
 * are remembered.
 */
const remembered = new Map<string, string[]>();
const rememberedTexts = 20_000;

function read(text: string): string[] {
  const found: string[] = [];
  for (const { raw, stem } of words(text)) {
    if (emptyTerms.has(stem) || emptyTerms.has(fold(raw))) continue;
    found.push(stem);
    // The spread keeps surrogate pairs whole, which rarer characters are.
    const signs = joinedScripts.test(raw) ? [...raw] : [];
    if (signs.length > 2) for (const [at, next] of signs.slice(1).entries()) found.push(signs[at] + next);
  }
  found.push(...conceptsOf(text).map((concept) => `#${concept}`));
  return found;
}

/** Words that tell nothing about what to show. */
const emptyTerms = new Set(stopWords.flatMap((word) => [fold(word), stem(fold(word))]));
