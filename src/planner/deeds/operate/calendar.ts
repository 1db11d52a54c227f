import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import { newItems, placeOf } from '../candidates/chain.ts';
import { isoDateOf, monthShownIn } from '../candidates/dates.ts';
import type { Outcome, Performer } from '../perform/performer.ts';

/** A year ahead or back. */
const mostMonths = 12;

/** The day of a date on the calendar that a press has opened, turned to its month. Null where no calendar has opened. */
export async function dayOnCalendar(
  performer: Performer,
  opened: Pick<Outcome, 'before'>,
  wanted: string,
): Promise<Item | null> {
  const date = isoDateOf(wanted);
  if (date === null) return null;
  for (let turned = 0; turned <= mostMonths; turned++) {
    const fresh = newItems({ before: opened.before, after: performer.screen }, placeOf);
    const month = fresh.map(({ name, value }) => monthShownIn(name || value)).find((found) => found !== null);
    if (!month) return null;
    if (month === date.slice(0, 7)) return dayOf(fresh, date);
    const way = month < date ? next : previous;
    const item = fresh.find(({ name, isPressable }) => isPressable && way.test(name.trim()));
    if (!item) return null;
    const what = `Press “${item.name}”`;
    const outcome = await performer.act({ do: 'press', item, part: 'field', what, opens: [] });
    if (!outcome.changed) return null;
  }
  return null;
}

const words = (list: 'next' | 'previous') =>
  new RegExp(`^(?:${wordsFor('offers', list).join('|')})(?!\\p{L})`, 'iu');
const next = words('next');
const previous = words('previous');

/**
 * A day by its whole date, or by its number: the last days of the month before may stand first, and the first ones of the next month last.
 */
function dayOf(items: readonly Item[], date: string): Item | null {
  const pressable = items.filter(({ isPressable, isDisabled }) => isPressable && !isDisabled);
  const day = Number(date.slice(8));
  const numbered = pressable.filter(({ name }) => name.trim() === String(day));
  const whole = pressable.find(({ name }) => isoDateOf(name) === date);
  return whole ?? (day > 15 ? numbered.at(-1) : numbered[0]) ?? null;
}
