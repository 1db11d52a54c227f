import { expect, test } from 'vitest';
import { weightsFor } from '../../../src/planner/deeds/candidates/weights.ts';

test('the weights of a file are taken where each feature has one', () => {
  const given = { bias: -2, named: 4 };
  expect(weightsFor('press', ['named'], given)).toEqual(given);
});

test.each<[string, Record<string, number>, string]>([
  ['a feature has no weight', { bias: -2 }, 'expected a number for “way.named”, came undefined'],
  ['there is no bias', { named: 4 }, 'expected a number for “way.bias”, came undefined'],
  ['a weight is no number', { bias: -2, named: Number.NaN }, 'expected a number for “way.named”'],
  ['a weight has no feature', { bias: -2, named: 4, age: 1 }, '“way.age” is no feature'],
])('a file in which %s is refused', (_, given, message) => {
  expect(() => weightsFor('way', ['named'], given)).toThrow(message);
});
