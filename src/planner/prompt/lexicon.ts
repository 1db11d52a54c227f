import type { DeedWords, Role, VerbKind } from '../language/deed-words.ts';
import { verbKinds } from '../language/deed-words.ts';
import { deedWords } from '../language/vocabulary.ts';
import { fold, stem } from '../language/words.ts';
import type { Token } from './tokens.ts';

/** One language's words for deeds, prepared for looking up. */
export interface Lexicon {
  readonly words: DeedWords;
  /** By the stem of their first word, the longest first. */
  readonly verbs: ReadonlyMap<string, readonly VerbEntry[]>;
  readonly frames: readonly Frame[];
  /** Verbs are recognised by their stems: only English ends its verbs so. */
  readonly inflects: boolean;
  /** Words that order nothing wherever they stand. */
  readonly noVerb: RegExp;
  has(list: WordList, token: Token | undefined): boolean;
  /** How many tokens the phrase of a list has that begins there. None: 0. */
  phraseAt(list: WordList, tokens: readonly Token[], at: number): number;
  /** The markers that begin there: the longest ones, since several may have the same words. */
  markersAt(tokens: readonly Token[], at: number): readonly Phrase<Role>[];
  /** Whether a word alone is a marker of such a role. */
  means(token: Token | undefined, roles: RegExp): boolean;
}

/** A prompt, and the language that it is read in. */
export interface Reading {
  prompt: string;
  lexicon: Lexicon;
}

export interface VerbEntry {
  kind: VerbKind;
  words: readonly string[];
  /** As it is written. */
  said: string;
}
/** Words around an order: behind `told` follows an infinitive, behind `shown` a verb in any form. */
interface Frame {
  pattern: RegExp;
  how: 'told' | 'shown';
}
interface Phrase<T> {
  words: readonly string[];
  means: T;
}
type WordList = {
  [list in keyof DeedWords]-?: NonNullable<DeedWords[list]> extends readonly string[] ? list : never;
}[keyof DeedWords];

/**
 * The language that most words of the prompt are of. English, where no other has more: names of things are often English in
 * sentences of other languages.
 */
export function lexiconFor(tokens: readonly Token[]): Lexicon {
  const said = tokens.filter(({ kind }) => kind === 'word');
  let best = lexicons[0]!;
  let most = 0;
  for (const lexicon of lexicons) {
    const points = said.reduce((sum, { low }) => sum + (lexicon.weights.get(low) ?? 0), 0);
    if (points > most) [best, most] = [lexicon, points];
  }
  return best;
}

function prepared(words: DeedWords, index: number): Lexicon & { weights: ReadonlyMap<string, number> } {
  const inflects = index === 0;
  const entries = verbKinds.flatMap((kind) =>
    (words.verbs[kind] ?? []).map((said) => ({ kind, words: split(said), said })),
  );
  const roles = Object.entries(words.markers) as [Role, readonly string[]][];
  const markers = grouped(
    roles.flatMap(([means, some]) => some.map((one) => ({ words: split(one), means }))),
    ({ words }) => words[0]!,
  );
  const lists = new Map<WordList, ReadonlyMap<string, readonly Phrase<true>[]>>();
  const listed = (list: WordList) => {
    const known = lists.get(list);
    if (known) return known;
    // A field that takes several values is named in the plural: "labels".
    const several = list === 'fields' && inflects ? (words.fields ?? []).map((one) => plural(one)) : [];
    const phrases = [...(words[list] ?? []), ...several].map((one) => ({
      words: split(one),
      means: true as const,
    }));
    const made = grouped(phrases, ({ words }) => words[0]!);
    lists.set(list, made);
    return made;
  };
  const phrasesAt = <T>(phrases: readonly Phrase<T>[] | undefined, tokens: readonly Token[], at: number) =>
    (phrases ?? []).filter(({ words }) =>
      words.every((word, index) => tokens[at + index]?.kind === 'word' && tokens[at + index]!.low === word),
    );
  return {
    words,
    verbs: grouped(entries, ({ words }) => (inflects ? stem(words[0]!) : words[0]!)),
    frames: [...patterns(words.frames?.told, 'told'), ...patterns(words.frames?.shown, 'shown')],
    inflects,
    noVerb: new RegExp(`^(?:${(words.noVerbs ?? []).join('|')})$`),
    has: (list, token) =>
      token?.kind === 'word' &&
      (listed(list)
        .get(token.low)
        ?.some(({ words }) => words.length === 1) ??
        false),
    phraseAt: (list, tokens, at) =>
      phrasesAt(listed(list).get(tokens[at]?.low ?? ''), tokens, at)[0]?.words.length ?? 0,
    markersAt: (tokens, at) => {
      const found = phrasesAt(markers.get(tokens[at]?.low ?? ''), tokens, at);
      return found.filter(({ words }) => words.length === found[0]!.words.length);
    },
    means: (token, roles) =>
      token?.kind === 'word' &&
      (markers.get(token.low)?.some(({ means, words }) => words.length === 1 && roles.test(means)) ?? false),
    weights: weighed(words),
  };
}

const plural = (word: string) =>
  /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(?:s|x|ch)$/.test(word) ? `${word}es` : `${word}s`;

const patterns = (sources: readonly string[] | undefined, how: Frame['how']): Frame[] =>
  (sources ?? []).map((source) => ({ pattern: new RegExp(`^${source}`, 'iu'), how }));

/** Folding would write the sign for a quotation as three dots. */
const split = (phrase: string) => phrase.split(' ').map((word) => (word === '…' ? word : fold(word)));

function grouped<T extends { words: readonly string[] }>(all: readonly T[], keyOf: (one: T) => string) {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  for (const group of groups.values()) group.sort((a, b) => b.words.length - a.words.length);
  return groups;
}

/** How much a word tells of its language: a verb more than a small word. */
function weighed(words: DeedWords): Map<string, number> {
  const weights = new Map<string, number>();
  const small = [
    ...words.determiners,
    ...words.and,
    ...words.afterwards,
    ...Object.values(words.markers).flat(),
    ...(words.polite ?? []),
  ];
  for (const phrase of small) for (const word of split(phrase)) weights.set(word, 1);
  for (const phrase of Object.values(words.verbs).flat()) weights.set(split(phrase)[0]!, 2);
  return weights;
}

const lexicons = deedWords.map(prepared);
