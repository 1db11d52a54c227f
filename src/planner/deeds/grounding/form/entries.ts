import { anyOf } from '../../../language/patterns.ts';
import type { Item, Screen } from '../../../page/screen.ts';
import { isInside, ownersOf, placeOf, topmost } from '../../candidates/chain.ts';
import { asksForDate, asksForTime } from '../../candidates/field-value.ts';
import { isKeeping } from '../../candidates/finishing.ts';
import { isHarmless } from '../../candidates/harmless.ts';
import { wordsIn } from '../../candidates/likeness.ts';
import { isSearching } from '../../candidates/searching.ts';
import { creates, refuses, saves } from '../../candidates/ways/way-words.ts';
import { isNameField } from '../field-fit.ts';
import type { Look } from '../move.ts';

/** The controls of an open form that take a value. */
export interface Entries {
  all: ReadonlySet<Item>;
  /** What its controls are called. */
  labels: string[];
  /** The only control that asks for a day. Null where none or several do. */
  onlyDate: Item | null;
  /** The only field that asks for a sum of money. Null where none or several do. */
  onlySum: Item | null;
  /** The first empty field for text. It asks for the name where nothing is called so. */
  firstText: Item | null;
  hasNameField: boolean;
  /** Buttons of a dialog that are called like fields and open lists: “Assignee”, “Labels”. */
  chips: Item[];
}

export function entriesOf(screen: Screen, look: Look): Entries {
  const all = screen.items.filter(
    (item) => isEntry(item, screen, look) && !look.standing.filled.has(placeOf(item)),
  );
  const dates = all.filter(asksForDate);
  const sums = all.filter(asksForSum);
  return {
    all: new Set(all),
    // A button beside a heading is no control of what the heading says.
    labels: all.filter(({ kind }) => !/^(?:button|tab|option)$/.test(kind)).map(labelOf),
    onlyDate: dates.length === 1 ? dates[0]! : null,
    onlySum: sums.length === 1 ? sums[0]! : null,
    firstText: all.find(isPlainText) ?? null,
    hasNameField: all.some(isNameField),
    chips: topmost(screen) === null ? [] : all.filter(isChip),
  };
}

export const labelOf = ({ labels: [label], name }: Item): string => label || name;

const isChip = (item: Item) =>
  item.kind === 'button' &&
  /^\p{L}[\p{L} ]*$/u.test(item.name) &&
  wordsIn(item.name) <= 3 &&
  isHarmless(item) &&
  !isKeeping(item) &&
  ![refuses, creates, saves].some((others) => others.test(item.name.trim()));

const asksForSum = (item: Item) =>
  item.kind === 'field' &&
  (sum.test(`${labelOf(item)} ${item.name}`) || /^[$€£¥]?0[.,]00$/.test(item.value || item.name));
const sum = new RegExp(`[$€£¥]|${anyOf('fields', 'sums')}`, 'iu');

const isPlainText = (item: Item) =>
  item.kind === 'field' &&
  /^(?:text)?$/.test(item.inputType ?? '') &&
  item.value === '' &&
  !asksForDate(item) &&
  !asksForTime(item);

const kinds = /^(?:field|rich-text|select|picker|slider|radio|option|button|swatch|tab)$/;

/** Whether an item takes a value, and belongs to what is open. */
function isEntry(item: Item, screen: Screen, { around, creates, isForm }: Look): boolean {
  if (item.isDisabled || !kinds.test(item.kind)) return false;
  if (item.kind === 'field' && item.role !== 'combobox' && isSearching(item)) return false;
  const owners = ownersOf(screen, item);
  // The heads of columns sort.
  if (owners[0]?.kind === 'table' || owners.some(({ kind }) => kind === 'navigation')) return false;
  // Who makes something new writes over nothing.
  if (creates && /^(?:field|rich-text)$/.test(item.kind) && /\p{L}/u.test(item.value)) return false;
  const top = topmost(screen);
  return top === null ? isForm || around.isOfOpenForm(item) : isInside(screen, item, top);
}
