import { expect, test } from 'vitest';
import type { PageView, Part } from '../../src/planner/page/view.ts';
import { apart } from '../../src/planner/storyboard/framing.ts';

const view = { viewport: { width: 1440, height: 900 } } as unknown as PageView;
const card = (id: string, x: number, y: number, width: number, height: number) =>
  ({ id, kind: 'card', text: id, box: { x, y, width, height } }) as unknown as Part;
const ids = (parts: Part[]) => parts.map(({ id }) => String(id));

test('of the cards in a row that one close-up shows together, only one gets a close-up', () => {
  const row = [0, 1, 2, 3].map((at) => card(`${at}`, 120 + at * 300, 500, 300, 200));
  expect(ids(apart(row, view, 1.4))).toEqual(['0']);
});

test('where the camera comes closer, each card of the row gets a close-up', () => {
  const row = [0, 1, 2, 3].map((at) => card(`${at}`, 120 + at * 300, 500, 300, 200));
  expect(ids(apart(row, view, 2.6))).toEqual(['0', '1', '2', '3']);
});

test('cards below one another get a close-up each, since the page scrolls along', () => {
  const column = [0, 1, 2].map((at) => card(`${at}`, 120, 500 + at * 160, 350, 134));
  expect(ids(apart(column, view, 1.4))).toEqual(['0', '1', '2']);
});
