import { stopWords } from '../../language/vocabulary.ts';
import { fold, isAkin, words } from '../../language/words.ts';
import type { Atom, Order } from './order.ts';

/** Where an order says the words of a text. */
export interface Match {
  /** The share of the text's words that it says, by their weights: 0 to 1. */
  share: number;
  /** The atoms that say them. */
  places: readonly number[];
  /** It says them all in one row. */
  isPhrase: boolean;
  /** The row that says them, the quoted one before others. Empty where none does. */
  row: readonly number[];
  /** A quotation says nothing but them. */
  isQuoted: boolean;
  /** The stems of the text that it does not say. */
  missing: readonly string[];
}

const follows = (at: number, before: number) => at - before >= 0 && at - before <= 2;

const weak = new Set(stopWords.map(fold));

/** The stems of a text's telling words. A text that has none tells by its small words. */
export function stemsOf(text: string): readonly string[] {
  const known = remembered.get(text);
  if (known) return known;
  const all = words(
    text
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .replace(/[-_/]+/g, ' ')
      .replace(/%/g, ' percent ')
      .replace(/[$€£¥]/g, ' price '),
  );
  const telling = all.filter(({ raw }) => !weak.has(fold(raw)));
  const found = [...new Set((telling.length > 0 ? telling : all).map(({ stem }) => stem))];
  if (remembered.size > 20_000) remembered.clear();
  remembered.set(text, found);
  return found;
}
const remembered = new Map<string, readonly string[]>();

export const sameStem = (one: string, other: string) => one === other || isAkin(one, other);

/**
 * @param weightOf how much a stem tells
 * @param mayBe which atoms may say it
 */
export function matchOf(
  text: string,
  { atoms }: Order,
  weightOf: (stem: string) => number,
  mayBe: (at: number) => boolean = () => true,
): Match {
  const stems = stemsOf(text);
  const places = new Set<number>();
  const missing: string[] = [];
  let [said, total] = [0, 0];
  let rows: (readonly number[])[] = [[]];
  for (const stem of stems) {
    const weight = weightOf(stem);
    total += weight;
    const own = placesOf(stem, atoms).filter(mayBe);
    if (own.length === 0) missing.push(stem);
    else said += weight;
    for (const at of own) places.add(at);
    rows = rows.flatMap((row) =>
      own.filter((at) => row.length === 0 || follows(at, row.at(-1)!)).map((at) => [...row, at]),
    );
  }
  const share = total === 0 ? 0 : said / total;
  const isQuoted = [...places].some((at) => {
    const atom = atoms[at]!;
    return (
      atom.kind === 'quote' &&
      atom.stems.every((stem) => stems.some((one) => sameStem(one, stem)) || weakStem(stem)) &&
      share > 0.99
    );
  });
  const isPhrase = share > 0.99 && rows.length > 0;
  return {
    share,
    // Of what is said in one row, its words elsewhere say something else: "Bakery alarms for Stonebridge Bakeries".
    places: [...(isPhrase ? new Set(rows.flat()) : places)].sort((a, b) => a - b),
    isPhrase,
    row: isPhrase ? (rows.find((row) => row.every((at) => atoms[at]!.kind === 'quote')) ?? rows[0]!) : [],
    isQuoted,
    missing,
  };
}

/**
 * How well an order says an option of a list. An option may say more than its name: “V-104 · Ford Transit”, “Ann Lee (Depot)”. A code says only what has it
 * whole: "V-104" is no part of “V-101 · Van”.
 */
export function matchOfOption(option: string, order: Order): Match {
  const low = option.toLowerCase();
  const mayBe = (at: number) => {
    const { kind, low: said } = order.atoms[at]!;
    return kind !== 'exact' || !isCode.test(said) || holds(low, said);
  };
  const whole = matchOf(option, order, () => 1, mayBe);
  if (whole.share > 0.99) return whole;
  const [head = ''] = option.split(besides);
  const own = head === option || head.trim() === '' ? null : matchOf(head, order, () => 1, mayBe);
  return own?.isPhrase ? { ...own, share: 0.98, missing: [] } : whole;
}
const isCode = /^(?=.*\d)(?=.*\p{L})/u;
const besides = /\s+[·•|–—/-]\s+|\s*[(,:]\s*/u;
const holds = (text: string, part: string) =>
  ` ${text.replace(/[^\p{L}\d._-]+/gu, ' ')} `.includes(` ${part} `);

const weakStem = (stem: string) => weak.has(stem);

const cache = new WeakMap<readonly Atom[], Map<string, number[]>>();
function placesOf(stem: string, atoms: readonly Atom[]): readonly number[] {
  let known = cache.get(atoms);
  if (!known) {
    known = new Map();
    cache.set(atoms, known);
  }
  const own = known.get(stem);
  if (own) return own;
  const found = atoms.flatMap(({ stems }, at) => (stems.some((one) => sameStem(one, stem)) ? [at] : []));
  known.set(stem, found);
  return found;
}
