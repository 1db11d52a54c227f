import { expect, test } from 'vitest';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';
import { firstSight } from './cases-first-sight.ts';
import { worked } from './cases-worked.ts';
import { told } from './notation.ts';

test.each(worked)('reads: %s', (prompt, ...deeds) => {
  expect(readDeeds(prompt).map(told)).toEqual(deeds);
});

test.each(firstSight)('reads, at first sight in 25 of 30 cases: %s', (prompt, ...deeds) => {
  expect(readDeeds(prompt).map(told)).toEqual(deeds);
});
