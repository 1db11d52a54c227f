import { expect, test } from 'vitest';
import { measureHealing } from '../support/healing.ts';
import { Mutator } from '../support/mutator.ts';

/** A sample of what the bench measures in its group `healing`. Nothing was tuned with this seed. */
test('steps find their elements on redesigned pages, and never take another element', {
  timeout: 360_000,
}, async () => {
  const pages = ['/sites/planner-saas/pricing.html', '/templates/grayscale/'];
  const verdicts = await measureHealing({ pages, kinds: Mutator.kinds, mutants: 1, seed: 11 });
  const sum = (key: 'possible' | 'right' | 'wrong') => verdicts.reduce((all, one) => all + one[key], 0);
  expect(sum('possible')).toBeGreaterThan(100);
  expect(sum('right') / sum('possible')).toBeGreaterThanOrEqual(0.95);
  expect(verdicts.filter(({ wrong }) => wrong > 0).flatMap(({ notes }) => notes)).toEqual([]);
});
