import { deedMeanings, fieldMeanings } from '../../language/thesaurus/same-meaning.ts';
import type { Item, Screen, Thing } from '../../page/screen.ts';
import { ownersOf } from '../candidates/chain.ts';
import { isoDateOf } from '../candidates/days/dates.ts';
import { dayMeant } from '../candidates/days/day-meant.ts';
import { isSameText, says, shareOf, wordsIn } from '../candidates/likeness.ts';
import type { Unit, Utterance } from './utterance.ts';

/** For each unit of an utterance, how much something on the screen accounts for it, from 0 to 1. */
export type Strengths = readonly number[];

/** Consecutive units that may be said in other words: what may be the name of a field, or a whole order. */
interface Phrase {
  said: string;
  from: number;
  /** Behind its last unit. */
  to: number;
  isOrder: boolean;
}
/** From here on a text says a phrase in other words. */
const leastMeant = 0.6;
const mostWords = 4;

function phrasesOf({ units }: Utterance): Phrase[] {
  const told = (from: number, to: number) =>
    units
      .slice(from, to)
      .filter(({ kind }) => kind === 'word' || kind === 'verb')
      .map(({ text }) => text)
      .join(' ');
  const names: Phrase[] = [];
  for (let from = 0; from < units.length; from++)
    for (let to = from + 1; to <= from + mostWords && units[to - 1]?.kind === 'word'; to++)
      names.push({ said: told(from, to), from, to, isOrder: false });
  const orders = units.flatMap(({ kind, order }, from): Phrase[] => {
    if (kind !== 'verb') return [];
    const behind = units.findIndex((one, at) => at > from && (one.kind === 'verb' || one.order !== order));
    const to = behind < 0 ? units.length : behind;
    return [{ said: told(from, to), from, to, isOrder: true }];
  });
  return [...names, ...orders];
}

/** What the texts of a screen say of an utterance. Texts are compared once. */
export class Evidence {
  readonly utterance: Utterance;
  readonly none: Strengths;
  readonly #known = new Map<string, Strengths>();
  readonly #precise = new Map<string, number>();

  readonly #phrases: readonly Phrase[];

  constructor(utterance: Utterance) {
    this.utterance = utterance;
    this.none = utterance.units.map(() => 0);
    this.#phrases = phrasesOf(utterance);
  }

  /** What one text says. */
  of(text: string): Strengths {
    if (text === '') return this.none;
    const known = this.#known.get(text);
    if (known) return known;
    const literal = this.utterance.units.map((unit) => strengthOf(unit, text));
    const found = strongest(literal, this.#inOtherWords(text));
    this.#known.set(text, found);
    return found;
  }

  /** What a text says by the thesaurus: “Hours carried into the next year” of "the carryover limit", and “Keep at top” of "pin it to the top". */
  #inOtherWords(text: string): Strengths {
    const strengths = this.utterance.units.map(() => 0);
    for (const { said, from, to, isOrder } of this.#phrases) {
      const fit = isOrder ? deedMeanings.likeness(said, text) : fieldMeanings.likeness(said, text);
      // Of an order, the verb is said. The thing that it is done to is not.
      for (let at = from; fit >= leastMeant && at < (isOrder ? from + 1 : to); at++)
        strengths[at] = Math.max(strengths[at]!, fit);
    }
    return strengths;
  }

  /** What an item says by itself: its name, or what stands beside it. */
  own(item: Item): Strengths {
    const [first = '', second = '', third = ''] = item.labels;
    const hints = item.name === '' || item.kind === 'toggle' ? item.hints.join(' ') : '';
    // What has a name does what the name says. The words beside it say what for.
    const beside = item.name === '' ? 1 : 0.75;
    return strongest(
      this.of(item.name),
      scaled(this.of(first), beside),
      scaled(this.of(second), 0.9 * beside),
      scaled(this.of(third), 0.8 * beside),
      scaled(this.of(hints), 0.6),
    );
  }

  /** What the things around an item say: its row, its panel, its dialog. */
  around(item: Item, screen: Screen): Strengths {
    const owners = ownersOf(screen, item).filter(({ kind }) => kind !== 'page');
    return strongest(this.none, ...owners.map((owner) => this.ofThing(owner)));
  }

  /** A verb is done by what is called so, and not by what stands beside it. */
  ofThing({ kind, name, also, text }: Thing): Strengths {
    const isRow = kind === 'row' || kind === 'card';
    const said = isRow
      ? strongest(this.of(name), ...also.map((one) => this.of(one)), scaled(this.of(text), 0.9))
      : this.of(name);
    return said.map((one, at) => (this.utterance.units[at]!.kind === 'verb' ? 0 : one));
  }

  /** The share of a text's words that the utterance has, or that say nothing. */
  precision(text: string): number {
    const known = this.#precise.get(text);
    if (known !== undefined) return known;
    const told = this.utterance.units.map(({ text, also }) => [text, ...also].join(' ')).join(' ');
    const found = text === '' ? 0 : shareOf(text, `${told} ${bland}`);
    this.#precise.set(text, found);
    return found;
  }
}

/** Words that controls have beside what they are about. */
const bland = 'the a an of to for in on my your all new add edit set and or';

function strengthOf(unit: Unit, text: string): number {
  switch (unit.kind) {
    case 'word':
      return wordStrength(unit.text, text);
    case 'verb':
      return Math.max(
        verbStrength(unit.text, text),
        ...unit.also.map((one) => 0.95 * verbStrength(one, text)),
      );
    default:
      return hardStrength(unit.text, text);
  }
}

/** "Start" does not star anything. */
const verbStrength = (verb: string, text: string) =>
  wordsIn(verb) > 1 ? (says(text, verb) ? 1 : 0) : shareOf(verb, text, 0.9);

const wordStrength = (word: string, text: string) => shareOf(word, text);

function hardStrength(wanted: string, text: string): number {
  if (isSameText(wanted, text) || says(text, wanted)) return 1;
  const date = dayMeant(wanted);
  if (date !== null && (isoDateOf(text) === date || isInFigures(text, date))) return 1;
  // "#random" is a channel that its page calls "random".
  const bare = /^[#@](?=.)/.test(wanted) ? wanted.slice(1) : '';
  if (bare !== '' && says(text, bare)) return 0.95;
  const share = shareOf(wanted, text, 0.75);
  return share >= 0.99 ? 0.9 : share >= 0.6 ? 0.8 * share : 0;
}

/** "04/09/2026" is 9 April 2026, whichever of the two stands first. */
function isInFigures(text: string, date: string): boolean {
  const figures = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})$/.exec(text.trim());
  const sorted = (some: readonly string[]) =>
    some
      .map(Number)
      .sort((a, b) => a - b)
      .join(' ');
  return figures !== null && sorted(figures.slice(1)) === sorted(date.split('-'));
}

export const strongest = (first: Strengths, ...others: readonly Strengths[]): Strengths =>
  first.map((own, index) => others.reduce((most, one) => Math.max(most, one[index]!), own));

export const scaled = (strengths: Strengths, by: number): Strengths => strengths.map((one) => one * by);
