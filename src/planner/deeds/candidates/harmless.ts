import { dangerIn } from '../../page/danger.ts';
import type { Item, Screen, Thing } from '../../page/screen.ts';
import { rowOf } from './chain.ts';
import { says } from './likeness.ts';

/** Whether a press pays, deletes or signs out as little as its name and its author's words for it say. */
export const isHarmless = ({ name, hints, labels }: Item) =>
  dangerIn(name) === null &&
  (name !== '' || dangerIn(labels[0] ?? '') === null) &&
  // The parts of its name may stand in its attributes as well: “checkout-api”.
  !hints.some((hint) => harmful.test(hint) && !says(name, hint));
/** Whether an item is opened without harm: its name has none, or it only names what it leads to. */
export const mayBeOpened = (item: Item, screen: Screen) =>
  isHarmless(item) || isNameOfRecord(item, screen) || isPageOfSettings(item, screen);

/**
 * Whether an item is the name of a record, as its column of a table tells: other rows have other names there, most of them without harm. “Checkout redesign” in the
 * column “Name” is a project, and pays nothing.
 */
function isNameOfRecord(item: Item, screen: Screen): boolean {
  const row = rowOf(screen, item);
  if (!row || !isNameIn(row, item, screen)) return false;
  const column = screen.items.filter((one) => {
    const other = one.kind === item.kind && one.labels[0] === item.labels[0] ? rowOf(screen, one) : undefined;
    return other?.parent === row.parent && isNameIn(other, one, screen);
  });
  const harmless = column.filter(isHarmless);
  return (
    column.length >= leastRows &&
    new Set(column.map(({ name }) => name)).size === column.length &&
    harmless.length > column.length / 2
  );
}

/**
 * Whether an item is one page of the settings beside others: “Checkout” between “General” and “Notifications” leads to what is set there, and buys nothing. English
 * only.
 */
function isPageOfSettings({ kind, name, box, id }: Item, { items }: Screen): boolean {
  if (!/^(?:button|link|tab)$/.test(kind) || !/^(?:checkout|payments?|billing)$/i.test(name.trim()))
    return false;
  const beside = items.filter(
    (one) =>
      one.id !== id &&
      one.kind === kind &&
      Math.abs(one.box.x - box.x) < 2 &&
      Math.abs(one.box.width - box.width) < 2 &&
      Math.abs(one.box.height - box.height) < 2,
  );
  return (
    beside.filter(isHarmless).length >= leastRows &&
    beside.some((one) => /^(?:general|notifications|account|profile)$/i.test(one.name.trim()))
  );
}

/** Whether an item has the name of its row, in a table or under a head. “Pay now” in a column of presses is no name of an invoice. */
const isNameIn = ({ name, kind, parent }: Thing, item: Item, { things }: Screen) =>
  name === item.name &&
  ((item.labels.length > 0 && item.value === item.name) ||
    (kind === 'row' && parent !== null && things[parent]?.kind === 'table'));
const leastRows = 3;

const harmful = /^(?:delete|destroy|trash|logout|signout|checkout|purchase)$/;
