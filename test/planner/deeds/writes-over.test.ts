import { expect, test } from 'vitest';
import type { Performed, SeenScreen } from '../../../src/planner/deeds/perform/performer.ts';
import { takesKnownName, writesOver } from '../../../src/planner/deeds/writes-over.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';

const deeds = readDeeds("Create a berth 'Quay 9'");
const press = (name: string) => ({ do: 'press' as const, item: { name, value: '' } });
const type = (before: string) => ({
  do: 'type' as const,
  value: 'Quay 9',
  item: { name: 'Berth', value: before },
});

test('the name of something new in the field of something old writes over it', () => {
  expect(writesOver([press('Edit details…'), type('Quay 4')], deeds)).toBe(true);
});

test.each([
  ['an empty field', [press('Edit details…'), type('')]],
  ['a field that has the name already', [type('Quay 9')]],
  ['what a button has made, which comes with a name', [press('New berth'), type('Untitled berth')]],
])('%s is not written over', (_, path) => {
  expect(writesOver(path, deeds)).toBe(false);
});

test.each([
  ['what is listed', 'Ann Lee', 'Title', '', true],
  ['what is not listed', 'Haul out', 'Title', '', false],
  ['what is listed, in a field that is no title', 'Ann Lee', 'Remark', '', false],
  ['what is listed, over what was there', 'Ann Lee', 'Title', 'Ann Leigh', false],
])('something new has the name of %s: %s in “%s”', (_, value, name, before, expected) => {
  const item = { kind: 'field', name, labels: [], hints: [], value: before };
  const path = [{ do: 'type', part: 'field', value, item }] as unknown as Performed[];
  const screen = { things: [{ kind: 'row', name: 'Ann Lee' }], items: [] };
  const seen = [{ screen, path: [] }] as unknown as SeenScreen[];
  expect(takesKnownName(path, seen)).toBe(expected);
});
