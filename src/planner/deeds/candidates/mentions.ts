import { wholeWords } from '../../language/patterns.ts';
import { deedWords, wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen, Thing } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import { keyOf, keysOf, ownersOf } from './chain.ts';
import { columnsOf } from './columns.ts';
import { coverage, coverageAmong, isSameText, likeness, says, shareOf } from './likeness.ts';

/** How well what is on the screen fits what the prompt names. All figures are from 0 to 1. */

/** How well one text fits a mention. */
export function fitOf(mention: Mention, text: string): number {
  if (text === '') return 0;
  if (mention.name === null)
    return Math.max(
      likeness(mention.kind || mention.said, text),
      isQuotedIn(mention, text) ? 0.9 : 0,
      0.9 * from(0.75, coverage(toldOf(mention), text)),
    );
  const named = likeness(mention.name, text);
  // "Weekly report" names a row that says "Weekly report · 12 March" as surely as one that says nothing else.
  if (named >= 0.95) return named;
  return says(text, mention.name) ? Math.max(named, 0.9) : 0.8 * named;
}

/** What is told of a thing in several words, or with a name. One word alone is a state: "pending". */
const toldOf = ({ qualifiers }: Mention) =>
  qualifiers.filter((qualifier) => qualifier.split(' ').length > 2 || hasName(qualifier)).join(' ');

/** "From Oslo", "order of 12 May". */
const hasName = (qualifier: string) => /(?<!^)(?<=\s)(?:\p{Lu}\p{Ll}|\d)/u.test(qualifier);

/** Whether a mention tells one thing from others of its kind: by its name, or by a name that is said about it ("the customer from Oslo"). */
export const tellsWhich = ({ name, qualifiers }: Mention) => name !== null || qualifiers.some(hasName);

/** A figure that counts from a least one on. */
const from = (least: number, figure: number) => (figure < least ? 0 : figure);

/** How well a thing is called as a mention says, by any of the names by which it may be known. */
export const calledFit = (mention: Mention, { name, also }: Thing) =>
  Math.max(fitOf(mention, name), ...also.map((one) => fitOf(mention, one)));

/** "The note that says 'Call back'": what is quoted of it stands for its name. */
const isQuotedIn = ({ qualifiers }: Mention, text: string) =>
  qualifiers.some((qualifier) => {
    const quoted = /["'“‘«„](.{3,})["'”’»“]/u.exec(qualifier)?.[1];
    return quoted !== undefined && says(text, quoted);
  });

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

/** Whether the name of a mention stands anywhere on the screen. */
export const isShown = ({ name }: Mention, screen: Screen) =>
  name !== null && screen.items.some((item) => fitOfName(name, item.name) || fitOfName(name, item.value));

/** Whether the name of a mention stands on the screen somewhere else than in a list. */
export const isShownApart = ({ name }: Mention, screen: Screen) =>
  name !== null &&
  screen.items.some(
    (item) =>
      (fitOfName(name, item.name) || fitOfName(name, item.value)) &&
      !ownersOf(screen, item).some((owner) => isRow(owner) && !owner.isSelected),
  );
const fitOfName = (name: string, text: string) =>
  text !== '' && (says(text, name) || likeness(name, text) >= 0.95);

/** Whether a row of the screen is what a mention means. */
export const isListed = (mention: Mention, screen: Screen) =>
  screen.things.some((thing) => isRow(thing) && isMeant(mention, thing, screen));

/** How many rows of the screen may be what a mention means. */
export const carriersOf = (mention: Mention, screen: Screen) =>
  screen.things.filter((thing) => isRow(thing) && isMeant(mention, thing, screen)).length;

/** Whether a row is of the same list as the row that a mention means. The rows of other lists may be about what is selected here. */
const isBesideMeant = (mention: Mention, row: Thing, screen: Screen) =>
  screen.things.some(
    (thing) =>
      isRow(thing) &&
      isMeant(mention, thing, screen) &&
      (thing.parent === row.parent || Math.abs(thing.box.width - row.box.width) < 4),
  );

/** Whether a row is of the same list as one that is called as a mention says. */
const isBesideNamed = (mention: Mention, row: Thing, screen: Screen) =>
  mention.name !== null &&
  screen.things.some(
    (thing) => isRow(thing) && thing.parent === row.parent && calledFit(mention, thing) >= 0.95,
  );

const isRow = ({ kind }: Thing) => kind === 'row' || kind === 'card';
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
    kind,
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
            : share >= 0.65 && (name.includes(' ') || kind === '')
              ? 0.9 * share
              : 0;
      const called = calledFit(mention, row) * (isShared ? 0.5 : 1);
      const fit = qualified(mention, Math.max(called, inside), row.text);
      // Of two rows with the same name, the one that says what kind of thing it is comes first.
      return [row, name === null || kind === '' ? fit : fit * (0.9 + 0.1 * (ofKind[index] ?? 0))];
    }),
  );
}

/** "The lease renewal email": the rows that have most of the words, where hardly another one has any. */
function aloneWith(rows: readonly Thing[], shares: readonly number[]): Map<Thing, number> {
  const having = rows.filter((_, index) => (shares[index] ?? 0) >= 0.6);
  const isTold = having.length > 0 && having.length <= 2 && rows.length > having.length;
  return new Map(isTold ? having.map((row) => [row, 0.9 * (shares[rows.indexOf(row)] ?? 0)]) : []);
}

