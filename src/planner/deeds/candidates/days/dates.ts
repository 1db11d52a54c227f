import { deedWords } from '../../../language/vocabulary.ts';
import { fold } from '../../../language/words.ts';

/** Dates as prompts and pages write them: "24 March 2026", "Mar 24, 2026", "2026-03-24". */

/** The date that a text is, as year, month and day with hyphens. Null where it is none, or says no year. */
export function isoDateOf(text: string): string | null {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`;
  const words = wordsOf(text);
  const month = words.map(monthOf).find((found) => found !== 0) ?? 0;
  const year = words.find((word) => /^\d{4}$/.test(word));
  const day = words.find((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word));
  const isAll = words.every(
    (word) =>
      /^\d/.test(word) ||
      monthOf(word) > 0 ||
      months.some((names) => names.includes(word)) ||
      isWeekday(word) ||
      word === 'de',
  );
  if (month === 0 || !year || !day || words.length > 5 || !isAll) return null;
  return `${year}-${twoDigits(month)}-${twoDigits(Number.parseInt(day, 10))}`;
}

/** Whether a text is a date, in words or in figures: "24 March 2026", "24 March", "03/24/2026". */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}/.test(text) ||
  /^\s*\d{1,2}[/.]\d{1,2}[/.]\d{4}\s*$/.test(text) ||
  isoDateOf(text) !== null ||
  monthAndDayOf(text) !== null;

/** The month, from 1 to 12, and the day of a date without a year: "24 March". Null for anything else. */
export function monthAndDayOf(text: string): { month: number; day: number } | null {
  const words = wordsOf(text).filter((word) => word !== 'de' && !isWeekday(word));
  const month = words.map(monthOf).find((found) => found !== 0) ?? 0;
  const day = words.find((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word));
  const isDay = day !== undefined && Number.parseInt(day, 10) >= 1 && Number.parseInt(day, 10) <= 31;
  return month > 0 && isDay && words.length === 2 ? { month, day: Number.parseInt(day, 10) } : null;
}

/** Whether a text is a time of the day: "09:30", "8:00 PM", "8 am". */
export const isTime = (text: string): boolean =>
  /^\s*(?:\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?|\d{1,2}\s?[ap]\.?m\.?)\s*$/i.test(text);

/**
 * A date as a field asks for it: "YYYY-MM-DD", "dd/mm/yyyy", "TT.MM.JJJJ". Null where the text is no such pattern.
 * @param date year, month and day with hyphens
 */
export function inPattern(text: string, date: string): string | null {
  const [, first, mark, second, third] = pattern.exec(text.trim()) ?? [];
  if (!first || !mark || !second || !third) return null;
  const groups = [first, second, third];
  const year = groups.find((one) => one.length === 4) ?? groups.find((one) => /y/i.test(one));
  const month = groups.find((one) => /m/i.test(one));
  if (!year || !month) return null;
  const [yearOf, monthOf, dayOf] = date.split('-') as [string, string, string];
  return groups
    .map((one) => (one === year ? yearOf.slice(-one.length) : one === month ? monthOf : dayOf))
    .join(mark);
}
const pattern = /^([a-z]{2}|[a-z]{4})([-./ ])([a-z]{2})\2([a-z]{2}|[a-z]{4})$/i;

/** The month that the heading of a calendar names: "March 2026" is "2026-03". Null where it names none. */
export function monthShownIn(text: string): string | null {
  const words = wordsOf(text);
  const month = words.map(monthOf).find((found) => found !== 0) ?? 0;
  const year = words.find((word) => /^\d{4}$/.test(word));
  return words.length === 2 && month > 0 && year ? `${year}-${twoDigits(month)}` : null;
}

/** The month that a word names, from 1 to 12. 0 where it names none. */
export const monthIn = (text: string): number =>
  wordsOf(text).length === 1 ? monthOf(wordsOf(text)[0]!) : 0;

/** The names of the months in each language come first, in their order. */
const months = deedWords.map(({ months = [] }) => months.map(fold));

/** "Tue", and in full. The days of the week stand behind the months. */
const isWeekday = (word: string) =>
  months.some((names) =>
    names
      .slice(12, 19)
      .some((name) => name === word || (/^\p{L}{2,4}$/u.test(word) && name.startsWith(word))),
  );

function monthOf(word: string): number {
  if (word.length < 3 || /\d/.test(word)) return 0;
  for (const names of months) {
    const at = names
      .slice(0, 12)
      .findIndex((name) => name === word || (word.length < 5 && name.startsWith(word)));
    if (at >= 0) return at + 1;
  }
  return 0;
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[\s,.]+/)
    .filter(Boolean);
const twoDigits = (count: number) => String(count).padStart(2, '0');
