import { expect, test } from 'vitest';
import { actionsOf, filmDeeds } from '../../../src/planner/deeds/perform/film-deeds.ts';
import type { Performed } from '../../../src/planner/deeds/perform/performer.ts';

const target = (name: string) => ({ selectors: [[name]], note: { name } });
const pressed = (hovered: Performed['hovered']) =>
  ({
    do: 'press',
    target: target('Options'),
    hovered,
    item: { kind: 'button', name: 'Options', labels: [], box: { x: 0, y: 0, width: 20, height: 10 } },
    before: { items: [], things: [] },
    leavesPage: false,
  }) as unknown as Performed;

test('the cursor rests on a row before what only shows there is pressed', () => {
  const row = target('Row');
  expect(actionsOf(pressed(row)).map((action) => action.do)).toEqual(['hover', 'press']);
  expect(actionsOf(pressed(row))[0]).toEqual({ do: 'hover', target: row });
  expect(actionsOf(pressed(null)).map((action) => action.do)).toEqual(['press']);
});

test('what keeps its text when it is left is left at the end of the film', () => {
  const typed = (wrote: number) =>
    ({
      ...pressed(null),
      do: 'type',
      value: 'Winter rope',
      part: 'field',
      what: 'Type',
      opens: [],
      wrote,
      item: { kind: 'field', name: 'Title', labels: [], box: { x: 0, y: 0, width: 20, height: 10 } },
    }) as unknown as Performed;
  const view = { scroll: { x: 0, y: 0 }, viewport: { width: 1440, height: 900 } };
  const keys = (acts: Performed[]) =>
    filmDeeds([{ deed: { said: 'x' }, acts }], view)
      .flatMap(({ actions }) => actions)
      .flatMap((action) => (action.do === 'key' ? [action.key] : []));
  expect(keys([typed(1)])).toEqual(['Tab']);
  expect(keys([typed(0)])).toEqual([]);
  expect(keys([typed(1), pressed(null)])).toEqual([]);
});
