import { describe, expect, test } from 'vitest';
import {
  coverage,
  coverageAmong,
  isSameText,
  likeness,
  says,
} from '../../../src/planner/deeds/candidates/likeness.ts';

test.each<[string, string, number, number]>([
  // said, shown, least, most
  ['Weekly digest', 'weekly digest:', 1, 1],
  ['line height', 'lineHeight', 1, 1],
  ['semi bold', 'Semi-bold', 1, 1],
  ['Ines Farrow', 'Farrow, Ines', 0.96, 0.96],
  ['weekly digest', 'Send the weekly digest', 0.85, 0.99],
  ['weekly digest of bookings', 'Weekly digest', 0.5, 0.9],
  ['quantity', 'Qty', 0.7, 0.9],
  ['description', 'Desc', 0.7, 0.9],
  ['temperature', 'Temp', 0.7, 0.9],
  ['capacity', 'Capactiy', 0.6, 0.8],
  ['name', 'Number', 0, 0.3],
  // “Mar” is no beginning of another word.
  ['marketing', 'Mar 7', 0, 0],
  ['approve', 'Decline', 0, 0],
  ['', 'Decline', 0, 0],
  ['approve', '', 0, 0],
])('“%s” is like “%s”: %d to %d', (said, shown, least, most) => {
  const found = likeness(said, shown);
  expect(found).toBeGreaterThanOrEqual(least);
  expect(found).toBeLessThanOrEqual(most);
});

test.each<[string, string[]]>([
  ['room', ['Room', 'Room type', 'Bring an apron']],
  ['text reminders', ['Text reminders', 'Send text reminders', 'Reminders by e-mail', 'Receipts']],
])('for “%s” the first of %j is the likest, and the last the least like', (said, shown) => {
  const found = shown.map((text) => likeness(said, text));
  expect(found).toEqual([...found].sort((a, b) => b - a));
  expect(new Set(found).size).toBe(shown.length);
});

test.each<[string, string, boolean]>([
  ['Booking of Ines Farrow, waiting', 'ines farrow', true],
  ['Inès Farrow', 'Inès Farrow', true],
  ['Room 12', 'Room 1', false],
  ['Northern loft', 'North', false],
  ['Loft', 'North loft', false],
  ['Loft', '', false],
])('“%s” says “%s”: %s', (shown, said, expected) => {
  expect(says(shown, said)).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['Capacity *', 'capacity', true],
  ['Wheel-throwing', 'wheel throwing', true],
  ['Capacity', 'Capacities left', false],
  ['*', ':', false],
])('“%s” is the same text as “%s”: %s', (one, other, expected) => {
  expect(isSameText(one, other)).toBe(expected);
});

describe('coverage', () => {
  test.each<[string, string, number]>([
    ['glazing', 'Marta Quill · Glazing · waiting', 1],
    ['glazing booking', 'Marta Quill · Glazing · waiting', 0.5],
    ['raku', 'Marta Quill · Glazing · waiting', 0],
    ['', 'Marta Quill', 0],
  ])('of “%s” in “%s” is %d', (said, text, expected) => {
    expect(coverage(said, text)).toBeCloseTo(expected, 5);
  });

  test('among several texts, a word that only one has tells more than one that all have', () => {
    const [plain, glazed] = coverageAmong('glazing course', ['Throwing course', 'Glazing course']);
    expect(glazed).toBeCloseTo(1, 5);
    // One word of two, which both have.
    expect(plain).toBeCloseTo(1 / 3, 5);
  });

  test('among several texts, a word that none has tells half as much', () => {
    expect(coverageAmong('glazing order', ['Glazing', 'Throwing'])).toEqual([expect.closeTo(2 / 3, 5), 0]);
  });
});

test.each([
  ['Nordwind', 'https://push.nordwind.example/in', 1],
  ['Hugo Farrow', 'hugo.farrow@tide.example', 1],
  // The end of an address names nothing.
  ['Developer', 'ines@tide.dev', 0],
])('%s is said by the address %s to the share of %d', (said, address, expected) => {
  expect(coverage(said, address)).toBe(expected);
});
