import type { Language } from './language.ts';
import type { Words } from './lists.ts';
import { arabic } from './vocabularies/arabic.ts';
import { chinese } from './vocabularies/chinese.ts';
import { dutch } from './vocabularies/dutch.ts';
import { english } from './vocabularies/english.ts';
import { french } from './vocabularies/french.ts';
import { german } from './vocabularies/german.ts';
import { greek } from './vocabularies/greek.ts';
import { hindi } from './vocabularies/hindi.ts';
import { italian } from './vocabularies/italian.ts';
import { japanese } from './vocabularies/japanese.ts';
import { korean } from './vocabularies/korean.ts';
import { polish } from './vocabularies/polish.ts';
import { portuguese } from './vocabularies/portuguese.ts';
import { russian } from './vocabularies/russian.ts';
import { spanish } from './vocabularies/spanish.ts';

/**
 * All languages that prompts and pages are read in. They are used together, because nobody says which language a prompt is in,
 * and many prompts mix two. Where words of two languages begin alike, the language that comes first in this list is tried
 * first.
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

/** The lists of words that a language may have, by topic. */
export type Lists = Required<
  Pick<
    Language,
    'concepts' | 'verbs' | 'prompt' | 'film' | 'dangers' | 'names' | 'fields' | 'controls' | 'page' | 'offers'
  >
>;

/** The words of all languages on one list, each word once. */
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

/** Other words for the names of fields. */
export const synonyms = new Map(languages.flatMap(({ synonyms }) => Object.entries(synonyms ?? {})));

/** The patterns for one kind of sentence, of all languages that have one. */
export const sentences = <K extends keyof NonNullable<Language['sentences']>>(kind: K) =>
  languages.map((language) => language.sentences?.[kind]).filter((sentence) => sentence !== undefined);

/** The words for deeds, of each language that has some. */
export const deedWords = languages.map(({ deeds }) => deeds).filter((words) => words !== undefined);

function once(listOf: (language: Language) => Words | undefined): Words {
  return [...new Set(languages.flatMap((language) => listOf(language) ?? []))];
}
