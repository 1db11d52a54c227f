import type { Item, Screen } from '../../page/screen.ts';
import { isMaking } from '../candidates/buttons/button-words.ts';
import { ownersOf, topmost } from '../candidates/chain.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { saysOnlyMaking, withMakerMenu } from '../candidates/ways/maker-menu.ts';
import { creates } from '../candidates/ways/way-words.ts';
import type { Performed } from '../perform/performer.ts';

/**
 * What opens the form of something new: “+ Create” with the entries of its menu, “New issue”, “Log fill-up”. What stands in a row makes a part of that thing.
 */
export function makersOn(screen: Screen): Item[] {
  const named = withMakerMenu(screen).items.filter((item) => !screen.items.includes(item));
  const ofMenu = new Set(named.map(({ id }) => id));
  const isFree = topmost(screen) === null;
  return screen.items.filter(
    (item) =>
      item.isPressable &&
      !item.isDisabled &&
      isHarmless(item) &&
      (ofMenu.has(item.id) ||
        (isFree &&
          /^(?:button|link)$/.test(item.kind) &&
          saysMaking(item.name) &&
          ownersOf(screen, item).every(({ kind }) => !/^(?:row|card|form|table|navigation)$/.test(kind)))),
  );
}

/** Whether a press was on what opens the form of something new. */
export const hasMade = ({ item, before }: Performed): boolean =>
  saysMaking(item.name) ||
  withMakerMenu(before).items.some((one) => one.id === item.id && one.name !== item.name);

/** Whether a look around has opened a form for something new. It is a form among others: which of them is meant is not told by its being open. */
export const isTriedForm = ({ path }: { path: readonly Performed[] }): boolean =>
  path.some((act) => hasMade(act) && !saysOnlyMaking(act.item.name));

function saysMaking(name: string): boolean {
  const called = name.trim();
  const [first = ''] = called.toLowerCase().split(/\s+/);
  return (
    saysOnlyMaking(called) || creates.test(called) || (isMaking(first) && first !== called.toLowerCase())
  );
}
