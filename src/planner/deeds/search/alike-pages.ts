import type { Item, Screen } from '../../page/screen.ts';
import { ownersOf } from '../candidates/chain.ts';
import { columnsOf } from '../candidates/columns/columns.ts';

/** How many pages in a row have to be alike before the rest of their list is taken to be. */
const enoughAlike = 2;

/** Parts of a navigation that lead to pages alike, as a list of labels does. The first two show what the others are like. */
export class AlikePages {
  readonly #seen = new Map<string, string[]>();

  /** Notes the page that an entry has led to. */
  note(entry: Item, from: Screen, page: Screen): void {
    const part = partOf(entry, from);
    this.#seen.set(part, [...(this.#seen.get(part) ?? []), shapeOf(page)]);
  }

  has(entry: Item, from: Screen): boolean {
    const last = this.#seen.get(partOf(entry, from))?.slice(-enoughAlike) ?? [];
    return last.length === enoughAlike && new Set(last).size === 1;
  }
}

const partOf = (item: Item, screen: Screen) =>
  ownersOf(screen, item)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(' / ');

/** What a page offers apart from its records and the navigation. */
function shapeOf(screen: Screen): string {
  const columns = columnsOf(screen);
  const offered = screen.items.filter(
    (item) =>
      item.kind !== 'text' &&
      !columns.has(item) &&
      !ownersOf(screen, item).some(({ kind }) => /^(?:row|card|navigation)$/.test(kind)),
  );
  return [...new Set(offered.map(({ kind, name, labels }) => `${kind} ${name || labels[0] || ''}`))]
    .sort()
    .join('\n');
}
