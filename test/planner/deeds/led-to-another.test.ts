import { expect, test } from 'vitest';
import { ledToAnother } from '../../../src/planner/deeds/led-to-another.ts';
import type { Performed, SeenScreen } from '../../../src/planner/deeds/perform/performer.ts';
import type { Screen } from '../../../src/planner/page/screen.ts';
import { readingsOf } from '../../../src/planner/prompt/read-deeds.ts';
import { itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const orders = screenOf(
  'Orders',
  [thingOf('row', 'SO-77 Repaint', { text: 'SO-77 Repaint B-12 Ida Moor' })],
  [itemOf('body', 'SO-77 Repaint', { owner: 1 })],
);
const boats = screenOf(
  'Boats',
  [thingOf('row', 'Ida Moor', { text: 'B-12 Yawl Ida Moor' })],
  [itemOf('body', 'Ida Moor', { owner: 1 })],
);
const seen = [{ path: [], screen: boats } as unknown as SeenScreen];
const opened = (before: Screen) => [{ item: before.items[0]!, before } as Performed];
const deeds = readingsOf('Change the colour of B-12 to red')[0]!;

test('a thing that only mentions a code is another one, where the code has a row of its own', () => {
  expect(ledToAnother(opened(orders), deeds, seen)).toBe(true);
});

test('the row that begins with the code is that of the thing', () => {
  expect(ledToAnother(opened(boats), deeds, seen)).toBe(false);
});

test('where the code has no row of its own, what mentions it may be meant', () => {
  expect(ledToAnother(opened(orders), deeds, [])).toBe(false);
});
