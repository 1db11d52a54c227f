import type { Item, Screen } from '../../../page/screen.ts';
import { inPattern } from './dates.ts';

/** “YYYY-MM-DD” in a field or beside it. */
export const showsPatternOfDay = ({ name, labels }: Item): boolean =>
  [name, ...labels].some((text) => inPattern(text, '2026-01-31') !== null);

/** The button beside a field that says how a day is written in it: the day is typed there. */
export const opensCalendarOf = ({ kind, labels: [label], box }: Item, { items }: Screen): boolean =>
  kind === 'button' &&
  items.some(
    (one) =>
      one.kind === 'field' &&
      !one.isDisabled &&
      showsPatternOfDay(one) &&
      one.labels[0] === label &&
      Math.abs(one.box.y + one.box.height / 2 - (box.y + box.height / 2)) < 12,
  );
