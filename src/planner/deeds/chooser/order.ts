import { stopWords } from '../../language/vocabulary.ts';
import { fold, words } from '../../language/words.ts';
import type { Deed } from '../../prompt/deed.ts';
import { lexiconFor } from '../../prompt/lexicon.ts';
import { isName, type Token, tokens } from '../../prompt/tokens.ts';
import { type Shape, shapeOf } from './shape.ts';

/** A word of an order, or a whole quotation, number or date. */
export interface Atom {
  kind: Token['kind'];
  text: string;
  low: string;
  /** The stems of its words. */
  stems: readonly string[];
  /** Small words tell nothing by themselves. */
  isWeak: boolean;
  start: number;
  end: number;
  /** Which part between commas and joints, and which sentence. */
  clause: number;
  sentence: number;
}

/** Consecutive atoms that may be a value. */
export interface Span {
  text: string;
  /** Indices of the first atom, and of the one behind the last. */
  from: number;
  to: number;
  isQuoted: boolean;
  shape: Shape;
  /** Which part of the name it is, where it is a part. */
  part?: 'first' | 'last';
  /** What proposes it: its own form, a reading of the prompt, or the small word in front of it. */
  source:
    | 'quote'
    | 'exact'
    | 'capitals'
    | 'reading'
    | 'phrase'
    | 'word'
    | 'measure'
    | 'figure'
    | 'first name'
    | 'last name';
}

/** What a reading of the order takes a text for. */
export interface Told {
  text: string;
  /** The words that it says are for it: those of the field, or the kind of the thing. */
  words: string;
  role: 'field' | 'new' | 'thing' | 'place' | 'on' | 'off';
  /** 0 for the likeliest reading. */
  rank: number;
}

/** An order, read word by word, with all that may be a value in it. Nothing decides here what any of it is. */
export interface Order {
  said: string;
  atoms: readonly Atom[];
  spans: readonly Span[];
  told: readonly Told[];
  /** The kind of the first deed, by the likeliest reading. */
  kind: Deed['kind'] | null;
}

const weak = new Set(stopWords.map(fold));

/** @param readings what the order may ask for: what they take for a value or a name may be one */
export function orderOf(said: string, readings: readonly (readonly Deed[])[]): Order {
  const atoms = atomsOf(said);
  const kind = readings[0]?.[0]?.kind ?? null;
  return { said, atoms, spans: spansIn(said, atoms, readings), told: toldBy(readings), kind };
}

function toldBy(readings: readonly (readonly Deed[])[]): Told[] {
  return readings.slice(0, 3).flatMap((deeds, rank) =>
    deeds.flatMap(({ kind, thing, places, fields }): Told[] => [
      ...(thing?.name
        ? [
            {
              text: thing.name,
              words: thing.kind,
              role: kind === 'create' ? ('new' as const) : ('thing' as const),
              rank,
            },
          ]
        : []),
      ...places.flatMap((one) =>
        one.name ? [{ text: one.name, words: one.kind, role: 'place' as const, rank }] : [],
      ),
      ...fields.map(
        ({ field, value }): Told =>
          value.to === 'text'
            ? { text: value.text, words: field, role: 'field', rank }
            : { text: '', words: field, role: value.to, rank },
      ),
    ]),
  );
}

/** Tokens, with those of a remark in brackets in its place. */
const tokensIn = (said: string): Token[] =>
  tokens(said).flatMap((token) => {
    if (token.kind !== 'aside') return [token];
    const open = { ...token, kind: 'mark' as const, text: ',', low: ',', end: token.start + 1 };
    const from = said.indexOf(token.text, token.start);
    const inner = tokens(token.text).map((one) => ({ ...one, start: one.start + from, end: one.end + from }));
    return [open, ...inner, { ...open, start: token.end - 1, end: token.end }];
  });

function atomsOf(said: string): Atom[] {
  const all = tokensIn(said);
  const lexicon = lexiconFor(all);
  let [clause, sentence] = [0, 0];
  return all.flatMap((token): Atom[] => {
    const { kind, text, low, start, end } = token;
    if (kind === 'mark') {
      if (/^[,.;:!?\n–—]$|^[-=]>$/.test(text)) clause++;
      if (/^[.;!?\n]$/.test(text)) sentence++;
      return [];
    }
    if (kind === 'owner') return [];
    if (kind === 'word' && lexicon.has('and', token)) clause++;
    const stems = words(text).map(({ stem }) => stem);
    const isWeak = kind === 'word' && weak.has(low);
    return [{ kind, text, low, stems, isWeak, start, end, clause, sentence }];
  });
}

