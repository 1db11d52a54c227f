import { conceptNames } from './concept-names.ts';
import { anySentence, isJoined } from './patterns.ts';
import { wordsFor } from './vocabulary.ts';
import { fold, stem, words } from './words.ts';

interface Index {
  byStem: Map<string, string[]>;
  phrases: { concept: string; phrase: string; spaced: boolean }[];
}
let built: Index | null = null;

/** The concepts that a text names, each once. */
export function conceptsOf(text: string): string[] {
  built ??= build();
  const found = new Set<string>();
  const plain = withoutPrepositions(text);
  const folded = fold(plain.normalize('NFKC')).replace(/\s+/g, ' ');
  let spoken = ` ${folded.replace(/[^\p{L}\p{N}&'-]+/gu, ' ')} `;
  const long: string[] = [];
  for (const { concept, phrase, spaced } of built.phrases) {
    if (!(spaced ? spoken.includes(` ${phrase} `) : folded.includes(phrase))) continue;
    found.add(concept);
    if (spaced && phrase.split(' ').length >= 3) long.push(phrase);
  }
  // The words of a longer phrase do not count again: "before you start" is not about signing up.
  for (const phrase of long) spoken = spoken.replaceAll(` ${phrase} `, ' ');
  for (const { raw, stem } of words(long.length > 0 ? spoken : plain))
    for (const concept of conceptsOfWord(fold(raw), stem, built.byStem)) found.add(concept);
  if (asksOpinion.test(folded)) found.add('proof');
  if (asksWhere.test(folded)) found.add('location');
  return [...found];
}

/** Questions that a list of words cannot recognise: "what do walkers think of it?", "where the restaurant is". */
const [asksOpinion, asksWhere] = [anySentence('opinion'), anySentence('where')];

function conceptsOfWord(word: string, stem: string, byStem: Index['byStem']): string[] {
  const own = [...(byStem.get(stem) ?? []), ...(byStem.get(word) ?? [])];
  if (own.length > 0 || word.length < 9) return own;
  // German joins words that other languages write apart: "Ticketpreise" is about tickets and about prices.
  for (let cut = 4; cut <= word.length - 4; cut++) {
    const [front, back] = [byStem.get(word.slice(0, cut)), byStem.get(word.slice(cut))];
    if (front && back) return [...front, ...back];
  }
  return [];
}

/**
 * Removes "about" where it is a preposition: "the post about prophecy" names no about page, while "about us" and "the about
 * page" do.
 */
const withoutPrepositions = (text: string) =>
  text.replace(/(?<=[\p{L}\p{N}]\s+)about(?=\s+(?!us\b|me\b|page\b|section\b)\S)/giu, '');

function build(): Index {
  const byStem = new Map<string, string[]>();
  const phrases: Index['phrases'] = [];
  for (const concept of conceptNames)
    for (const entry of wordsFor('concepts', concept).map(fold)) {
      const spaced = !isJoined(entry) && !/\p{Script=Hangul}/u.test(entry);
      if (/[\s&-]/.test(entry) || !spaced) phrases.push({ concept, phrase: entry, spaced });
      // `=products` matches that very word alone, since "the product" is what every demo is about.
      else
        for (const key of entry.startsWith('=') ? [entry.slice(1)] : new Set([entry, stem(entry)]))
          byStem.set(key, [...(byStem.get(key) ?? []), concept]);
    }
  return { byStem, phrases };
}
