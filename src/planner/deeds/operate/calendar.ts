import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import { newItems, placeOf } from '../candidates/chain.ts';
import { isoDateOf, monthIn, monthShownIn } from '../candidates/days/dates.ts';
import { dayMeant } from '../candidates/days/day-meant.ts';
import type { Outcome, Performer } from '../perform/performer.ts';

/** A year ahead or back. */
const mostMonths = 12;

/** The day of a date on the calendar that a press has opened, turned to its month. Null where no calendar has opened. */
export async function dayOnCalendar(
  performer: Performer,
  opened: Pick<Outcome, 'before'>,
  wanted: string,
): Promise<Item | null> {
  const date = dayMeant(wanted);
  if (date === null) return null;
  for (let turned = 0; turned <= mostMonths; turned++) {
    const fresh = newItems({ before: opened.before, after: performer.screen }, placeOf);
    const heading =
      fresh.find(({ name, value }) => monthShownIn(name || value)) ??
      fresh.find(({ name }) => isOnlyMonth(name));
    const month = heading
      ? (monthShownIn(heading.name || heading.value) ?? monthOf(heading, fresh, date))
      : null;
    if (!heading || !month)
      return (await setMonth(performer, opened, date)) ? dayOf(freshSince(performer, opened), date) : null;
    if (month === date.slice(0, 7)) return dayOf(fresh, date);
    const item = turning(fresh, heading, month < date ? 'next' : 'previous');
    if (!item) return null;
    const what = item.name ? `Press “${item.name}”` : 'Turn the calendar';
    const outcome = await performer.act({ do: 'press', item, part: 'field', what, opens: [] });
    if (!outcome.changed) return null;
  }
  return null;
}

/** The month and the year may stand in two buttons. Where the year is not to be seen, it is the one that is wanted. */
function monthOf({ name }: Item, fresh: readonly Item[], date: string): string {
  const year = fresh
    .flatMap((item) => [item.name, item.value])
    .find((text) => /^(?:19|20)\d{2}$/.test(text.trim()));
  return `${year?.trim() ?? date.slice(0, 4)}-${String(monthIn(name)).padStart(2, '0')}`;
}

const isOnlyMonth = (name: string) => /^\p{L}{3,}\.?$/u.test(name.trim()) && monthIn(name) > 0;

const freshSince = ({ screen }: Performer, { before }: Pick<Outcome, 'before'>) =>
  newItems({ before, after: screen }, placeOf);

/** The month and the year may be lists above the days. */
async function setMonth(
  performer: Performer,
  opened: Pick<Outcome, 'before'>,
  date: string,
): Promise<boolean> {
  const [year, month] = date.split('-').map(Number);
  const isMonth = (label: string) => monthIn(label) === month;
  const isYear = (label: string) => Number(label) === year;
  const lists = () => freshSince(performer, opened).filter(({ kind }) => kind === 'select');
  const of = (holds: (label: string) => boolean) =>
    lists().find(({ options }) => options.some(({ label }) => holds(label)));
  if (!of(isMonth) || !of(isYear)) return false;
  for (const holds of [isMonth, isYear]) {
    const item = of(holds);
    const option = item?.options.find(({ label }) => holds(label));
    if (!item || !option) return false;
    if (item.value === option.value || holds(item.value)) continue;
    const what = `Choose “${option.label}”`;
    await performer.act({ do: 'set', item, value: option.value, part: 'field', what, opens: [] });
  }
  return true;
}

/** What turns a calendar: a button that says so, or one of the buttons without a word on the line of its month. */
function turning(items: readonly Item[], heading: Item, to: 'next' | 'previous'): Item | null {
  const pressable = items.filter(({ isPressable, isDisabled }) => isPressable && !isDisabled);
  const named = pressable.find(({ name }) => (to === 'next' ? next : previous).test(name.trim()));
  if (named) return named;
  const middle = ({ box }: Item) => box.y + box.height / 2;
  const beside = pressable
    .filter(
      (one) => one.kind === 'button' && one.id !== heading.id && Math.abs(middle(one) - middle(heading)) < 12,
    )
    .sort((a, b) => a.box.x - b.box.x);
  return beside.length >= 2 ? (to === 'next' ? beside.at(-1)! : beside[0]!) : null;
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
