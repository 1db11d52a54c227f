import type { Clause } from './clauses.ts';
import type { DeedKind, FieldValue, Mention } from './deed.ts';
import type { Lexicon } from './lexicon.ts';
import { mentionsOf } from './mentions.ts';
import type { Token } from './tokens.ts';

/** What one clause says, before it is known what the clauses around it say. */
export interface Draft {
  clause: Clause;
  kind: DeedKind;
  thing: Mention | null;
  places: Mention[];
  fields: FieldValue[];
  commits: boolean;
  /** What it is about belongs to something named before ("its width"), or is that ("it"). */
  owned: boolean;
}

export interface Reading {
  prompt: string;
  lexicon: Lexicon;
}

export const draft = (clause: Clause, kind: DeedKind, rest: Partial<Draft> = {}): Draft => ({
  clause,
  kind,
  thing: null,
  places: [],
  fields: [],
  commits: !clause.told && kind !== 'open',
  owned: false,
  ...rest,
});

/** Whether a phrase is a pronoun for what was named before. */
export const isPronoun = (tokens: readonly Token[], { lexicon }: Reading) =>
  tokens.length > 0 &&
  tokens.every(({ kind }) => kind === 'word') &&
  (lexicon.words.pronouns?.includes(tokens.map(({ low }) => low).join(' ')) ?? false);

export const isOwned = (tokens: readonly Token[], { lexicon }: Reading) => lexicon.has('owned', tokens[0]);

/** What a phrase names, with its owners. What owns what, in "a on b in c", is read from the inside out. */
export const named = (tokens: readonly Token[], { prompt, lexicon }: Reading): Mention[] =>
  mentionsOf(prompt, tokens, lexicon);

/** Whether a phrase names a page or a part of one. */
export function isPlace(tokens: readonly Token[], { lexicon }: Reading): boolean {
  return (
    lexicon.has('places', tokens.at(-1)) ||
    (tokens.at(-1)?.kind === 'quote' && lexicon.has('places', tokens.at(-2)))
  );
}
