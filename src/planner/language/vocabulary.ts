import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { greek } from './greek.ts';
import { hindi } from './hindi.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import type { Language, Words } from './language.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';

/**
 * The languages that prompts and pages are read in, as one: nobody says which language a prompt is in, and many mix two. Where
 * words of two languages begin alike, those of the language that comes first are tried first.
 */
const languages: readonly Language[] = [
  english,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  polish,
  russian,
  greek,
  arabic,
  hindi,
  chinese,
  japanese,
  korean,
];

/** The lists that a language may have, by what they are about. */
export type Lists = Required<
  Pick<
    Language,
    'concepts' | 'verbs' | 'prompt' | 'film' | 'dangers' | 'names' | 'fields' | 'controls' | 'page'
  >
>;

/** What all languages have on one list, each word once. */
export function wordsFor<G extends keyof Lists>(group: G, list: keyof Lists[G]): Words {
  return once((language) => (language[group] as { readonly [name in keyof Lists[G]]?: Words })?.[list]);
}

export const stopWords = once(({ stopWords }) => stopWords);
export const commonVerbs = once(({ commonVerbs }) => commonVerbs);

/** 1 for "first", -1 for "last". */
export const ordinals = new Map(languages.flatMap(({ ordinals }) => Object.entries(ordinals ?? {})));

/** 2 for "two". */
export const numbers = new Map(
  languages.flatMap(({ numbers }) => (numbers ?? []).map((word, index) => [word, index + 1])),
);

/** Other words for what a field is called. */
export const synonyms = new Map(languages.flatMap(({ synonyms }) => Object.entries(synonyms ?? {})));

/** Sentences of one kind, as each language that has it builds it. */
export const sentences = <K extends keyof NonNullable<Language['sentences']>>(kind: K) =>
  languages.map((language) => language.sentences?.[kind]).filter((sentence) => sentence !== undefined);

function once(listOf: (language: Language) => Words | undefined): Words {
  return [...new Set(languages.flatMap((language) => listOf(language) ?? []))];
}
