import { expect, test } from 'vitest';
import { optionFits } from '../../../src/planner/deeds/candidates/options.ts';

const depots = ['Lyon Distribution Centre', 'Porto Distribution Centre', 'Ghent Hub', 'Turin Hub'];
const chosen = (labels: string[], text: string, exact: boolean) => {
  const fits = optionFits(labels, { to: 'text', text, exact, unit: null });
  const best = Math.max(...fits);
  return best >= 0.62 ? labels[fits.indexOf(best)] : null;
};

test.each([
  [depots, 'the Lyon warehouse', false, 'Lyon Distribution Centre'],
  [depots, 'the Oslo warehouse', false, null],
  // What several options have tells nothing, and what is quoted is the option to the letter.
  [depots, 'the distribution office', false, null],
  [depots, 'Lyon warehouse', true, null],
  [['Bottom to Top', 'Top to Bottom'], 'BTT', true, 'Bottom to Top'],
  [['Interview', 'Offer'], 'interview stage', false, 'Interview'],
  [['Sales', 'Sales team'], 'sales team', false, 'Sales team'],
  [['Net 30', 'Net 60'], 'Net 300', false, null],
  [['15', '25', '50'], '25 conversations per page', false, '25'],
])('of %j, %s (quoted: %s) is %s', (labels, text, exact, expected) => {
  expect(chosen(labels, text, exact)).toBe(expected);
});

test.each([
  [['1 day', '2 days', '1 week'], '1', 'week', '1 week'],
  [['30 min', '90 min', '90 hours'], '90', 'minutes', '90 min'],
  [['30', '60', '90'], '90', 'minutes', '90'],
  [['1 day', '2 days'], '1', 'week', null],
])('of %j, %s %s is %s', (labels, text, unit, expected) => {
  const fits = optionFits(labels, { to: 'text', text, exact: true, unit });
  const best = Math.max(...fits);
  expect(best >= 0.62 ? labels[fits.indexOf(best)] : null).toBe(expected);
});
