import { expect, test } from 'vitest';
import { finishing } from '../../../src/planner/deeds/candidates/finishing.ts';
import { areMeant } from '../../../src/planner/deeds/candidates/mentions/meant-row.ts';
import { isMeant } from '../../../src/planner/deeds/candidates/mentions/rows.ts';
import { pressCandidates } from '../../../src/planner/deeds/candidates/press-candidates.ts';
import { least } from '../../../src/planner/deeds/candidates/weights.ts';
import { isFormToKeep } from '../../../src/planner/deeds/grounding/surroundings.ts';
import type { Item, Screen, Thing } from '../../../src/planner/page/screen.ts';
import type { Mention } from '../../../src/planner/prompt/deed.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';
import { boxAt, itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const thing = (id: number, kind: Thing['kind'], name: string) => thingOf(kind, name, { id, box });
const item = (kind: Item['kind'], name: string, owner: number) =>
  itemOf(kind, name, { id: 10 + owner, owner, box });
const box = boxAt(0, 0, 200, 40);
const listOf = (rows: string[], heading: string): Screen =>
  screenOf(
    '',
    rows.map((row, at) => thing(at + 1, 'row', row)),
    [item('text', heading, 0), ...rows.map((_, at) => item('button', 'Star', at + 1))],
  );
const repair = (...qualifiers: string[]): Mention => ({
  ...{ said: 'the repair', name: null, kind: 'repair', qualifiers, ordinal: null },
});

test.each([
  [
    'the row that has the name',
    ['Torn sail Hugh Ferrand', 'Leaking hull Hugh Ferris'],
    'Repairs',
    [false, true],
  ],
  [
    'no row, where none has the name',
    ['Torn sail Hugh Ferrand', 'Bent mast Mia Lund'],
    'Repairs',
    [false, false],
  ],
  [
    'the row that tells the rest, of a list that is headed by the name',
    ['Leaking hull', 'Bent mast'],
    'Hugh Ferris',
    [true, false],
  ],
])('a repair from somebody is meant in %s', (_, rows, heading, meant) => {
  const screen = listOf(rows, heading);
  const buttons = screen.items.filter(({ kind }) => kind === 'button');
  expect(areMeant(buttons, repair('from Hugh Ferris', 'about the leaking hull'), screen)).toEqual(meant);
});

test.each([
  [['Repair Torn sail Hugh Ferrand', 'Repair Leaking hull Hugh Ferris'], 12],
  [['Repair Torn sail Hugh Ferrand', 'Repair Bent mast Mia Lund'], null],
])('of the buttons in %s, %s is pressed', (rows, pressed) => {
  const [deed] = readDeeds('Star the repair from Hugh Ferris about the leaking hull');
  const scope = { mentions: [], reached: new Map(), container: null };
  const sure = pressCandidates(listOf(rows, 'Repairs'), deed!, scope).filter(
    ({ confidence }) => confidence >= least.press,
  );
  expect(sure.map(({ item }) => item.id)).toEqual(pressed === null ? [] : [pressed]);
});

test.each([
  ['a form with a button that saves it', 'field', 'Save', true],
  ['a question with a box for a reason', 'field', 'Archive', false],
  ['a remark with a button', 'text', 'Save', false],
] as const)('%s is kept only with what was entered: %s', (_, kind, button, isForm) => {
  const dialog = { ...thing(1, 'dialog', 'Repair'), isModal: true };
  const items = [item(kind, 'Reason', 1), item('button', button, 1)];
  expect(isFormToKeep({ ...listOf([], ''), things: [thing(0, 'page', ''), dialog], items })).toBe(isForm);
});

test('of several things in one state, the only one that is in the other as well is meant', () => {
  const rows = [
    'Rope Unassigned Draft',
    'Tar Ola Berg Awaiting approval',
    'Oil Unassigned Awaiting approval',
    'Wax Ines Roth Awaiting approval',
  ];
  const screen = listOf(rows, 'Bills');
  screen.items[0] = { ...screen.items[0]!, role: 'heading' };
  const qualifiers = ['unassigned', 'that is awaiting approval'];
  const bill: Mention = { said: 'the bill', name: null, kind: 'bill', qualifiers, ordinal: null };
  const found = screen.things.filter(({ kind }) => kind === 'row').map((row) => isMeant(bill, row, screen));
  expect(found).toEqual([false, false, true, false]);
});

test('a plus beside a minus and a field saves nothing', () => {
  const dialog = { ...thing(1, 'dialog', 'Berths'), isModal: true };
  const row = { ...thing(2, 'row', 'Berths'), parent: 1 };
  const items = [
    item('field', 'Berths', 2),
    item('button', 'remove', 2),
    item('button', 'add', 2),
    item('button', 'Save', 1),
  ];
  const screen = { ...listOf([], ''), things: [thing(0, 'page', ''), dialog, row], items };
  const [deed] = readDeeds('Set the berths of the quay to 7');
  expect(finishing(screen, deed!, 1)?.name).toBe('Save');
  expect(finishing({ ...screen, items: items.slice(0, 3) }, deed!, 1)).toBeNull();
});
