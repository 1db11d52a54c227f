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
  readonly markers: Phrases<Role>;
  readonly then: Phrases<true>;
  /** Verbs are recognised by their stems: only English ends its verbs so. */
  readonly inflects: boolean;
  has(list: WordList, token: Token | undefined): boolean;
}

export interface VerbEntry {
  kind: VerbKind;
  words: readonly string[];
  /** As it is written. */
  said: string;
}
/** Phrases by their first word, the longest first. */
type Phrases<T> = ReadonlyMap<string, readonly { words: readonly string[]; means: T }[]>;
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
  const key = (word: string) => (inflects ? stem(word) : word);
  const verbs = grouped(
    verbKinds.flatMap((kind) => (words.verbs[kind] ?? []).map((phrase) => ({ kind, words: split(phrase), said: phrase }))),
    ({ words }) => key(words[0]!),
  );
  const phrases = <T>(some: readonly (readonly [string, T])[]) =>
    grouped(
      some.map(([phrase, means]) => ({ words: split(phrase), means })),
      ({ words }) => words[0]!,
    );
  const lists = new Map<string, ReadonlySet<string>>();
  return {
    words,
    verbs,
    inflects,
    markers: phrases(
      Object.entries(words.markers).flatMap(([role, some]) => some.map((one) => [one, role as Role] as const)),
    ),
    then: phrases(words.then.map((one) => [one, true as const])),
    has(list, token) {
      if (token?.kind !== 'word') return false;
      if (!lists.has(list)) lists.set(list, new Set((words[list] ?? []).map(fold)));
      return lists.get(list)!.has(token.low);
    },
    weights: weighed(words),
  };
}

const split = (phrase: string) => fold(phrase).split(' ');

function grouped<T extends { words: readonly string[] }>(all: readonly T[], keyOf: (one: T) => string) {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  for (const group of groups.values()) group.sort((a, b) => b.words.length - a.words.length);
  return groups;
}

/** How much a word tells of its language: a verb more than a small word. */
function weighed(words: DeedWords): Map<string, number> {
  const weights = new Map<string, number>();
  const small = [...words.determiners, ...words.and, ...words.then, ...Object.values(words.markers).flat(), ...(words.polite ?? [])];
  for (const phrase of small) for (const word of split(phrase)) weights.set(word, 1);
  for (const phrase of Object.values(words.verbs).flat()) weights.set(split(phrase)[0]!, 2);
  return weights;
}

const lexicons = deedWords.map(prepared);
