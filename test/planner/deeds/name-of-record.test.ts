import { expect, test } from 'vitest';
import { mayBeOpened } from '../../../src/planner/deeds/candidates/harmless.ts';
import { itemOf, screenOf, thingOf } from './screen-by-hand.ts';

/** A table of four rows with a name and a press in each. */
function tableOf(names: string[], presses: string[]) {
  const rows = names.map((name, at) => thingOf('row', name, { id: 10 + at, parent: 1 }));
  const cell = (name: string, head: string, at: number, id: number) =>
    itemOf('button', name, { id, owner: 2 + at, labels: [head], value: name });
  return screenOf(
    'Records',
    [thingOf('table', '', { id: 5 }), ...rows],
    names.flatMap((name, at) => [cell(name, 'Name', at, 60 + at), cell(presses[at]!, 'Action', at, 80 + at)]),
  );
}
const screen = tableOf(
  ['Winter tale', 'Checkout night', 'Otter songs', 'Lamplight'],
  ['View', 'Pay now', 'Send', 'Copy'],
);
const called = (name: string) => screen.items.find((item) => item.name === name)!;

test('a name among other names is a record, whatever word it has', () => {
  expect(mayBeOpened(called('Checkout night'), screen)).toBe(true);
});

test('a press among other presses is none, however they differ', () => {
  expect(mayBeOpened(called('Pay now'), screen)).toBe(false);
});

test('where most names have words of danger, none is taken for a record', () => {
  const danger = tableOf(['Delete account', 'Sign out', 'Pay now', 'Language'], ['Go', 'Run', 'Do', 'Set']);
  const item = danger.items.find(({ name }) => name === 'Delete account')!;
  expect(mayBeOpened(item, danger)).toBe(false);
});
