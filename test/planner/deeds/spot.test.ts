import { expect, test } from 'vitest';
import { spotOn } from '../../../src/planner/deeds/perform/film-deeds.ts';
import type { Item } from '../../../src/planner/page/screen.ts';
import { boxAt, itemOf, screenOf } from './screen-by-hand.ts';

const item = (id: number, x: number, y: number, width: number, height: number) =>
  itemOf('button', String(id), { id, box: boxAt(x, y, width, height) });
const screen = (...items: Item[]) => ({ ...screenOf('', []), things: [], items });
const card = item(1, 100, 100, 200, 100);

test('an item is pressed in its middle', () => {
  expect(spotOn(card, screen(card))).toEqual({ x: 100, y: 50 });
  const beside = item(2, 310, 100, 60, 40);
  expect(spotOn(card, screen(card, beside))).toEqual({ x: 100, y: 50 });
});

test('a card is pressed where it has no button', () => {
  const inTheMiddle = item(2, 160, 130, 80, 40);
  expect(spotOn(card, screen(card, inTheMiddle))).toEqual({ x: 50, y: 50 });
  const overMost = item(2, 108, 108, 190, 90);
  expect(spotOn(card, screen(card, overMost))).toEqual({ x: 3, y: 3 });
});
