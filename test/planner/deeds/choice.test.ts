import { expect, test } from 'vitest';
import { isInFocus } from '../../../src/planner/deeds/candidates/mentions/focus.ts';
import { isMeant } from '../../../src/planner/deeds/candidates/mentions/rows.ts';
import { outOfScope } from '../../../src/planner/deeds/candidates/mentions/scope.ts';
import { otherReadings } from '../../../src/planner/deeds/candidates/readings/readings.ts';
import { confidence } from '../../../src/planner/deeds/candidates/weights.ts';
import type { Item, Screen, Thing } from '../../../src/planner/page/screen.ts';
import type { Mention } from '../../../src/planner/prompt/deed.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';
import { itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const box = { x: 0, y: 0, width: 300, height: 40 };
const thing = (kind: Thing['kind'], name: string, more: Partial<Thing> = {}) =>
  thingOf(kind, name, { box, ...more });
const item = (kind: Item['kind'], name: string, more: Partial<Item> = {}) =>
  itemOf(kind, name, { box, ...more });
const screen = (things: Thing[], items: Item[] = []) => screenOf('Mudlark', things, items);
const mention = (name: string | null, kind = '', qualifiers: string[] = []): Mention => ({
  ...{ said: name ?? kind, name, kind, qualifiers, ordinal: null },
});

/** Rows as a table has them: drawn around their first cell. */
const rows = (...texts: string[]) =>
  texts.map((text) => thing('row', text.split(' · ')[0]!, { text: text.replaceAll(' · ', ' ') }));

test.each<[Mention, string[], boolean[]]>([
  [mention('Otto Brandt'), ['Otto Brandt · Raku', 'Ines Farrow · Raku'], [true, false]],
  [mention('Farrow Ines'), ['Otto Brandt · Raku', 'Ines Farrow · Raku'], [false, true]],
  [mention('Noah Webb'), ['Otto Brandt · Raku', 'Ines Farrow · Raku'], [false, false]],
  // Two of the same name are told apart by what kind of thing they are, or by what else is said of them.
  [mention('Ada Moor', 'glazing booking'), ['Ada Moor · Raku', 'Ada Moor · Glazing'], [false, true]],
  [mention('Ada Moor', '', ['waiting']), ['Ada Moor · waiting', 'Ada Moor · confirmed'], [true, false]],
  [mention('Ada Moor'), ['Ada Moor · waiting', 'Ada Moor · confirmed'], [true, true]],
  // A row is meant by what it says as well, where no row has the name.
  [mention('K-114'), ['Otto Brandt · K-114', 'Ines Farrow · K-115'], [true, false]],
  [mention('Loft'), ['Loft', 'North loft'], [true, false]],
])('%o in %j is meant by %j', (meant, texts, expected) => {
  const things = rows(...texts);
  const on = screen(things);
  expect(things.map((row) => isMeant(meant, row, on))).toEqual(expected);
});

test('what was seen on another screen is not taken for something that is only like it', () => {
  const wanted = mention('Marta Quill Wheel throwing');
  const [very] = rows('Marta Quill Wheel throwing');
  const [like] = rows('Marta Quill Wheel thrown');
  expect(isMeant(wanted, very!, screen([very!]))).toBe(true);
  const before = mention('Marta Quill Wheel throwing');
  expect(isMeant(before, like!, screen([like!]))).toBe(true);
  expect(isMeant(wanted, like!, screen([like!]))).toBe(false);
});

test('a control of another row is out of scope, and one of the row that is meant is not', () => {
  const [otto, ines] = rows('Otto Brandt · Raku', 'Ines Farrow · Raku');
  const [his, hers] = [item('button', 'Approve', { owner: 1 }), item('button', 'Approve', { owner: 2 })];
  const on = screen([otto!, ines!], [his, hers]);
  const wanted = mention('Ines Farrow');
  expect(outOfScope([wanted], new Map(), his, on)).toEqual([wanted]);
  expect(outOfScope([wanted], new Map(), hers, on)).toEqual([]);
  // What a press on the row has brought belongs to it, wherever it stands.
  const [menu, before] = [item('button', 'Edit', { id: 51 }), screen([otto!, ines!], [his, hers])];
  const opened = screen([otto!, ines!], [his, hers, menu]);
  expect(outOfScope([wanted], new Map(), menu, opened)).toEqual([wanted]);
  expect(outOfScope([wanted], new Map([[wanted, before]]), menu, opened)).toEqual([]);
});

const most = { x: 0, y: 0, width: 1200, height: 800 };
test.each<[string, Screen, boolean]>([
  [
    'an open dialog is called so',
    screen([thing('dialog', 'Booking of Ines Farrow', { isModal: true })]),
    true,
  ],
  ['the heading of the page is', screen([], [item('text', 'Ines Farrow', { role: 'heading' })]), true],
  ['most of the screen is', screen([thing('panel', 'Ines Farrow', { box: most })]), true],
  ['a small panel is', screen([thing('panel', 'Ines Farrow')]), false],
  ['a row is', screen(rows('Ines Farrow · Raku')), false],
  ['the row that is selected is', screen([thing('row', 'Ines Farrow', { isSelected: true })]), true],
  ['a text is', screen([], [item('text', 'Ines Farrow')]), false],
  ['the selected link is', screen([], [item('link', 'Ines Farrow', { isSelected: true })]), true],
])('whether the screen is about Ines Farrow where %s', (_, on, expected) => {
  expect(isInFocus(mention('Ines Farrow'), on)).toBe(expected);
});

test('the confidence is the logistic function of what speaks for and against a candidate', () => {
  const weights = { bias: -2, named: 4, isDisabled: -6 };
  const of = (named: number, isDisabled: number) =>
    confidence<'named' | 'isDisabled'>({ named, isDisabled }, weights);
  expect(of(0.5, 0)).toBeCloseTo(0.5, 5);
  expect(of(1, 0)).toBeCloseTo(0.8808, 4);
  expect(of(0, 0)).toBeCloseTo(0.1192, 4);
  expect(of(1, 1)).toBeCloseTo(0.018, 3);
});

test.each<[string, string[]]>([
  ["Mark the message 'Clay order' as read", ['read “Clay order”', 'mark as read “Clay order”']],
  [
    'Set Loft as the default room',
    ['set default room Loft', 'set as default room “Loft”', 'set as default “Loft”', 'make default “Loft”'],
  ],
  ["Make 'Dock crew' the default signature", ['set as default “Dock crew”', 'make default “Dock crew”']],
  [
    'Enable the Lantern relay',
    ['enable Lantern relay', 'turn on Lantern relay', 'enable “Lantern”', 'turn on “Lantern”'],
  ],
  ['Turn on text reminders', ['enable text reminders', 'turn on text reminders']],
  ['Turn off text reminders', ['disable text reminders', 'turn off text reminders']],
  // What is quoted is typed or chosen, and two fields are a form.
  ["Set the motto to 'Mud first'", []],
  ["Create a room 'Attic'", []],
])('“%s” may also be the press of %j', (prompt, expected) => {
  const [deed] = readDeeds(prompt);
  const readings = otherReadings(
    deed!,
    deed!.fields[0] ?? { field: '', value: { to: 'on' }, from: null, said: '' },
  );
  expect(readings.map(({ verb, thing: on }) => (on ? `${verb} “${on.name}”` : verb))).toEqual(expected);
  expect(readings.every(({ kind, fields }) => kind === 'act' && fields.length === 0)).toBe(true);
});
