import type { Item, Screen } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { isSameText } from '../likeness.ts';

/** What stands beside an item says what it is: an entry of a column, one of many alike, the sibling of what is meant. */

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
