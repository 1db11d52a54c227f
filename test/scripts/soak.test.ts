import { expect, test } from 'vitest';
import { grows, trendOf } from '../../scripts/soak/trend.ts';

const tolerance = { share: 0.1, least: 5 };
/** A saw, as garbage collection makes one. */
const saw = (index: number) => (index % 7) * 3;

test('a figure that goes up and down is steady, and one that climbs among the ups and downs grows', () => {
  const steady = Array.from({ length: 200 }, (_, index) => 100 + saw(index));
  const climbing = steady.map((value, index) => value + index * 0.1);
  expect(grows(trendOf(steady), tolerance)).toBe(false);
  expect(grows(trendOf(climbing), tolerance)).toBe(true);
  expect(trendOf(climbing).rise).toBeCloseTo(20, 0);
});

test('a figure that falls, one that is always the same, and a single sample do not grow', () => {
  for (const samples of [[300, 200, 100], [7, 7, 7, 7], [0, 0], [42]])
    expect(grows(trendOf(samples), tolerance)).toBe(false);
});
