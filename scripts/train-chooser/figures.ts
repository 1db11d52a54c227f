/** How well the chooser does in applications that it was not trained with. */
import { choose } from '../../src/planner/deeds/chooser/choose.ts';
import type { Feature } from '../../src/planner/deeds/chooser/features.ts';
import { weigherOf } from '../../src/planner/deeds/chooser/weights.ts';
import { type Lesson, lessonOf, viewOf } from './lessons.ts';
import type { AppMap, MapOrder } from './maps.ts';
import { train } from './train.ts';
import type { Lessons } from './vectors.ts';

const parts = 5;
/** As the planner chooses in a form that was opened for the order. */
const eagerInForm = 3;

interface Count {
  orders: number;
  whole: number;
  wanted: number;
  set: number;
  right: number;
}

/** @returns a table: for each sort of order, how many were wholly right, how many of the values came, and how many of those that were set are right */
export function figuresOf(maps: readonly AppMap[], lessons: Lessons): string {
  const counts = new Map<string, Count>();
  for (let part = 0; part < parts; part++) {
    const isOut = (app: number) => app % parts === part;
    const weigh = weigherOf(train(lessons, isOut));
    for (const [app, map] of maps.entries())
      if (isOut(app)) for (const order of map.orders) judge(map, order, weigh, counts);
  }
  const rows = [...counts].sort().map(([sort, { orders, whole, wanted, set, right }]) => {
    const share = (some: number, all: number) =>
      `${some} of ${all} (${Math.round((1000 * some) / all) / 10} %)`;
    return `${sort.padEnd(34)} ${share(whole, orders).padEnd(24)} ${share(right, wanted).padEnd(26)} ${share(right, set)}`;
  });
  return [
    `${'in applications left out of training'.padEnd(34)} ${'wholly right'.padEnd(24)} ${'values that came'.padEnd(26)} values that are right`,
    ...rows,
  ].join('\n');
}

function judge(
  map: AppMap,
  order: MapOrder,
  weigh: (features: readonly Feature[]) => number,
  counts: Map<string, Count>,
): void {
  const view = viewOf(map, order);
  if (!order.acts.every(({ control }) => view.controls.includes(control))) return;
  const isLiteral = order.acts.every(
    ({ control, value }) =>
      value === null || control.kind === 'switch' || order.said.toLowerCase().includes(value.toLowerCase()),
  );
  const isPress = order.acts.some(({ value }) => value === null);
  const sort = isPress ? 'press' : view.isForm ? 'form' : 'settings and records';
  for (const drawn of [0, 1]) {
    const lesson = lessonOf(order, view.controls, drawn);
    const how = `${sort}${drawn ? ', lists closed' : ''}`;
    for (const name of isLiteral && !isPress ? [how, `${how}, values as said`] : [how])
      count(name, lesson, weigh, counts);
  }
}

function count(
  name: string,
  { asked, placed, missed }: Lesson,
  weigh: (features: readonly Feature[]) => number,
  counts: Map<string, Count>,
): void {
  const chosen = choose({ ofControls: asked, ofSpans: placed }, weigh, { eager: eagerInForm });
  const wanted = asked.flatMap(({ candidates, right }) => {
    const values = new Set(right.map((at) => candidates[at]!.value));
    return [...values].map((value) => ({ control: candidates[0]!.control, value }));
  });
  const right = wanted.filter(({ control, value }) =>
    chosen.some((one) => one.control === control && one.value === value),
  ).length;
  const all = wanted.length + missed.length;
  const own = counts.get(name) ?? { orders: 0, whole: 0, wanted: 0, set: 0, right: 0 };
  counts.set(name, {
    orders: own.orders + 1,
    whole: own.whole + (right === all && chosen.length === all ? 1 : 0),
    wanted: own.wanted + all,
    set: own.set + chosen.length,
    right: own.right + right,
  });
}
