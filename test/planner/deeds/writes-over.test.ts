import { expect, test } from 'vitest';
import { writesOver } from '../../../src/planner/deeds/writes-over.ts';
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