function spansIn(said: string, atoms: readonly Atom[], readings: readonly (readonly Deed[])[]): Span[] {
  const found = new Map<string, Span>();
  const add = (from: number, to: number, source: Span['source'], text?: string, part?: Span['part']) => {
    const [first, last] = [atoms[from], atoms[to - 1]];
    if (!first || !last) return;
    const isQuoted = to - from === 1 && first.kind === 'quote';
    const own = text ?? (to - from === 1 ? first.text : said.slice(first.start, last.end));
    const key = `${own}\n${from}`;
    if (own.trim() !== '' && (part || !found.has(key)))
      found.set(key, { text: own, from, to, isQuoted, shape: shapeOf(own), source, ...(part && { part }) });
  };
  for (const [at, { kind, end }] of atoms.entries()) {
    // "The 24-hour clock" is no 24 of anything.
    const isCompound =
      kind === 'exact' && /^-\p{L}/u.test(said.slice(end, end + 2)) && gap(said, atoms, at + 1) === '-';
    if (isCompound) add(at, at + 2, 'measure');
    else if (kind === 'quote' || kind === 'exact') add(at, at + 1, kind);
  }
  for (const [from, to] of capitalsIn(said, atoms)) add(from, to, 'capitals');
  for (const text of textsOf(readings)) {
    const placed = placeOf(text, said, atoms);
    if (placed) add(...placed, 'reading', text);
  }
  for (const [from, to] of phrasesIn(said, atoms)) add(from, to, 'phrase');
  for (const [at, atom] of atoms.entries()) {
    if (atom.kind === 'word' && !atom.isWeak && at > 0) add(at, at + 1, 'word');
    const isFigure =
      atom.kind === 'exact' && said[atom.end] !== '-' && /^[-+]?[$€£¥₹]?\d[\d.,]*[%\p{L}]*$/u.test(atom.text);
    if (!isFigure) continue;
    const [figure] = /\d[\d.,]*(?<!\.)/.exec(atom.text)!;
    if (figure !== atom.text) add(at, at + 1, 'figure', figure);
    if (atoms[at + 1]?.kind === 'word' && gap(said, atoms, at + 1) === ' ') add(at, at + 2, 'measure');
  }
  for (const { text, shape, from, to } of [...found.values()]) {
    if (shape !== 'person') continue;
    const [first, ...others] = text.split(' ');
    add(from, to, 'first name', first, 'first');
    add(from, to, 'last name', others.at(-1), 'last');
  }
  return [...found.values()];
}

/** Words with capitals that stand together, with the numbers and small words between them: "Ann Lee", "Van 12", "Bank of Leeds". */
function* capitalsIn(said: string, atoms: readonly Atom[]): Generator<[number, number]> {
  const isCapital = (at: number) => {
    const atom = atoms[at];
    return atom?.kind === 'word' && isName(atom);
  };
  const isNext = (at: number) => atoms[at] !== undefined && /^[\s&]{1,3}$/.test(gap(said, atoms, at));
  for (let from = 0; from < atoms.length; from++) {
    if (!isCapital(from) || (from > 0 && isCapital(from - 1) && isNext(from))) continue;
    let to = from + 1;
    const ends = [];
    while (to < atoms.length && isNext(to)) {
      const isNumber = atoms[to]!.kind === 'exact' && /^\d{1,5}$/.test(atoms[to]!.text);
      if (isCapital(to) || isNumber) to++;
      else if (/^(?:of|the|and|de|for|to|in)$/.test(atoms[to]!.low) && isCapital(to + 1)) {
        ends.push(to);
        to += 2;
      } else break;
    }
    const isFirst = from === 0 || atoms[from - 1]!.sentence !== atoms[from]!.sentence;
    for (const end of [...ends, to]) if (!isFirst || end - from > 1) yield [from, end];
    // The first word of a sentence has a capital anyway.
    if (to - from > 1 && isFirst) yield [from + 1, to];
  }
}

const gap = (said: string, atoms: readonly Atom[], at: number) =>
  said.slice(atoms[at - 1]!.end, atoms[at]!.start);

/** What stands behind a small word, up to the next small word or mark: "to high priority", "as a draft". */
function* phrasesIn(said: string, atoms: readonly Atom[]): Generator<[number, number]> {
  for (let at = 0; at < atoms.length; at++) {
    if (!begins.test(atoms[at]!.low)) continue;
    let from = at + 1;
    while (atoms[from] && articles.test(atoms[from]!.low)) from++;
    let to = from;
    while (
      to < atoms.length &&
      to - from < mostOfPhrase &&
      !ends.test(atoms[to]!.low) &&
      (to === from || !/[,.;:!?\n]/.test(gap(said, atoms, to)))
    )
      to++;
    if (to > from) yield [from, to];
  }
}
const mostOfPhrase = 5;
const begins =
  /^(?:to|as|in|at|with|for|from|of|is|are|be|on|by|until|called|named|titled|labelled|saying|reads?|under|than|a|an|the|its|their)$/;
const ends =
  /^(?:to|as|in|at|with|for|from|of|on|by|and|or|until|called|named|titled|instead|rather|so|that|which|who|while|when|but)$/;
const articles = /^(?:the|a|an|its|their|his|her|our|my|your)$/;

function textsOf(readings: readonly (readonly Deed[])[]): Set<string> {
  const found = new Set<string>();
  for (const { thing, places, fields } of readings.flat()) {
    for (const mention of [thing, ...places]) if (mention?.name) found.add(mention.name);
    for (const { value } of fields) if (value.to === 'text') found.add(value.text);
  }
  return found;
}

/** Where a text stands in an order, from the beginning of a word on: "20" is in "20%", and not in "EARLY20". */
function placeOf(text: string, said: string, atoms: readonly Atom[]): [number, number] | null {
  for (let start = said.indexOf(text); start >= 0; start = said.indexOf(text, start + 1)) {
    const from = atoms.findIndex((atom) => atom.end > start);
    const to = atoms.findLastIndex((atom) => atom.start < start + text.length) + 1;
    const before = from < 0 ? '' : said.slice(atoms[from]!.start, start);
    if (from >= 0 && to > from && !/[\p{L}\p{N}]$/u.test(before)) return [from, to];
  }
  return null;
}
