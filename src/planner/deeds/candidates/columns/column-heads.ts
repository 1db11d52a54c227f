import type { Item, Screen } from '../../../page/screen.ts';
import { ownersOf } from '../chain.ts';

/** What stands above the rows of a table and is called as a column of it: a press sorts the rows, and leads nowhere. */
export function columnHeadsOf(screen: Screen): ReadonlySet<Item> {
  const known = remembered.get(screen) ?? findHeads(screen);
  remembered.set(screen, known);
  return known;
}
const remembered = new WeakMap<Screen, ReadonlySet<Item>>();

function findHeads(screen: Screen): ReadonlySet<Item> {
  const columns = new Set(
    screen.items
      .filter(({ owner }) => screen.things[owner]?.kind === 'row')
      .map(({ labels: [label = ''] }) => plain(label)),
  );
  return new Set(
    screen.items.filter(
      (item) =>
        item.isPressable &&
        columns.has(plain(item.name)) &&
        plain(item.name) !== '' &&
        ownersOf(screen, item)[0]?.kind === 'table',
    ),
  );
}

/** "Due ↑" is the column "Due". */
const plain = (text: string) => text.replace(/[\s↑↓▲▼⇅↕]+$/u, '').toLowerCase();
