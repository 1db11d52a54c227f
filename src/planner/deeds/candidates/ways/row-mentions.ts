import type { Item, Screen, Thing } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { calledFit, fitOf, leastFit } from '../mentions/fit.ts';
import { isMeant, thingFit } from '../mentions/rows.ts';

/** Whether several rows say a mention, and this one is not called so: a label that they have, or what they are all about. */
export const isMark = (mention: Mention, row: Thing | undefined, carriers: ReadonlyMap<Mention, number>) =>
  row !== undefined && (carriers.get(mention) ?? 0) > 1 && calledFit(mention, row) < leastFit;

/** A row carries a mention by its name, and before anything was opened also by its text. */
export const carries = (mention: Mention, row: Thing, screen: Screen, missing: readonly Mention[]) =>
  isMeant(mention, row, screen) && (missing.includes(mention) || calledFit(mention, row) >= 0.9);

/** A press on the text of a row that is pressed as a whole is a press on the row. */
export const isInBody = (item: Item, screen: Screen) =>
  screen.items.some((other) => other.kind === 'body' && other.owner === item.owner && other.id !== item.id);

/** A row that is pressed as a whole is named by all that it says. */
export function bodyFit(mention: Mention, item: Item, screen: Screen): number {
  const own = screen.things.find(({ id }) => id === item.id) ?? screen.things[item.owner];
  if (!own || !/^(?:row|card)$/.test(own.kind)) return fitOf(mention, item.name);
  return thingFit(mention, own, screen);
}
