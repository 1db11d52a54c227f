import type { Item, Screen } from '../../../page/screen.ts';
import type { Deed, Mention } from '../../../prompt/deed.ts';
import { ownersOf, rowOf } from '../chain.ts';
import { calledFit, leastFit } from './fit.ts';
import { itemFit } from './scope.ts';

/**
 * What a new thing is made for may be nowhere on the screen, since the form that opens asks for it. Where it can be seen, the press has to
 * belong to it.
 */
export const isSoft = (mention: Mention, deed: Deed, item: Item, screen: Screen) =>
  deed.kind === 'create' &&
  !screen.items.some(
    (one) =>
      one.kind !== 'text' && !isOfOther(mention, one, screen) && itemFit(mention, one, screen) >= leastFit,
  ) &&
  !screen.things.some(
    (thing) => /^(?:row|card)$/.test(thing.kind) && calledFit(mention, thing) >= leastFit,
  ) &&
  !screen.items.some((one) => one !== item && one.name === item.name && isInBlockOf(mention, one, screen));

/** The group of somebody in a list of people is no place for a new one. */
const isOfOther = (mention: Mention, item: Item, screen: Screen) => {
  const row = rowOf(screen, item);
  return row !== undefined && calledFit(mention, row) < leastFit;
};

/** Of several buttons “Add rate”, one is in the block of the zone that is meant. */
const isInBlockOf = (mention: Mention, item: Item, screen: Screen) =>
  item.isPressable &&
  ownersOf(screen, item).some((owner) => owner.kind === 'panel' && calledFit(mention, owner) >= 0.95);
