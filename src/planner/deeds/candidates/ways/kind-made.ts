import type { Item, Screen } from '../../../page/screen.ts';
import { ownersOf } from '../chain.ts';
import { columnsOf } from '../columns/columns.ts';
import { coverage } from '../likeness.ts';
import { saysHead } from './way-fits.ts';
import { isHeadOf, leastOfHead } from './what-is-made.ts';

/** How well what a button says that it makes is the kind of thing that is asked for, from 0 to 1. */
export const kindMade = (kind: string, made: string): number =>
  Math.max(coverage(kind, made), isHeadOf(kind, made) ? leastOfHead : 0);

/**
 * Whether a button makes what only tells the sort of the thing that is asked for, and the navigation has a place for the thing itself: “Add contact” makes no
 * contact group where there are “Groups”.
 */
export function isOnlySort(kind: string, made: string, screen: Screen): boolean {
  if (!/\s/.test(kind) || made === '' || saysHead(kind, made)) return false;
  const columns = columnsOf(screen);
  const leads = (item: Item) =>
    item.isPressable &&
    (columns.has(item) || ownersOf(screen, item).some((owner) => /^(?:navigation|tabs)$/.test(owner.kind)));
  return screen.items.some((item) => leads(item) && saysHead(kind, item.name) && !saysHead(made, item.name));
}
