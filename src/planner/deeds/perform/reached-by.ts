import type { Screen, Thing } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import { keyOf, keysOf, ownersOf } from '../candidates/chain.ts';
import type { Reached } from '../candidates/mentions/scope.ts';
import { isShownApart } from '../candidates/mentions/shown.ts';
import type { Performed } from './performer.ts';

/**
 * The mentions that a path has opened, each with the screen before that. Who goes on by the navigation that was there before may have left what was opened from a
 * list: the title of a collection does not belong to the product that was looked at before, unless the screen still says the product's name somewhere else than in a list.
 * @param screen where the path has led to
 */
export function reachedBy(path: readonly Performed[], screen: Screen): Reached {
  const reached = new Map<Mention, Screen>();
  const left = new Set<Mention>();
  const opened = new Map<Mention, Performed>();
  for (const act of path) {
    for (const [mention, by] of opened)
      if (!navigationOf(by) && isOfBefore(navigationOf(act), act.before, by.before)) left.add(mention);
    for (const mention of act.opens) {
      left.delete(mention);
      opened.set(mention, act);
      if (!reached.has(mention)) reached.set(mention, act.before);
    }
  }
  for (const mention of left)
    if (mention.name !== null && !isShownApart(mention, screen)) reached.delete(mention);
  return reached;
}

const navigationOf = ({ item, before }: Performed) =>
  ownersOf(before, item).find(({ kind }) => kind === 'navigation');

/** Whether most of a navigation was there on an earlier screen, so that it does not belong to what was opened there. Entries fold out below others. */
function isOfBefore(navigation: Thing | undefined, screen: Screen, earlier: Screen): boolean {
  if (!navigation) return false;
  const entries = screen.items.filter((item) => ownersOf(screen, item).includes(navigation));
  const known = keysOf(earlier);
  return entries.filter((item) => known.has(keyOf(item, screen))).length > entries.length / 2;
}
