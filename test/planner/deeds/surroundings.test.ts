import { expect, test } from 'vitest';
import { barOf, columnsOf } from '../../../src/planner/deeds/candidates/columns/columns.ts';
import { fieldCandidates } from '../../../src/planner/deeds/candidates/field-candidates.ts';
import { isMeant } from '../../../src/planner/deeds/candidates/mentions/rows.ts';
import { outOfScope } from '../../../src/planner/deeds/candidates/mentions/scope.ts';
import { pressCandidates } from '../../../src/planner/deeds/candidates/press-candidates.ts';
import { asMark, otherReadings, withSum } from '../../../src/planner/deeds/candidates/readings/readings.ts';
import { isPieceOfQuoted } from '../../../src/planner/deeds/candidates/ways/piece-of-name.ts';
import { wayCandidates } from '../../../src/planner/deeds/candidates/ways/way-candidates.ts';
import { isSaidBy } from '../../../src/planner/deeds/pursue/begin-deed.ts';
import type { Item, Thing } from '../../../src/planner/page/screen.ts';
import { readByGrammar } from '../../../src/planner/prompt/grammar/read-by-grammar.ts';
import { boxAt, itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const row = (name: string, text: string) => thingOf('row', name, { text, box: boxAt(300, 200, 900, 44) });
const item = (kind: Item['kind'], name: string, more: Partial<Item> = {}) =>
  itemOf(kind, name, { box: boxAt(600, 20), ...more });
const screen = (things: Thing[], items: Item[]) => screenOf('Harbour', things, items);
const deedOf = (prompt: string) => readByGrammar(prompt)[0]!;
const column = (names: string[], x = 12) =>
  names.map((name, index) => item('button', name, { id: 60 + index, box: boxAt(x, 80 + 36 * index) }));
const berths = ['Berths', 'Crews', 'Cargo', 'Pilots'];

test.each<[string, Item[], Thing[], number]>([
  ['a column of presses at the left edge', column(berths), [], 4],
  ['a column in the middle of the window', column(berths, 700), [], 0],
  ['three presses', column(berths.slice(1)), [], 0],
  [
    'the buttons of a row',
    column(berths).map((one) => ({ ...one, owner: 1 })),
    [row('Vega', 'Vega Berths')],
    0,
  ],
  ['presses side by side', column(berths).map((one) => ({ ...one, box: boxAt(12, 80) })), [], 0],
])('of %s, navigation are %#', (_, items, things, expected) => {
  expect(columnsOf(screen(things, items)).size).toBe(expected);
});

test('settings are looked into where the screen does not show what is meant', () => {
  const { items } = screen([], [item('button', 'Settings', { id: 51 }), item('button', 'Print', { id: 52 })]);
  const deed = deedOf("Duplicate the template 'Arrival notice'");
  const first = (things: Thing[]) => wayCandidates(screen(things, items), deed, new Map(), null)[0]!;
  // What has a name of its own is in a list more often than in the settings.
  expect(first([])).toMatchObject({ item: { name: 'Settings' }, features: { isSettings: 0.85 } });
  expect(first([]).confidence).toBeGreaterThan(0.25);
  expect(first([row('Arrival notice', 'Arrival notice')]).features.isSettings).toBe(0);
});

test('navigation that says what is meant in short comes before the menu of a row with the name', () => {
  const deed = deedOf('Approve the pending berth request for Vega');
  const nav: Thing = { ...row('', ''), id: 3, kind: 'navigation' };
  const items = [
    item('button', 'Ships', { id: 51, owner: 2 }),
    item('button', 'HM Requests 8', { id: 52, owner: 2 }),
    item('button', 'Actions', { id: 53, owner: 1 }),
  ];
  const ways = wayCandidates(screen([row('Vega', 'Vega Actions'), nav], items), deed, new Map(), null);
  const at = (name: string) => ways.find((one) => one.item.name === name)!.confidence;
  expect(ways[0]?.item.name).toBe('HM Requests 8');
  expect(at('HM Requests 8')).toBeGreaterThan(at('Ships') + 0.2);
});

test('what several rows say opens none of them', () => {
  const deed = deedOf("Hide the tag 'Fragile'");
  const rows = [row('Vega', 'Vega Fragile'), row('Lyra', 'Lyra Fragile')];
  const opened = (things: Thing[]) =>
    wayCandidates(
      screen(things, [item('body', 'Vega', { owner: 1 }), item('button', '⋯', { owner: 1 })]),
      deed,
      new Map(),
      null,
    )
      .filter(({ how }) => how === 'press')
      .map(({ opens }) => opens.length);
  expect(opened(rows)).toEqual([0, 0]);
  expect(opened(rows.slice(0, 1))).toEqual([1, 1]);
});

test('beside the row that is called so, other rows are other things, also after the thing was opened elsewhere', () => {
  const deed = deedOf("Hide the tag 'Fragile'");
  const [one, other] = [1, 2].map((owner) => item('toggle', '', { id: 70 + owner, owner, labels: ['Show'] }));
  const on = screen([row('Fragile', 'Fragile Show'), row('Chilled', 'Chilled Show')], [one!, other!]);
  const reached = new Map([[deed.thing!, screen([], [])]]);
  expect(outOfScope([deed.thing!], reached, one!, on)).toEqual([]);
  expect(outOfScope([deed.thing!], reached, other!, on)).toEqual([deed.thing]);
});

test('a mark that exists already is put on a thing, and another one is created', () => {
  const deed = deedOf("Add the tag 'Fragile' to the parcel 'K-114'");
  const on = (name: string) => asMark(deed, screen([], [item('button', name)]));
  expect(on('Fragile')).toMatchObject({
    kind: 'change',
    thing: { name: 'K-114' },
    fields: [{ field: 'tag', value: { to: 'text', text: 'Fragile' } }],
  });
  expect(on('Chilled')).toBe(deed);
});

test('a swatch is meant by its colour and by its name', () => {
  const swatches = screen(
    [],
    [item('swatch', 'Plum', { value: '#8A3F86' }), item('swatch', 'Moss', { value: '#4A5D23' })],
  );
  const meant = (text: string) =>
    fieldCandidates(
      swatches,
      { field: 'colour', value: { to: 'text', text, exact: false, unit: null }, from: null, said: text },
      { mentions: [], reached: new Map(), container: null },
    )
      .filter(({ way }) => way === 'pick')
      .map(({ item: { name } }) => name);
  expect(meant('moss')).toEqual(['Moss']);
  expect(meant('#8A3F86')).toEqual(['Plum']);
});

test('the only switch in the row of a thing turns the thing on and off', () => {
  const { thing, fields } = deedOf('Turn off the alert for mail from pier@harbour.example');
  const things = [row('pier@harbour.example', 'pier@harbour.example'), row('quay@harbour.example', 'quay')];
  const of = (...items: Item[]) => {
    const scope = { mentions: [thing!], reached: new Map(), container: null };
    const likely = fieldCandidates(screen(things, items), fields[0]!, scope).filter(
      ({ confidence }) => confidence >= 0.5,
    );
    return items.map((one) => likely.some(({ item }) => item === one));
  };
  const toggle = (owner: number, more: Partial<Item> = {}) =>
    item('toggle', '', { owner, isOn: true, ...more });
  expect(of(toggle(1), toggle(2))).toEqual([true, false]);
  expect(of(toggle(1, { hints: ['select'] }))).toEqual([false]);
  expect(of(toggle(1), toggle(1))).toEqual([false, false]);
});

test.each([
  ["Add the tag 'gift wrap' to the parcel 'K-114'", 'gift', true],
  ["Add the tag 'gift wrap' to the parcel 'K-114'", 'gift wrap', false],
  ["Add the tag 'gift' to the parcel 'gift box'", 'gift', false],
  ['Add the tag Gift Wrap to the parcel K-114', 'Gift', false],
])('%s: whether the option “%s” is only a piece of what is quoted is %s', (asked, name, expected) => {
  const option = item('option', name);
  expect(isPieceOfQuoted(option, screen([], [option]), deedOf(asked))).toBe(expected);
});

test('a button whose name says the value needs no field for it', () => {
  const deed = deedOf("Report the parcel 'K-114' as lost");
  const isSaid = (name: string) => isSaidBy(deed.fields[0]!, name, deed);
  expect([isSaid('Report lost'), isSaid('Report damage')]).toEqual([true, false]);
});

test('a move may be the press of what says where it goes', () => {
  const deed = deedOf("Move the crew 'Vega' to the top of the list");
  expect(otherReadings(deed, deed.fields[0]!).map(({ verb }) => verb)).toEqual(['top', 'move to top']);
});

test('four buttons across the top of the window are a bar, and lead on', () => {
  const bar = berths.map((name, index) =>
    item('button', name, { id: 80 + index, box: boxAt(400 + 190 * index, 8) }),
  );
  expect(barOf(screen([], bar)).size).toBe(4);
  expect(barOf(screen([], bar.slice(1))).size).toBe(0);
  // A field to search in fills the bar, and leads nowhere.
  const search = item('field', 'Search', { id: 79, box: boxAt(400, 8) });
  expect(barOf(screen([], [search, ...bar.slice(1)])).size).toBe(3);
  expect(
    barOf(
      screen(
        [],
        bar.map((one) => ({ ...one, box: boxAt(one.box.x, 300) })),
      ),
    ).size,
  ).toBe(0);
});

test('the only row with the number is meant, whatever it is called there', () => {
  const deed = deedOf('Update the limit of the Harbour Express card ending in 3001 to 40');
  const [one, other] = [
    row('HEX •••• 3001', 'HEX •••• 3001 Limit 20'),
    row('VISA •••• 4829', 'VISA •••• 4829'),
  ];
  const on = screen([one!, other!], []);
  expect([one!, other!].map((each) => isMeant(deed.thing!, each, on))).toEqual([true, false]);
});

test('a control that is called as the prompt says comes before one with the words around it', () => {
  const deed = deedOf('Set the preferred berth type to Floating');
  const picker = (id: number, label: string, y: number) =>
    item('picker', '', { id, labels: [label], hints: ['preferred', 'type'], owner: 1, box: boxAt(300, y) });
  const panel: Thing = { ...row('Preferred berth types', ''), kind: 'panel' };
  const on = screen([panel], [picker(81, 'Backup berth type', 200), picker(82, 'Preferred berth type', 260)]);
  const [first] = fieldCandidates(on, deed.fields[0]!, { mentions: [], reached: new Map(), container: null });
  expect(first?.item.id).toBe(82);
});

test.each([
  ['Change the due date of the Heron to May 3', ['Start date', 'Due'], 'Due'],
  ['Change the due date of the Heron to May 3', ['Due', 'Due date'], 'Due date'],
  ['Change the phone number of the Heron to 0171 555', ['Number of masts', 'Phone'], 'Phone'],
])('%s: of %j it is “%s”', (prompt, labels, expected) => {
  const [field] = deedOf(prompt).fields;
  const fields = labels.map((label, at) =>
    item('field', '', { id: 90 + at, labels: [label], inputType: 'text', box: boxAt(600, 200 + 40 * at) }),
  );
  const [first] = fieldCandidates(screen([], fields), field!, {
    mentions: [],
    reached: new Map(),
    container: null,
  });
  expect(first!.item.labels).toEqual([expected]);
  expect(first!.confidence).toBeGreaterThan(0.5);
});

test('a value may end with the name of its field', () => {
  const value = { to: 'text', text: 'interview stage', exact: false, unit: null } as const;
  const pickers = ['Rating', 'Stage'].map((label, at) =>
    item('picker', '', { id: 90 + at, labels: [label], box: boxAt(600, 200 + 40 * at) }),
  );
  const asked = { field: '', value, from: null, said: value.text };
  const [first] = fieldCandidates(screen([], pickers), asked, {
    mentions: [],
    reached: new Map(),
    container: null,
  });
  expect(first!.item.labels).toEqual(['Stage']);
});

test('the pages of settings are ways on where their column comes with them, whatever it is made of', () => {
  const heading = (name: string) => item('text', name, { id: 40, role: 'heading', isPressable: false });
  const before = screen([], [item('button', 'Settings', { id: 41 })]);
  const worth = (name: string) => {
    const on = screen([], [heading(name), ...column(['Berths', 'Notes', 'Letters', 'Access'], 240)]);
    const ways = wayCandidates(on, deedOf('Turn on the weekly digest'), new Map(), before);
    return ways.find((way) => way.item.name === 'Letters')?.confidence ?? 0;
  };
  expect(worth('Settings')).toBeGreaterThan(0.1);
  expect(worth('Crews')).toBeLessThan(0.05);
});

test('a sum is no thing: it is what the form asks for', () => {
  const deed = withSum(deedOf('Convert $100.00 USD to EUR'));
  expect(deed.thing).toBeNull();
  expect(deed.fields[0]).toMatchObject({ field: '', value: { text: '$100.00', unit: 'USD' } });
});

test('the cross of a dialog does no deed', () => {
  const dialog: Thing = { ...row('Berths', ''), kind: 'dialog', isModal: true };
  const scope = { mentions: [], reached: new Map(), container: null };
  const names = (prompt: string) =>
    pressCandidates(screen([dialog], [item('button', 'Close', { owner: 1 })]), deedOf(prompt), scope).length;
  expect(names('Resolve the report about the pier')).toBe(0);
  expect(names('Close the report about the pier')).toBe(1);
});

test('a button is known by the words beside it, where they name the place', () => {
  const items = [
    item('button', 'Customize', { id: 51, labels: ['Crew board'] }),
    item('button', 'Customize', { id: 52, labels: ['Tide table'] }),
  ];
  const deed = deedOf('In the tide table, turn on wind speeds');
  const [first] = wayCandidates(screen([], items), deed, new Map(), null);
  expect(first).toMatchObject({ item: { id: 52 } });
  expect(first!.features.place).toBeGreaterThan(0.75);
});

test.each<[string, number]>([
  ['Approve the request about a broken mooring ring', 1],
  ['Approve the broken mooring ring request', 1],
  ['Approve the request', 0],
  ['Turn on wind speeds in the harbour notification settings', 0],
])('%s: whether the next page of a list is looked at is %d', (prompt, expected) => {
  const rows = Array.from({ length: 9 }, (_, at) => row(`Request ${at}`, `Request ${at}`));
  const items = [item('button', 'Next', { id: 51 })];
  const [way] = wayCandidates(screen(rows, items), deedOf(prompt), new Map(), null);
  expect(way!.features.isPage).toBe(expected);
});
