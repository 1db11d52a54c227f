import type { VerbKind } from '../../language/deed-words.ts';
import { stopWords, wordsFor } from '../../language/vocabulary.ts';
import { fold, stem } from '../../language/words.ts';
import { type Lexicon, lexiconFor } from '../../prompt/lexicon.ts';
import { isName, type Token, tokens } from '../../prompt/tokens.ts';

/**
 * A prompt as the units that the screen has to account for. Nothing decides here which of them is a field, a value or a thing: the screen does,
 * by what it has for them.
 */
export interface Utterance {
  said: string;
  units: Unit[];
  /** What may be typed or chosen as a whole. */
  spans: Span[];
  /** The sum of the weights. */
  total: number;
}

export interface Unit {
  text: string;
  /** `quote`, `exact` and `name` are hard: a film that does not deal with one of them did something else. */
  kind: 'quote' | 'exact' | 'name' | 'word' | 'verb';
  verb: VerbKind | null;
  /** Other words for it, as buttons have them. */
  also: readonly string[];
  weight: number;
  /** The small word in front of it: "to", "in", "for". Empty where none is. */
  marker: Marker;
  /** Which order of the prompt it belongs to. */
  order: number;
  /** Which part of the prompt between commas. */
  clause: number;
}

/** Whether a unit has to be dealt with to the letter. */
export const isHard = ({ kind }: Pick<Unit, 'kind'>): boolean =>
  kind === 'quote' || kind === 'exact' || kind === 'name';

/** What stands in front of a unit, by what it tells of it. */
export type Marker = '' | 'goal' | 'place' | 'name' | 'with' | 'former';

/** Consecutive units that may be one value. */
export interface Span {
  text: string;
  first: number;
  last: number;
  /** To the letter. */
  isExact: boolean;
  marker: Marker;
}

const weights = { quote: 3, exact: 3, name: 2, word: 1 } as const;

export function readUtterance(prompt: string): Utterance {
  const all = tokens(prompt);
  const lexicon = lexiconFor(all);
  const units: Unit[] = [];
  const spans: Span[] = [];
  let marker: Marker = '';
  let order = 0;
  let clause = 0;
  let isStart = true;
  let phrase: { first: number; start: number; end: number; marker: Marker } | null = null;
  const endPhrase = () => {
    const isWhole =
      phrase !== null && units.slice(phrase.first).every(({ kind }) => kind !== 'quote' && kind !== 'exact');
    if (phrase && isWhole && phrase.first < units.length)
      spans.push({
        text: prompt.slice(phrase.start, phrase.end).trim(),
        first: phrase.first,
        last: units.length - 1,
        isExact: false,
        marker: phrase.marker,
      });
    phrase = null;
  };
  for (let at = 0; at < all.length; ) {
    const token = all[at]!;
    if (token.kind === 'mark') {
      if (/^[.;:!?\n]|->|=>|,$/.test(token.text)) {
        endPhrase();
        clause++;
        if (token.text !== ',' && token.text !== ':') order++;
        isStart = true;
        marker = token.text === ':' || token.text.endsWith('>') ? 'goal' : '';
      }
      at++;
      continue;
    }
    if (token.kind === 'owner') {
      at++;
      continue;
    }
    const verb = isStart ? verbAt(all, at, lexicon) : null;
    if (verb) {
      endPhrase();
      if (units.length > 0 && verb.kind !== 'tour') order++;
      for (const unit of verbUnits(all, at, verb)) units.push({ ...unit, order, clause });
      at += verb.length;
      isStart = false;
      marker = '';
      continue;
    }
    const [found] = lexicon.markersAt(all, at);
    if (found && token.kind === 'word') {
      const means = markers[found.means] ?? '';
      if (means !== 'keep') {
        endPhrase();
        marker = means;
        const next = all[at + found.words.length];
        if (next && (marker === 'goal' || marker === 'name'))
          phrase = { first: units.length, start: next.start, end: next.end, marker };
        else if (next && marker === 'with')
          phrase = { first: units.length, start: next.start, end: next.end, marker };
      }
      at += found.words.length;
      isStart = false;
      continue;
    }
    const joins = lexicon.phraseAt('and', all, at) || lexicon.phraseAt('afterwards', all, at);
    if (joins > 0) {
      endPhrase();
      isStart = true;
      at += joins;
      continue;
    }
    if (
      token.kind === 'word' &&
      (isWeak(token) || lexicon.has('determiners', token) || lexicon.has('polite', token))
    ) {
      at++;
      continue;
    }
    if (token.kind === 'quote' || token.kind === 'exact') {
      const first = units.length;
      units.push({
        text: token.text,
        kind: token.kind,
        verb: null,
        also: [],
        weight: weights[token.kind],
        marker,
        order,
        clause,
      });
      spans.push({ text: token.text, first, last: first, isExact: true, marker });
      if (phrase) phrase.end = token.end;
      isStart = false;
      at++;
      continue;
    }
    const name = nameAt(all, at);
    const kind = name > 0 ? 'name' : 'word';
    const length = Math.max(1, name);
    const last = all[at + length - 1]!;
    const text = prompt.slice(token.start, last.end);
    const first = units.length;
    const isAside = token.kind === 'aside';
    const weight = marker === 'former' ? 0.5 : isAside ? 0.5 : weights[kind];
    units.push({ text, kind: isAside ? 'word' : kind, verb: null, also: [], weight, marker, order, clause });
    if (kind === 'name') spans.push({ text, first, last: first, isExact: false, marker });
    if (phrase) phrase.end = last.end;
    isStart = false;
    at += length;
  }
  endPhrase();
  return {
    said: prompt,
    units,
    spans: unique(spans),
    total: units.reduce((sum, { weight }) => sum + weight, 0),
  };
}

