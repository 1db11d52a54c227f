import { expect, test } from 'vitest';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';
import { firstSight } from './cases-first-sight.ts';
import { worked } from './cases-worked.ts';
import { told } from './notation.ts';

test.each(worked)('reads: %s', (prompt, ...deeds) => {
  expect(readDeeds(prompt).map(told)).toEqual(deeds);
});

test.skip.each(firstSight)('reads at first sight: %s', (prompt, ...deeds) => {
  expect(readDeeds(prompt).map(told)).toEqual(deeds);
});
