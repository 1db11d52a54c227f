import { expect, test } from 'vitest';
import { isoDateOf, monthShownIn } from '../../../src/planner/deeds/candidates/days/dates.ts';
import { dayMeant } from '../../../src/planner/deeds/candidates/days/day-meant.ts';
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

test.each([
  ['March 1', '2027-03-01'],
  ['3 November', '2026-11-03'],
  ['30. Juni', '2027-06-30'],
  ['November 30', '2026-11-30'],
  ['March 24, 2026', '2026-03-24'],
  ['tomorrow', '2026-12-01'],
  ['Tuesday', '2026-12-01'],
  ['next Monday', '2026-12-07'],
  ['nächsten Freitag', '2026-12-04'],
  ['Room 24', null],
  ['May', null],
])('on Monday, 30 November 2026, “%s” means the day %s', (text, date) => {
  expect(dayMeant(text, new Date(2026, 10, 30, 9))).toBe(date);
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