/** "The parcel about the lost key of the shed": how much of it each row has. */
function sharesOfTold(mention: Mention, rows: readonly Thing[]): number[] {
  const told = toldOf(mention);
  return told === ''
    ? []
    : coverageAmong(
        told,
        rows.map(({ text }) => text),
      );
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

/** Mentions that were opened or selected on the way here, each with the screen before that. */
export type Reached = ReadonlyMap<Mention, Screen>;

/**
 * The mentions that neither an item, nor the row it stands in, nor what is around it names. What was there before a mention was opened does
 * not belong to it, unless the whole screen is about it now: a row's menu that is open says nothing about the form beside the list.
 */
export function outOfScope(
  mentions: readonly Mention[],
  reached: Reached,
  item: Item,
  screen: Screen,
): Mention[] {
  const owners = ownersOf(screen, item);
  const row = owners.find(isRow);
  return mentions.filter((mention) => {
    const before = reached.get(mention);
    // Where the thing has a row of its own, the rows beside it are other things, also when it was opened somewhere else.
    if (row && !isMeant(mention, row, screen) && isBesideNamed(mention, row, screen)) return true;
    if (before && !keysOf(before).has(keyOf(item, screen))) return false;
    // "The shortcut for Archive" is the field that is labelled "Archive".
    const isEntry = /^(?:field|select|picker|slider)$/.test(item.kind);
    if (isEntry && mention.name !== null && isSameText(item.labels[0] ?? '', mention.name)) return false;
    if (isInFocus(mention, screen))
      return row === undefined
        ? mention.name !== null && columnsOf(screen).has(item) && itemFit(mention, item, screen) < leastFit
        : !isMeant(mention, row, screen) && isBesideMeant(mention, row, screen);
    if (row && !isMeant(mention, row, screen)) return true;
    return (
      row === undefined &&
      itemFit(mention, item, screen) < leastFit &&
      !owners.some((owner) => calledFit(mention, owner) >= 0.75)
    );
  });
}

/** How well an item by itself fits a mention. */
export function itemFit(mention: Mention, item: Item, screen: Screen): number {
  const name = item.kind === 'field' || item.kind === 'rich-text' ? item.value || item.name : item.name;
  const row = ownersOf(screen, item).find(isRow);
  return qualified(mention, fitOf(mention, name), `${name} ${row?.text ?? ''}`);
}

function qualified(mention: Mention, fit: number, text: string): number {
  if (fit === 0 || mention.qualifiers.length === 0) return fit;
  const told = mention.qualifiers.map((qualifier) => coverage(qualifier, text));
  // “Customers” is not the customer from Oslo.
  if (mention.name === null && mention.qualifiers.some((one, at) => hasName(one) && told[at]! < 0.5))
    return 0.55 * fit;
  return fit * (0.75 + (0.25 * told.reduce((sum, one) => sum + one, 0)) / told.length);
}

/**
 * Whether the screen as a whole is about a mention: an open dialog, what is selected, or the heading of most of the screen names it. The
 * heading of a row or a small panel says nothing about what stands beside it, unless it is the largest one.
 */
export function isInFocus(mention: Mention, screen: Screen): boolean {
  const most = 0.3 * screen.viewport.width * screen.viewport.height;
  const isMost = (index: number) => {
    const { box, kind } = screen.things[index] ?? screen.things[0]!;
    return kind === 'page' || (!/^(?:row|card|navigation)$/.test(kind) && box.width * box.height >= most);
  };
  const things = screen.things.filter(
    ({ isSelected, isModal, kind }, index) => isSelected || isModal || (kind === 'panel' && isMost(index)),
  );
  const title = titleOf(screen);
  const items = screen.items.filter(
    (item) =>
      item === title ||
      (item.role === 'heading' && isMost(item.owner)) ||
      (item.isSelected && /^(?:tab|link|body|button|menu-item)$/.test(item.kind)),
  );
  return (
    [...things.map(({ name, text }) => name || text.slice(0, 80)), ...items.map(({ name }) => name)].some(
      (name) => isNamed(mention, name),
    ) || namesOfSelected(screen).some((name) => isCalled(mention, name))
  );
}

/** The heading that no other one is larger than, in whatever box it stands. Null where it is one of several, or in a list. */
function titleOf(screen: Screen): Item | null {
  const headings = screen.items.filter((item) => item.role === 'heading');
  const tallest = Math.max(0, ...headings.map(({ box }) => box.height));
  const [title, ...others] = headings.filter(({ box }) => box.height > 0.95 * tallest);
  if (!title || others.length > 0) return null;
  const isListed = ownersOf(screen, title).some(({ kind }) => /^(?:row|card|navigation|menu)$/.test(kind));
  return isListed ? null : title;
}

/** Whether another object of a canvas than the one that a mention means is selected, as the field for its name says. */
export const isOfAnother = (mention: Mention, screen: Screen) =>
  screen.items.some(({ isPlaced, isSelected }) => isPlaced && isSelected) &&
  namesOfSelected(screen).length > 0 &&
  !isInFocus(mention, screen);

/** What is selected on a canvas shows its name in a field of a panel beside it. */
const namesOfSelected = ({ items }: Screen) =>
  items
    .filter(
      ({ kind, name, labels, value }) =>
        kind === 'field' && value !== '' && names.test(`${name} ${labels[0] ?? ''}`),
    )
    .map(({ value }) => value);
const names = new RegExp(wholeWords(wordsFor('fields', 'name')), 'iu');

/** Who says "the title text" may mean an object called "Title". */
const isCalled = ({ name, kind, said, qualifiers }: Mention, text: string) =>
  name === null ? coverage(text, `${qualifiers.join(' ')} ${kind || said}`) >= 0.99 : isSameText(text, name);

function isNamed(mention: Mention, text: string): boolean {
  if (mention.name !== null) return says(text, mention.name) || likeness(mention.name, text) >= 0.95;
  // "The job about the warped fronts" is none of the page "Jobs".
  const told = toldOf(mention);
  return told === '' ? likeness(mention.kind || mention.said, text) >= 0.8 : coverage(told, text) >= 0.75;
}

export const leastFit = 0.6;
