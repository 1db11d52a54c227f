import { deedWords } from '../../../language/vocabulary.ts';
import { fold } from '../../../language/words.ts';
import { isoDateOf, monthAndDayOf } from './dates.ts';

/**
 * The day that words mean, as year, month and day with hyphens, also where they say no year: "1 March", "next Tuesday", "tomorrow". Null where they mean no day.
 *
 * Of the years in question it is the one whose day is nearest, and what is to come is twice as near as what is over: in November "3 November" is
 * over, and "1 March" is to come.
 */
export function dayMeant(text: string, today: Date = new Date()): string | null {
  const date = isoDateOf(text);
  if (date !== null) return date;
  const said = monthAndDayOf(text);
  if (said) return isoOf(nearest(said, today));
  const ahead = daysAhead(text, today);
  return ahead === null ? null : isoOf(daysAfter(today, ahead));
}

function nearest({ month, day }: { month: number; day: number }, today: Date): Date {
  const year = today.getFullYear();
  const far = (date: Date) => {
    const days = (date.getTime() - today.getTime()) / dayMs;
    return days < -1 ? -2 * days : Math.abs(days);
  };
  return [year - 1, year, year + 1]
    .map((one) => new Date(one, month - 1, day))
    .sort((a, b) => far(a) - far(b))[0]!;
}
const dayMs = 86_400_000;

/** "Tomorrow" is 1 day ahead, and on a Monday "Tuesday" and "next Tuesday" are, too. */
function daysAhead(text: string, today: Date): number | null {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const [at, isAlone] = [dayWords.get(words.at(-1) ?? '') ?? -1, words.length === 1];
  if (at < 0 || !(isAlone || (words.length === 2 && nextWords.has(words[0]!)))) return null;
  if (at >= weekdays) return isAlone && at - weekdays < 2 ? at - weekdays : null;
  // Monday is the first in the list, and 1 in a date.
  const ahead = (at + 1 - today.getDay() + weekdays) % weekdays;
  return ahead === 0 ? weekdays : ahead;
}
const weekdays = 7;

/** In the list of months, the days of the week and then "today" and "tomorrow" stand behind the twelve months. */
const dayWords = new Map(
  deedWords.flatMap(({ months = [] }) => months.slice(12).map((name, at) => [fold(name), at] as const)),
);
const nextWords = new Set(deedWords.flatMap(({ nextDays = [] }) => nextDays.map(fold)));

const daysAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

const isoOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