const unique = (spans: Span[]) =>
  spans.filter(
    (span, index) =>
      span.text !== '' &&
      spans.findIndex((one) => one.first === span.first && one.last === span.last) === index,
  );

/** Small words by what they tell of what stands behind them. `keep`: they are part of it. */
const markers: Readonly<Record<string, Marker | 'keep'>> = {
  to: 'goal',
  into: 'goal',
  as: 'goal',
  until: 'goal',
  says: 'name',
  named: 'name',
  in: 'place',
  on: 'place',
  for: 'place',
  of: 'place',
  from: 'former',
  with: 'with',
  using: 'with',
  by: 'with',
  given: 'with',
  narrow: 'place',
  loose: 'keep',
  beside: 'keep',
};

/** Capitals that stand together, with what joins them. */
function nameAt(all: readonly Token[], at: number): number {
  if (all[at]!.kind !== 'word' || !isName(all[at]!)) return 0;
  const isFirst = at === 0 || /^[.;!?\n]$/.test(all[at - 1]!.text);
  if (isFirst && !(all[at + 1]?.kind === 'word' && isName(all[at + 1]!))) return 0;
  let length = 1;
  for (let next = all[at + 1]; next; next = all[at + length]) {
    const joins = next.kind === 'word' && /^(?:&|of|the|and)$/.test(next.low) && next.low !== 'and';
    const behind = all[at + length + 1];
    if (next.kind === 'word' && isName(next)) length++;
    else if (joins && next.low === '&' && behind && isName(behind)) length += 2;
    else if (next.kind === 'exact' && /^\d+$/.test(next.text)) length++;
    else break;
  }
  return length;
}

interface FoundVerb {
  kind: VerbKind;
  said: string;
  length: number;
}

function verbAt(
  all: readonly Token[],
  at: number,
  { verbs, inflects, markersAt, has }: Lexicon,
): FoundVerb | null {
  const token = all[at]!;
  if (token.kind !== 'word') return null;
  const entries = verbs.get(inflects ? stem(token.low) : token.low) ?? [];
  for (const { kind, words, said } of entries) {
    const own = words.filter((word) => word !== '…');
    // "Refills 2" behind a comma is no order.
    const isAll = own.every((word, index) =>
      index === 0 && at === 0 ? true : all[at + index]?.low === word,
    );
    if (isAll && !/\s…|…\s/.test(said)) return { kind, said, length: own.length };
  }
  const isSmall =
    isWeak(token) || markersAt(all, at).length > 0 || has('polite', token) || has('determiners', token);
  const next = all[at + 1];
  const isOrder =
    next !== undefined &&
    (next.kind !== 'word' || isName(next) || has('determiners', next) || markersAt(all, at + 1).length > 0);
  return at === 0 && !isSmall && isOrder && /^\p{Lu}?\p{Ll}+$/u.test(token.text)
    ? { kind: 'act', said: token.low, length: 1 }
    : null;
}

const sameDeeds = wordsFor('offers', 'same').map((group) => group.split('|'));
const creating = wordsFor('offers', 'creates');

/** How much a verb has to be found on the page: what only says that something is changed, or is to be seen, need not. */
const verbWeights: Partial<Record<VerbKind, number>> = {
  act: 2,
  create: 1,
  letter: 1,
  transfer: 1.5,
  rename: 0.3,
  move: 0.5,
  mark: 0.3,
};

function verbUnits(
  all: readonly Token[],
  at: number,
  { kind, said, length }: FoundVerb,
): Omit<Unit, 'order' | 'clause'>[] {
  const text = all
    .slice(at, at + length)
    .map(({ low }) => low)
    .join(' ');
  const also = [
    ...new Set([
      ...sameDeeds.filter((group) => group.includes(said)).flat(),
      ...(kind === 'create' ? creating : []),
      ...(/^(?:change|rename|move|mark)$/.test(kind) ? ['edit'] : []),
    ]),
  ];
  return [{ text: said || text, kind: 'verb', verb: kind, also, weight: verbWeights[kind] ?? 0, marker: '' }];
}

const weak = new Set(stopWords.map(fold));
const isWeak = ({ low }: Token) => weak.has(low);
