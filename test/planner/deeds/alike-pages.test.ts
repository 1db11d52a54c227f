import { expect, test } from 'vitest';
import { AlikePages } from '../../../src/planner/deeds/search/alike-pages.ts';
import { itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const labels = ['Urgent', 'Travel', 'Legal'].map((name, at) =>
  itemOf('button', name, { id: 60 + at, owner: 1 }),
);
const settings = itemOf('button', 'Settings', { id: 70, owner: 2 });
const home = screenOf(
  'Mail',
  [thingOf('navigation', 'Your labels'), thingOf('navigation', 'Office')],
  [...labels, settings],
);
const list = (...names: string[]) =>
  screenOf(
    'Mail',
    [thingOf('row', 'A letter')],
    [...names.map((name) => itemOf('button', name)), itemOf('button', `Star ${names.length}`, { owner: 1 })],
  );

test('two pages alike in a row show what the rest of their list is like, and nothing else', () => {
  const pages = new AlikePages();
  pages.note(labels[0]!, home, list('Sort', 'Archive all'));
  expect(pages.has(labels[2]!, home)).toBe(false);
  pages.note(labels[1]!, home, list('Archive all', 'Sort'));
  expect(pages.has(labels[2]!, home)).toBe(true);
  expect(pages.has(settings, home)).toBe(false);
});

test('pages that offer other things are not alike', () => {
  const pages = new AlikePages();
  pages.note(labels[0]!, home, list('Sort', 'Archive all'));
  pages.note(labels[1]!, home, list('Language', 'Time zone'));
  expect(pages.has(labels[2]!, home)).toBe(false);
});
