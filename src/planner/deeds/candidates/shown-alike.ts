import type { Concept } from '../../language/concept-names.ts';
import { conceptsOf } from '../../language/concepts.ts';
import { words } from '../../language/words.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Value } from '../../prompt/deed.ts';
import { isSameText } from './likeness.ts';

/** What the options of a list that is folded away may be, by what the screen shows already. */

/**
 * How surely a list, or a button that shows a value, offers a value although its options are not known yet: it holds another number of the same unit
 * ("30 mins" for 45 minutes), another day of the week, or one of the same column holds the value ("Admin" in the row of somebody else).
 */
export function shownAlike(item: Item, screen: Screen, value: Value): number {
  const isList = item.kind === 'picker' || (item.kind === 'button' && item.value !== '');
  if (value.to !== 'text' || !isList || item.options.length > 0) return 0;
  if (value.unit !== null && isOfUnit(item.value, value.unit)) return sameUnit;
  const showDays = () => screen.items.filter((one) => one.kind === item.kind && isWeekday(one.value));
  if (isWeekday(value.text) && isWeekday(item.value) && showDays().length === 1) return sameUnit;
  return screen.items.some((one) => isTwin(one, item) && isSameText(one.value || one.name, value.text))
    ? sameColumn
    : 0;
}
const isWeekday = (text: string) => {
  const [only, ...others] = words(text);
  return (
    only !== undefined && others.length === 0 && conceptsOf(text).some((concept) => weekdays.has(concept))
  );
};
const weekdays: ReadonlySet<string> = new Set<Concept>([
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]);
const sameUnit = 0.8;
const sameColumn = 0.9;

/** Lists under one head stand below each other and are called alike. Buttons are called by what they show, and have the head as their label. */
const isTwin = (one: Item, item: Item) =>
  one.kind === item.kind &&
  one.id !== item.id &&
  one.owner !== item.owner &&
  (item.kind === 'button' ? one.labels.length > 0 : one.name === item.name) &&
  one.labels[0] === item.labels[0] &&
  Math.abs(one.box.x - item.box.x) < 4;

/** "30 mins" is told in minutes. */
function isOfUnit(shown: string, unit: string): boolean {
  const [, own] = /^[\d.,]+\s?(\p{L}{2,})\.?$/u.exec(shown) ?? [];
  const [one, other] = [own, unit].map((word) => word?.toLowerCase().slice(0, 3));
  return one !== undefined && one === other;
}
