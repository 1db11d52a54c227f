import { verbKinds } from '../../language/deed-words.ts';
import { stem } from '../../language/words.ts';
import type { Lexicon } from '../lexicon.ts';
import type { Token } from '../tokens.ts';

/** What is told of each word to the labeller. Names of features are short, since many of them are kept with their weights. */
export function featuresOf(tokens: readonly Token[], lexicon: Lexicon): string[][] {
  const told = tokens.map((token, at) => wordOf(token, tokens, at, lexicon));
  return tokens.map((_, at) => features(told, at));
}

interface Told {
  /** The word itself, or what stands for all quotations, numbers and codes. */
  word: string;
  stem: string;
  shape: string;
  /** What the lists know of it: kinds of verbs, roles of small words, fields, places, states. */
  known: readonly string[];
  marker: string | null;
  verb: string | null;
  isMark: boolean;
  joins: boolean;
}

const lists = ['determiners', 'fields', 'places', 'states', 'owned', 'pronouns', 'months', 'polite'] as const;

function wordOf(token: Token, tokens: readonly Token[], at: number, lexicon: Lexicon): Told {
  const isWord = token.kind === 'word';
  const base = isWord ? stem(token.low) : '';
  const entries = isWord ? (lexicon.verbs.get(base) ?? []) : [];
  const fits = entries.find(({ words }) =>
    words.slice(1).every((word, index) => tokens[at + 1 + index]?.low === word),
  );
  const verbs = fits ? [fits.kind] : [];
  const markers = isWord ? lexicon.markersAt(tokens, at).map(({ means }) => means) : [];
  const listed = lists.filter((list) => lexicon.has(list, token));
  return {
    word: token.kind === 'quote' ? '"' : token.kind === 'exact' ? digits(token.low) : token.low,
    stem: isWord ? base : token.kind,
    shape: shapeOf(token),
    known: [
      ...verbs.map((kind) => `v${verbKinds.indexOf(kind)}`),
      ...markers.map((role) => `m${role}`),
      ...listed,
    ],
    marker: token.kind === 'owner' ? "'s" : isWord && markers.length > 0 ? token.low : null,
    verb: verbs.length > 0 ? base : null,
    isMark: token.kind === 'mark',
    joins: token.text === ',' || lexicon.has('and', token),
  };
}

const digits = (text: string) => `#${text.replace(/\d+/g, '0').slice(0, 6)}`;

function shapeOf({ kind, text }: Token): string {
  if (kind !== 'word') return kind;
  if (/^\p{Lu}+$/u.test(text)) return 'AA';
  if (/^\p{Lu}/u.test(text)) return 'Aa';
  return /\p{Lu}/u.test(text) ? 'aA' : 'a';
}

function features(told: readonly Told[], at: number): string[] {
  const one = told[at]!;
  const near = (by: number) => told[at + by];
  const word = (by: number) => near(by)?.word ?? (at + by < 0 ? '<' : '>');
  const shape = (by: number) => near(by)?.shape ?? (at + by < 0 ? '<' : '>');
  const found = [
    '*',
    `s${one.shape}`,
    `0${one.word}`,
    `S${one.stem}`,
    `t${one.word.slice(-3)}`,
    `1${word(1)}`,
    `2${word(2)}`,
    `-${word(-1)}`,
    `=${word(-2)}`,
    `a${word(-1)}_${one.word}`,
    `b${one.word}_${word(1)}`,
    `c${word(-1)}_${shape(0)}_${word(1)}`,
    `d${shape(-1)}${shape(0)}${shape(1)}`,
    `e${shape(-2)}${shape(-1)}${shape(0)}${shape(1)}${shape(2)}`,
    `f${word(-2)}_${word(-1)}_${shape(0)}`,
    `g${shape(0)}_${word(1)}_${shape(2)}`,
  ];
  for (const known of one.known) found.push(`k${known}`, `K${known}_${word(-1)}`, `l${known}_${shape(1)}`);
  for (const known of near(-1)?.known ?? []) found.push(`<${known}_${one.shape}`);
  for (const known of near(1)?.known ?? []) found.push(`>${known}_${one.shape}`, `}${known}_${one.word}`);
  if (at === 0) found.push('first', `first${one.shape}`);
  return [...found, ...behindOf(told, at)];
}

/** The small word, the verb and the sign that stand before a word, and what follows in its part of the sentence. */
function behindOf(told: readonly Told[], at: number): string[] {
  const one = told[at]!;
  let marker = '';
  let verb = '';
  let signs = 0;
  let between = 0;
  let begun = -1;
  for (let back = at - 1; back >= 0; back--) {
    const { marker: small, verb: order, isMark, word, joins } = told[back]!;
    if (!marker && small) marker = `${small}${Math.min(2, between)}`;
    if (joins || isMark) signs++;
    if (!marker && isMark && word !== ',') marker = word;
    if (order && (back === 0 || told[back - 1]!.joins || told[back - 1]!.isMark || back < 4)) {
      verb = order;
      begun = back;
      break;
    }
    between++;
  }
  let ahead = '';
  for (let far = at + 1; far < told.length && !ahead; far++) {
    const { marker: small, isMark, word, joins } = told[far]!;
    if (small) ahead = small;
    else if (isMark || joins) ahead = word;
  }
  const since = told.slice(Math.max(0, begun), at);
  const names = Math.min(2, since.filter(({ shape }) => shape === 'quote' || shape === 'exact').length);
  const lists = since.some(({ word }) => word === 'with' || word === ':') ? 1 : 0;
  const next = told[at + 1]?.shape ?? '>';
  const seen = new Set(told.slice(0, at).flatMap(({ marker: small }) => (small ? [small] : [])));
  const later = new Set(told.slice(at + 1).flatMap(({ marker: small }) => (small ? [small] : [])));
  return [
    `M${marker}`,
    `N${marker}_${one.shape}`,
    `V${verb}`,
    `W${verb}_${marker}`,
    `X${verb}_${marker}_${one.shape}`,
    `A${ahead}`,
    `B${marker}_${ahead}`,
    `C${verb}_${ahead}`,
    `D${verb}${seen.has('to') ? 1 : 0}${later.has('to') ? 1 : 0}_${one.shape}`,
    `E${marker}_${later.has('to') ? 1 : 0}${later.has('as') ? 1 : 0}${later.has('from') ? 1 : 0}`,
    `F${Math.min(3, signs)}_${one.shape}_${marker}`,
    `G${names}${lists}_${one.shape}_${next}`,
    `H${names}${lists}_${told[at - 1]?.word ?? '<'}_${one.shape}_${next}`,
    `I${names}_${one.shape}_${marker}`,
  ];
}
