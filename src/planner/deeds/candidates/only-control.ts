import { terms } from '../../language/terms.ts';
import { deedWords, wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen, Thing } from '../../page/screen.ts';
import type { Mention, Value } from '../../prompt/deed.ts';
import { isInside, ownersOf, rowOf, topmost } from './chain.ts';
import { isDate, isTime } from './days/dates.ts';
import { asksForDate, asksForTime, type FieldWay } from './field-value.ts';
import { isSameText, says } from './likeness.ts';
import { isMeant } from './mentions/rows.ts';
import type { Reached } from './mentions/scope.ts';
import { saysSearch } from './searching.ts';

/** Where the control has to be: within what was opened for the deed, and with the things that the prompt names. */
export interface Scope {
  /** Mentions that the control's surroundings, or the screen as a whole, have to be about. */
  mentions: readonly Mention[];
  /** Mentions that were opened or selected on the way here. */
  reached: Reached;
  /** A dialog or form that belongs to the deed, as an index in `things`. */
  container: number | null;
}

/** "Reschedule it to 6 March at 2 pm": the only control of what is open that asks for a day, and the only one that asks for a time. */
export function isOnlyMoment(item: Item, field: string, value: Value, screen: Screen): boolean {
  if (value.to !== 'text' || terms(field).length > 0 || !ways.test(item.kind)) return false;
  const holds = isDate(value.text) ? isDate : isTime(value.text) ? isTime : null;
  if (holds === null) return false;
  const asks = holds === isDate ? asksForDate : asksForTime;
  if (!asks(item)) return false;
  const top = topmost(screen);
  const isOpen = (one: Item) => top === null || isInside(screen, one, top);
  // An empty box that only suggests "8 am, 3 days, aug 7" asks for less than what shows a time.
  const onlySuggests = (one: Item) =>
    holds(item.value) && one.kind === 'field' && one.value === '' && !asks({ ...one, name: '' });
  return !screen.items.some(
    (one) => one !== item && ways.test(one.kind) && isOpen(one) && asks(one) && !onlySuggests(one),
  );
}
const ways = /^(?:field|picker|select|button)$/;

/**
 * "From 9:00 AM to 6:00 PM": of the only two controls that show a time, where they stand beside each other, the left one is for 9:00 AM and the right
 * one for 6:00 PM. So it is with two empty fields that ask for a day, also where one stands below the other: "runs from 5 January to 13 February".
 */
export function isEndOfRange(item: Item, field: string, value: Value, screen: Screen): boolean {
  const at = rangeEnds.findIndex((words) => words.has(field.toLowerCase()));
  if (value.to !== 'text' || at < 0) return false;
  const holds = isDate(value.text) ? isDate : isTime(value.text) ? isTime : null;
  if (holds === null) return false;
  const asks = holds === isDate ? asksForDate : asksForTime;
  const isAsking = (one: Item) => one.kind === 'field' && (one.value === '' || holds(one.value)) && asks(one);
  const takes = holds(item.value) ? (one: Item) => holds(one.value) : isAsking;
  if (!takes(item)) return false;
  const top = topmost(screen);
  const shown = screen.items.filter(
    (one) => ways.test(one.kind) && takes(one) && (top === null || isInside(screen, one, top)),
  );
  const [one, other, ...more] = shown.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
  if (!one || !other || more.length > 0) return false;
  const [across, down] = [Math.abs(one.box.x - other.box.x), Math.abs(one.box.y - other.box.y)];
  if (down >= 12 && (takes !== isAsking || across >= 12 || down >= mostDownPx)) return false;
  const [first, last] = down < 12 && one.box.x > other.box.x ? [other, one] : [one, other];
  return [first, last][at] === item;
}
/** How far one of two fields for the ends of a range may stand below the other, in CSS pixels. */
const mostDownPx = 140;
const rangeEnds = (['from', 'to'] as const).map(
  (end) =>
    new Set(
      deedWords.flatMap(({ markers }) => [...(markers[end] ?? []), ...(end === 'to' ? ['from to'] : [])]),
    ),
);

/** "Rename x to y": a press on the title of x, which is no row of a list, edits it. */
export const isTitle = (item: Item, field: string, from: string | null, owners: readonly Thing[]) =>
  item.kind === 'text' &&
  item.isPressable &&
  from !== null &&
  isSameText(item.name, from) &&
  /^(?:name|title)$/.test(field) &&
  !owners.some(({ kind }) => kind === 'row');

/** "Search patients by name" is no field for a name. */
export const calledBy = (item: Item) => (saysSearch(item) ? item.name.replace(searchedBy, '') : item.name);
const searchedBy = new RegExp(`\\s(?:${wordsFor('offers', 'searchedBy').join('|')})\\s.*$`, 'iu');

/** What is typed into a search outside of every form is looked for, and kept nowhere, unless a search is asked for. */
export const isLookedFor = (item: Item, way: FieldWay, field: string, { container }: Scope) =>
  way === 'type' && container === null && saysSearch(item) && !says(item.name, field);

/** "Turn off the rule 'x'": the only switch in the row of the rule needs no name. A box that selects a row is no switch. */
export function isSwitchOfMeant(
  item: Item,
  field: string,
  { to }: Value,
  scope: Scope,
  screen: Screen,
): boolean {
  if (field !== '' || to === 'text' || item.kind !== 'toggle' || item.hints.includes('select')) return false;
  return isOnlyOfMeant(item, scope, screen);
}

/** Whether an item is the only one of its kind in the row of what the prompt names. */
export function isOnlyOfMeant(item: Item, { mentions }: Scope, screen: Screen): boolean {
  const row = rowOf(screen, item);
  const isMeantRow =
    row !== undefined && mentions.some((mention) => mention.name !== null && isMeant(mention, row, screen));
  const isIn = (one: Item) => ownersOf(screen, one).includes(row!);
  return isMeantRow && screen.items.filter((one) => one.kind === item.kind && isIn(one)).length === 1;
}

/** Whether an item is the only empty one that takes text of several lines, in the open form or on the screen. */
export function isOnlyText(item: Item, screen: Screen, { container }: Scope): boolean {
  const form = topmost(screen) ?? container;
  const isEmptyText = (one: Item) =>
    (one.kind === 'rich-text' || one.inputType === 'textarea') &&
    one.value.trim() === '' &&
    !one.isDisabled &&
    (form === null || isInside(screen, one, form));
  return isEmptyText(item) && screen.items.filter(isEmptyText).length === 1;
}
