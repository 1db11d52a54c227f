import { wholeWords } from '../../../language/patterns.ts';
import { deedWords } from '../../../language/vocabulary.ts';
import type { Screen, Thing } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { coverage, coverageAmong, likeness, says, shareOf } from '../likeness.ts';
import { calledFit, leastFit, namesIn, qualified, toldOf } from './fit.ts';
import { isInFocus } from './focus.ts';

/** Which row or card of the screen a mention means. */

/** How well a thing fits a mention: by its name, or, for a row or a card, by the text in it. */
export function thingFit(mention: Mention, thing: Thing, screen: Screen): number {
  if (thing.kind === 'page') return 0;
  return isRow(thing)
    ? (rowFits(mention, screen).get(thing) ?? 0)
    : qualified(mention, calledFit(mention, thing), thing.text);
}

/** Whether a row is the one that a mention means: it fits, and no other row of the screen fits clearly better. */
export function isMeant(mention: Mention, row: Thing, screen: Screen): boolean {
  const fits = rowFits(mention, screen);
  const fit = fits.get(row) ?? 0;
  return (
    fit >= leastFit && fit >= Math.max(...fits.values()) - 0.05 && fit >= (bestSeen.get(mention) ?? 0) - 0.1
  );
}

/** How well the best row of all screens so far fits a mention. Where the very thing was seen, something like it is something else. */
const bestSeen = new WeakMap<Mention, number>();

/** Whether a row of the screen is what a mention means. */
export const isListed = (mention: Mention, screen: Screen) =>
  screen.things.some((thing) => isRow(thing) && isMeant(mention, thing, screen));

/** How many rows of the screen may be what a mention means. */
export const carriersOf = (mention: Mention, screen: Screen) =>
  screen.things.filter((thing) => isRow(thing) && isMeant(mention, thing, screen)).length;

export const isRow = ({ kind }: Thing) => kind === 'row' || kind === 'card';

const remembered = new WeakMap<Screen, Map<Mention, Map<Thing, number>>>();

function rowFits(mention: Mention, screen: Screen): Map<Thing, number> {
  const known = remembered.get(screen) ?? new Map<Mention, Map<Thing, number>>();
  remembered.set(screen, known);
  const found = known.get(mention) ?? fitRows(mention, screen.things.filter(isRow), screen);
  known.set(mention, found);
  bestSeen.set(mention, Math.max(bestSeen.get(mention) ?? 0, ...found.values()));
  return found;
}

function fitRows(mention: Mention, rows: Thing[], screen: Screen): Map<Thing, number> {
  const { name, kind } = mention;
  const shares =
    name === null
      ? []
      : coverageAmong(
          name,
          rows.map(({ text }) => text),
        );
  const ofKind = coverageAmong(
    sortOf(kind, screen),
    rows.map(({ text }) => text),
  );
  // A label or a person that several rows show is no name of any of them.
  const saying = name === null ? [] : rows.filter((row) => says(row.text, name));
  const isShared =
    saying.length > 1 &&
    kind !== '' &&
    mention.qualifiers.length === 0 &&
    mention.ordinal === null &&
    saying.every((row) => [row.name, ...row.also].every((one) => likeness(name ?? '', one) < 0.95));
  const numbered = onlyWith(mention, rows);
  const stated = onlyAs(mention, rows, screen);
  const alone = aloneWith(rows, name === null ? ofKind : []);
  const told = aloneWith(rows, name === null ? sharesOfTold(mention, rows) : []);
  return new Map(
    rows.map((row, index) => {
      if (row === numbered) return [row, 0.95];
      if (row === stated) return [row, 0.9];
      const share = shares[index] ?? 0;
      const inside =
        name === null
          ? Math.max(0.9 * likeness(kind || mention.said, row.text), alone.get(row) ?? 0, told.get(row) ?? 0)
          : says(row.text, name)
            ? isShared
              ? 0.4
              : 0.8
            : share >= 0.65 &&
                (name.includes(' ') || kind === '') &&
                shareOf(name, row.text, leastKin) >= leastOfName
              ? 0.9 * share
              : 0;
      const called = calledFit(mention, row) * (isShared ? 0.5 : 1);
      const fit = qualified(mention, Math.max(called, inside), row.text);
      // Of two rows with the same name, the one that says what kind of thing it is comes first.
      return [row, name === null || kind === '' ? fit : fit * (0.9 + 0.1 * (ofKind[index] ?? 0))];
    }),
  );
}

/** One word of two is no name: where all rows say "intern", the rare word for a marketing intern weighs little. */
const leastOfName = 0.6;
/** A word of the same concept is no part of a name. */
const leastKin = 0.6;

/** "Idle", of "idle masts" under the heading “Masts”: what the whole list is called tells none of its rows from the others. */
function sortOf(kind: string, { items }: Screen): string {
  const said = kind.split(' ');
  const headings = items.filter(({ role }) => role === 'heading').map(({ name }) => name);
  const own = said.filter((word) => !headings.some((heading) => coverage(word, heading) >= 0.99));
  return own.length === 0 ? kind : own.join(' ');
}

/** "The lease renewal email": the rows that have most of the words, where hardly another one has any. */
function aloneWith(rows: readonly Thing[], shares: readonly number[]): Map<Thing, number> {
  const having = rows.filter((_, index) => (shares[index] ?? 0) >= 0.6);
  const isTold = having.length > 0 && having.length <= 2 && rows.length > having.length;
  return new Map(isTold ? having.map((row) => [row, 0.9 * (shares[rows.indexOf(row)] ?? 0)]) : []);
}

/** "The parcel about the lost key of the shed": how much of it each row has. */
function sharesOfTold(mention: Mention, rows: readonly Thing[]): number[] {
  const texts = rows.map(({ text }) => text);
  const told = toldOf(mention);
  const [whole, named] = [told, namesIn(told)].map((words) =>
    words === '' ? [] : coverageAmong(words, texts),
  );
  return texts.map((_, at) => Math.max(whole![at] ?? 0, 0.9 * (named![at] ?? 0)));
}

/**
 * "The unassigned bill that is awaiting approval": the only one of the bills that is in all the states that are told of it. What it is not, no
 * row says.
 */
function onlyAs(mention: Mention, rows: readonly Thing[], screen: Screen): Thing | undefined {
  const { name, kind, qualifiers, ordinal } = mention;
  const told = qualifiers.join(' ');
  if (name !== null || kind === '' || told === '' || ordinal !== null || denies.test(told)) return undefined;
  const [only, ...others] = rows.filter(({ text }) => shareOf(told, text) >= 0.99);
  const isOfKind = isInFocus({ ...mention, qualifiers: [] }, screen);
  return others.length === 0 && rows.length > 2 && isOfKind ? only : undefined;
}

const denies = new RegExp(wholeWords(deedWords.flatMap(({ not }) => [...(not ?? [])])), 'iu');

/** "The card ending in 7156": where one row alone has the number, it is meant, whatever it is called there. */
function onlyWith({ qualifiers }: Mention, rows: readonly Thing[]): Thing | undefined {
  const numbers = qualifiers.flatMap(
    (qualifier) => qualifier.match(/(?<![\p{L}\p{N}])\d{3,}(?![\p{L}\p{N}])/gu) ?? [],
  );
  if (numbers.length !== 1) return undefined;
  const [only, ...others] = rows.filter(({ text }) => says(text, numbers[0]!));
  return others.length === 0 ? only : undefined;
}
