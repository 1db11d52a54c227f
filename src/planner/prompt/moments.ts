import { deedWords } from '../language/vocabulary.ts';
import { fold } from '../language/words.ts';

/** Dates, times of day and lengths of time that have several words, so that no comma and no small word in them cuts a sentence. */

/** What names a moment at the beginning of a text: "April 6, 2026", "12 May", "4 de mayo de 2026", "10:30 AM", "2h 30m". Null for anything else. */
export function momentAt(text: string): string | null {
  const [timed] = time.exec(text) ?? length.exec(text) ?? [];
  if (timed) return timed;
  for (const pattern of dates) {
    const { 0: date = null, groups = {} } = pattern.exec(text) ?? {};
    if (date && isMonth(groups.month!)) return date;
  }
  return null;
}

/** Whether a text that was read as one names a moment. */
export const isMoment = (text: string) =>
  momentAt(text)?.length === text.length || /^\d{1,2}[:.h]\d{2}$|^\d{4}-\d{2}-\d{2}$/.test(text);

const weekday = '(?:\\p{Lu}\\p{L}{5,8},\\s)?';
const year = '(?:,?\\s(?:de\\s)?\\d{4})?';
const day = '\\d{1,2}(?:st|nd|rd|th|\\.|º)?';
const month = '(?<month>\\p{L}{3,10})\\.?';
const end = '(?![\\p{L}\\p{N}]|[:/]\\d)';
const dates = [
  `^${weekday}${day}\\s(?:of\\s(?:the\\s)?|de\\s)?${month}(?<!\\.)${year}${end}`,
  `^${weekday}${month}\\s${day}(?<!\\.)${year}${end}`,
  `^${month}\\s\\d{4}${end}`,
].map((source) => new RegExp(source, 'u'));
const time = /^\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]m|[ap]\.m\.|[AP]M|Uhr)(?![\p{L}\p{N}])/u;
const length = /^\d{1,2}\s?[wdh](?:\s\d{1,2}\s?[dhm](?:in)?)+(?![\p{L}\p{N}])/u;

/** "May" and "mar" are words of their own in small letters. */
const isMonth = (word: string) => months.has(fold(word)) && (word.length > 3 || /^\p{Lu}/u.test(word));
const months = new Set(
  deedWords
    .flatMap(({ months = [], shortMonths = [] }) => [...months.slice(0, 12), ...shortMonths])
    .map(fold),
);
