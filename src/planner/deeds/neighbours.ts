import type { Item, Screen } from '../page/screen.ts';
import type { Mention } from '../prompt/deed.ts';
import { ownersOf } from './chain.ts';
import { isSameText } from './likeness.ts';

/** What stands beside an item says what it is: an entry of a column, one of many alike, the sibling of what is meant. */

/** How many entries a column has at least, and how much of the window lies left of its right edge at most. */
const leastEntries = 4;
const mostShare = 0.35;

/**
 * What stands in a column of navigation by its look: presses of one width below each other, at the left edge of the window, and in no
 * row, dialog or form. Many applications say it by nothing else.
 */
export function columnsOf(screen: Screen): ReadonlySet<Item> {
  const columns = new Map<string, Item[]>();
  for (const item of screen.items) {
    if (!isEntry(item, screen)) continue;
    const place = `${Math.round(item.box.x / 4)} ${Math.round(item.box.width / 4)}`;
    columns.set(place, [...(columns.get(place) ?? []), item]);
  }
  return new Set([...columns.values()].filter((column) => areStacked(column)).flat());
}

const isEntry = (item: Item, screen: Screen) =>
  /^(?:button|link|body)$/.test(item.kind) &&
  item.isPressable &&
  item.name !== '' &&
  item.box.width > 2 * item.box.height &&
  item.box.x + item.box.width <= mostShare * screen.viewport.width &&
  !ownersOf(screen, item).some(({ kind }) => /^(?:row|card|dialog|menu|form|table)$/.test(kind));

function areStacked(column: readonly Item[]): boolean {
  if (column.length < leastEntries) return false;
  const stacked = [...column].sort((a, b) => a.box.y - b.box.y);
  return stacked.every(({ box }, index) => {
    const above = stacked[index - 1]?.box;
    return above === undefined || box.y >= above.y + above.height - 1;
  });
}

export const alike = ({ kind, name }: Item) => `${kind} ${name}`;

/** What the rows of a list have alike. */
export function repeatedIn(screen: Screen): ReadonlySet<string> {
  const rows = new Map<string, Set<number>>();
  for (const item of screen.items)
    if (
      item.isPressable &&
      item.kind !== 'body' &&
      /^(?:row|card)$/.test(screen.things[item.owner]?.kind ?? '')
    )
      rows.set(alike(item), (rows.get(alike(item)) ?? new Set()).add(item.owner));
  return new Set([...rows].filter(([, owners]) => owners.size > 1).map(([name]) => name));
}

/** Entries beside one that is called as the deed says. */
export function besideNamed(screen: Screen, mentions: readonly Mention[]): ReadonlySet<Item> {
  const named = screen.items.filter(
    (item) =>
      item.isPressable &&
      mentions.some((mention) => mention.name !== null && isSameText(item.name, mention.name)),
  );
  const isBeside = (one: Item, other: Item) =>
    one !== other &&
    one.owner === other.owner &&
    one.kind === other.kind &&
    one.box.width === other.box.width;
  return new Set(screen.items.filter((item) => named.some((one) => isBeside(one, item))));
}

/** Whether a link leads to another site. */
export const isElsewhere = ({ href }: Item, { url }: Screen) => {
  const [link, page] = [URL.parse(href ?? '', url), URL.parse(url)];
  return (
    href !== null &&
    link !== null &&
    page !== null &&
    link.protocol.startsWith('http') &&
    link.host !== page.host
  );
};
