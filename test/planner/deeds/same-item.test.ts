import { expect, test } from 'vitest';
import { sameItem } from '../../../src/planner/deeds/candidates/chain.ts';
import { isDayCell } from '../../../src/planner/deeds/candidates/days/day-cells.ts';
import { fieldCandidates } from '../../../src/planner/deeds/candidates/field-candidates.ts';
import { wayCandidates } from '../../../src/planner/deeds/candidates/ways/way-candidates.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';
import { boxAt, itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const scope = { mentions: [], reached: new Map(), container: null };
const entry = (id: number, y: number) => itemOf('button', 'Dogs', { id, box: boxAt(20, y) });

test('an id names an element in its own document, and any other one in a document that was loaded anew', () => {
  const before = screenOf('Kennel', [], [entry(7, 100), entry(8, 200), entry(9, 300)]);
  const [, second] = before.items;
  const moved = { ...before, items: [entry(8, 140), entry(7, 240), entry(9, 340)] };
  expect(sameItem(moved, before, second!)?.box.y).toBe(140);
  const anew = { ...before, idsFrom: 2, items: [entry(8, 100), entry(9, 200), entry(7, 300)] };
  expect(sameItem(anew, before, second!)?.box.y).toBe(200);
});

test('the days of a calendar are values for days alone', () => {
  const days = Array.from({ length: 30 }, (_, at) =>
    itemOf('button', `${at + 1}`, {
      id: 100 + at,
      owner: 1,
      box: boxAt(40 * (at % 7), 40 * Math.floor(at / 7), 30, 30),
    }),
  );
  const calendar = screenOf('Kennel', [thingOf('panel', '')], days);
  expect(isDayCell(days[4]!, calendar)).toBe(true);
  const value = { to: 'text', text: '5', exact: true, unit: null } as const;
  const picked = (field: string) => fieldCandidates(calendar, { field, value, from: null, said: '' }, scope);
  expect(picked('estimate')).toEqual([]);
  expect(picked('day of the month').length).toBeGreaterThan(0);
});

test('a field that shows another text than what is changed is another one’s', () => {
  const field = itemOf('field', '', { labels: ['Bill prefix'], value: 'B-' });
  const value = { to: 'text', text: 'Approved', exact: true, unit: null } as const;
  const of = (from: string | null) =>
    fieldCandidates(screenOf('Kennel', [], [field]), { field: 'bill', value, from, said: '' }, scope)[0]!;
  expect(of(null).features.outOfScope).toBe(0);
  expect(of('Weekly walk').features.outOfScope).toBe(1);
});

test('where a row has the whole name, a row with a word of it is another one', () => {
  const names = ['Kennel assistant', 'Night assistant', 'Front desk assistant'];
  const rows = names.map((name, at) =>
    thingOf('row', name, { id: 60 + at, box: boxAt(0, 50 * at, 600, 40) }),
  );
  const bodies = names.map((name, at) =>
    itemOf('body', name, { id: 60 + at, owner: at + 1, box: boxAt(0, 50 * at, 600, 40) }),
  );
  const [deed] = readDeeds("Add the note 'Ring back' to the job 'Kennel assistant'");
  const ways = wayCandidates(screenOf('Jobs', rows, bodies), deed!, new Map(), null);
  const [first, ...others] = ways.filter(({ item }) => item.kind === 'body');
  expect(first!.item.name).toBe('Kennel assistant');
  expect(others.flatMap(({ opens }) => opens)).toEqual([]);
});
