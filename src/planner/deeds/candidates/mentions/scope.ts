import { wordsFor } from '../../../language/vocabulary.ts';
import type { Item, Screen, Thing } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { keyOf, keysOf, ownersOf } from '../chain.ts';
import { columnsOf } from '../columns/columns.ts';
import { isSameText } from '../likeness.ts';
import { calledFit, fitOf, leastFit, qualified } from './fit.ts';
import { isInFocus } from './focus.ts';
import { isMeant, isRow } from './rows.ts';

/** Whether an item belongs to what the prompt names. */

/** A row “Full name: Ann Lee” says what the thing is called whose page has it, and the rows beside it are its other fields. */
const isThing = (thing: Thing) => isRow(thing) && !namesField.test(thing.name);
const namesField = new RegExp(`^(?:\\p{L}+ )?(?:${wordsFor('fields', 'name').join('|')})$`, 'iu');

/** Whether a row is of the same list as the row that a mention means. The rows of other lists may be about what is selected here. */
const isBesideMeant = (mention: Mention, row: Thing, screen: Screen) =>
  screen.things.some(
    (thing) =>
      isThing(thing) &&
      isMeant(mention, thing, screen) &&
      (thing.parent === row.parent || Math.abs(thing.box.width - row.box.width) < 4),
  );

/** Whether a row is of the same list as one that is called as a mention says. The line at the top of a panel is called as the panel is. */
const isBesideNamed = (mention: Mention, row: Thing, screen: Screen) => {
  const isCalled = (thing: Thing | undefined) => thing !== undefined && calledFit(mention, thing) >= 0.95;
  return (
    mention.name !== null &&
    !isCalled(screen.things[row.parent ?? -1]) &&
    screen.things.some((thing) => isThing(thing) && thing.parent === row.parent && isCalled(thing))
  );
};

/** Whether an item stands in the row of another thing, beside the row of the one that is named. */
export function isOfRowBeside(mention: Mention, item: Item, screen: Screen): boolean {
  const row = ownersOf(screen, item).find(isRow);
  return row !== undefined && !isMeant(mention, row, screen) && isBesideNamed(mention, row, screen);
}

/** Mentions that were opened or selected on the way here, each with the screen before that. */
export type Reached = ReadonlyMap<Mention, Screen>;

/**
 * The mentions that neither an item, nor the row it stands in, nor what is around it names. What was there before a mention was opened does
 * not belong to it, unless the whole screen is about it now: a row's menu that is open says nothing about the form beside the list.
 */
export function outOfScope(
  mentions: readonly Mention[],
  reached: Reached,
  item: Item,
  screen: Screen,
): Mention[] {
  const owners = ownersOf(screen, item);
  const row = owners.find((one) => isRow(one) && !isLineOf(item, one));
  return mentions.filter((mention) => {
    const before = reached.get(mention);
    // Where the thing has a row of its own, the rows beside it are other things, also when it was opened somewhere else.
    if (isOfRowBeside(mention, item, screen)) return true;
    if (before && !keysOf(before).has(keyOf(item, screen))) return false;
    // "The shortcut for Archive" is the field that is labelled "Archive".
    const isEntry = /^(?:field|select|picker|slider)$/.test(item.kind);
    if (isEntry && mention.name !== null && isSameText(item.labels[0] ?? '', mention.name)) return false;
    if (isInFocus(mention, screen))
      return row === undefined
        ? mention.name !== null && columnsOf(screen).has(item) && itemFit(mention, item, screen) < leastFit
        : !isMeant(mention, row, screen) && isBesideMeant(mention, row, screen);
    if (row && !isMeant(mention, row, screen)) return true;
    return (
      row === undefined &&
      itemFit(mention, item, screen) < leastFit &&
      !owners.some((owner) => calledFit(mention, owner) >= 0.75)
    );
  });
}

/** The line of a setting is called as its control is, and is no thing: “Maximum hours per day [12]”. */
const isLineOf = ({ kind, labels }: Item, row: Thing) =>
  /^(?:field|select|picker|slider|toggle)$/.test(kind) && isSameText(labels[0] ?? '', row.name);

/** How well an item by itself fits a mention. */
export function itemFit(mention: Mention, item: Item, screen: Screen): number {
  const name = item.kind === 'field' || item.kind === 'rich-text' ? item.value || item.name : item.name;
  const row = ownersOf(screen, item).find(isRow);
  return qualified(mention, fitOf(mention, name), `${name} ${row?.text ?? ''}`);
}
