import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { isInside, sameItem, topmost } from '../candidates/chain.ts';
import { monthAndDayOf, monthIn, monthShownIn } from '../candidates/days/dates.ts';
import { dayMeant } from '../candidates/days/day-meant.ts';
import { asksForPart, type DayPart, dayParts } from '../candidates/days/day-parts.ts';
import type { Performer } from '../perform/performer.ts';
import { choose, select, type Text } from './choose.ts';
import { type } from './type-text.ts';

/** How far the controls of one date stand from each other at most, in CSS pixels. */
const nearPx = { across: 640, down: 40 };

/**
 * Gives a date to a form that asks for month, day and year in three controls, or for a month and a year in two.
 * @param item one of them
 * @returns null where the value is no date, or the form does not ask for its parts
 */
export async function setDay(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean | null> {
  const said = partsOf(value.text);
  const { screen: before } = performer;
  const controls = said && controlsAround(before, item);
  if (!said || !controls?.month || !(said.day === null ? controls.year : controls.day)) return null;
  for (const part of dayParts) {
    const [control, number] = [controls[part], said[part]];
    if (!control || number === null) continue;
    const present = sameItem(performer.screen, before, control);
    if (!present || !(await set(performer, present, part, number, { value, field }))) return false;
  }
  return true;
}

/** Null where a text is neither a day nor a month of a year. What the text does not say is null. */
function partsOf(text: string): Record<DayPart, number | null> | null {
  const [ofYear, ofMonth] = monthShownIn(text)?.split('-').map(Number) ?? [];
  if (ofYear && ofMonth) return { year: ofYear, month: ofMonth, day: null };
  const short = monthAndDayOf(text);
  if (short) return { ...short, year: null };
  const [year, month, day] = dayMeant(text)?.split('-').map(Number) ?? [];
  return year && month && day ? { year, month, day } : null;
}

/** The controls for the parts of a date around one of them. One that is there twice is that of the same group, and else not known. */
function controlsAround(screen: Screen, item: Item): Partial<Record<DayPart, Item>> {
  const top = topmost(screen);
  const around = screen.items.filter(
    (one) =>
      /^(?:field|select|picker)$/.test(one.kind) &&
      !one.isDisabled &&
      (top === null || isInside(screen, one, top)) &&
      Math.abs(one.box.y - item.box.y) < nearPx.down &&
      Math.abs(one.box.x - item.box.x) < nearPx.across,
  );
  const asking = (part: DayPart) => {
    const all = around.filter((one) => asksForPart(one, part));
    const own = all.filter(({ owner }) => owner === item.owner);
    return all.length > 1 && own.length > 0 ? own : all;
  };
  const parts: Partial<Record<DayPart, Item>> = Object.fromEntries(
    dayParts.flatMap((part) => {
      const [only, ...others] = asking(part);
      return only && others.length === 0 ? [[part, only]] : [];
    }),
  );
  const { month, day } = parts;
  if (!month || day) return parts;
  // “Year end”: a number beside the months, below the same words.
  const [only, ...others] = around.filter(
    (one) => one.labels[0] === month.labels[0] && one.id !== month.id && isDayOfMonth(one.value),
  );
  return only && others.length === 0 ? { ...parts, day: only } : parts;
}

const isDayOfMonth = (shown: string) => /^\d{1,2}$/.test(shown) && Number(shown) >= 1 && Number(shown) <= 31;

function set(
  performer: Performer,
  item: Item,
  part: DayPart,
  number: number,
  { value, field }: { value: Text; field: FieldValue },
): Promise<boolean> {
  const option = item.options.find(({ label }) =>
    part === 'month' && monthIn(label) > 0 ? monthIn(label) === number : Number(label) === number,
  );
  const month = new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(2000, number - 1));
  const isListed = item.kind !== 'field';
  const text = option?.label ?? (part === 'month' && isListed ? month : String(number));
  const own = { ...value, text, exact: true };
  if (item.kind === 'select') return select(performer, item, own);
  const asked = { ...field, value: own };
  return isListed ? choose(performer, item, own, asked) : type(performer, item, own, asked);
}
