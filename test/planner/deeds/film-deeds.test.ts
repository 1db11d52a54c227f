import { expect, test } from 'vitest';
import { actionsOf } from '../../../src/planner/deeds/perform/film-deeds.ts';
import type { Performed } from '../../../src/planner/deeds/perform/performer.ts';

const target = (name: string) => ({ selectors: [[name]], note: { name } });
const pressed = (hovered: Performed['hovered']) =>
  ({
    do: 'press',
    target: target('Options'),
    hovered,
    item: { kind: 'button', box: { x: 0, y: 0, width: 20, height: 10 } },
    before: { items: [], things: [] },
    leavesPage: false,
  }) as unknown as Performed;

test('the cursor rests on a row before what only shows there is pressed', () => {
  const row = target('Row');
  expect(actionsOf(pressed(row)).map((action) => action.do)).toEqual(['hover', 'press']);
  expect(actionsOf(pressed(row))[0]).toEqual({ do: 'hover', target: row });
  expect(actionsOf(pressed(null)).map((action) => action.do)).toEqual(['press']);
});
