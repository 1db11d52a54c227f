import { expect, test } from 'vitest';
import { isoDateOf, monthShownIn } from '../../../src/planner/deeds/candidates/dates.ts';
import { optionFit } from '../../../src/planner/deeds/candidates/options.ts';

test.each([
  ['March 24, 2026', '2026-03-24'],
  ['Mar 4, 2026', '2026-03-04'],
  ['24. März 2026', '2026-03-24'],
  ['3 de mayo de 2027', '2027-05-03'],
  ['2026-03-24', '2026-03-24'],
  ['March 24', null],
  ['Room 24, 2026', null],
])('“%s” is the date %s', (text, date) => {
  expect(isoDateOf(text)).toBe(date);
});

test('a calendar says which month it shows', () => {
  expect(monthShownIn('March 2026')).toBe('2026-03');
  expect(monthShownIn('Mo')).toBeNull();
  expect(monthShownIn('24 March 2026')).toBeNull();
});

test('a day fits its date however it is written, and no other day does', () => {
  expect(optionFit('Mar 24, 2026', '24 March 2026')).toBe(1);
  expect(optionFit('Mar 23, 2026', 'March 24, 2026')).toBe(0);
});
