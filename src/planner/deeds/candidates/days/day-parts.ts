import { wordsFor } from '../../../language/vocabulary.ts';
import type { Item } from '../../../page/screen.ts';
import { isSameText } from '../likeness.ts';
import { monthIn } from './dates.ts';

/** A form may ask for a date in three controls. */
export const dayParts = ['month', 'day', 'year'] as const;
export type DayPart = (typeof dayParts)[number];

/** What these controls are called, in the order of `dayParts`. */
const names = dayParts.map((_, at) => wordsFor('fields', 'dayParts').map((all) => all.split('|')[at]!));

/** Whether a control asks for a part of a date, by what it is called, by what it shows, or by the months that it offers. */
export const asksForPart = ({ name, value, labels, options }: Item, part: DayPart): boolean =>
  [name, value, ...labels.slice(0, 1)].some((text) =>
    names[dayParts.indexOf(part)]!.some((word) => isSameText(text.replace(remark, ''), word)),
  ) ||
  (part === 'month' && options.filter(({ label }) => monthIn(label) > 0).length >= 12);
/** “Year (optional)” */
const remark = /\s*[(（].*/;
