import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lessonOf } from '../../../../scripts/train-chooser/lessons.ts';
import { type AppMap, readMap } from '../../../../scripts/train-chooser/maps.ts';
import { train } from '../../../../scripts/train-chooser/train.ts';
import { lessonsOf } from '../../../../scripts/train-chooser/vectors.ts';
import { choose } from '../../../../src/planner/deeds/chooser/choose.ts';
import { weigherOf } from '../../../../src/planner/deeds/chooser/weights.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-'));
});
afterAll(() => rm(folder, { recursive: true }));

const mapOf = async (name: string, text: string): Promise<AppMap> => {
  const path = join(folder, `${name}.txt`);
  await writeFile(path, text);
  return readMap(path);
};

/** An application with a switch that its orders call otherwise. */
const app = (name: string, thing: string, other: string) =>
  mapOf(
    name,
    `# app ${name}
## page Settings > ${name}
- toggle Weekly digest = on
- toggle Sound = on
- select Density = Cosy { Cosy | Compact }
## form New ${thing}
- text Name
- select Size { Small | Large }
- button Save
@@ Stop the summaries that come each week.
> Settings > ${name} / Weekly digest = off
@@ Create a small ${thing} called '${other}'.
> New ${thing} / Name = ${other}
> New ${thing} / Size = Small
`,
  );

test('a map tells views with their controls, and what each order sets', async () => {
  const { views, orders } = await app('Teal', 'boat', 'Heron');
  expect(views.map(({ name, isForm, controls }) => [name, isForm, controls.length])).toEqual([
    ['Settings > Teal', false, 3],
    ['New boat', true, 3],
  ]);
  expect(orders.map(({ acts }) => acts.map(({ control, value }) => [control.label, value]))).toEqual([
    [['Weekly digest', 'off']],
    [
      ['Name', 'Heron'],
      ['Size', 'Small'],
    ],
  ]);
});

test.each([
  ['- wheel Size', /1: expected a line of a map, came - wheel Size/],
  [
    '## page A\n- text Name\n@@ Name it Oak\n> A / Title = Oak',
    /4: expected a line of a map, came > A \/ Title/,
  ],
])('a line that is no part of a map is named: %s', async (text, message) => {
  await expect(mapOf('wrong', text)).rejects.toThrow(message);
});

test('what the orders of some applications teach is chosen in another one', async () => {
  const some = await Promise.all(
    [
      ['Teal', 'boat', 'Heron'],
      ['Fern', 'plant', 'Silver thyme'],
      ['Clay', 'bowl', 'Wide rim'],
      ['Moss', 'bed', 'North wall'],
    ].map(([name, thing, other]) => app(name!, thing!, other!)),
  );
  const weigh = weigherOf(train(lessonsOf(some), () => false, { epochs: 30 }));
  const other = await app('Birch', 'chair', 'Low oak');
  const set = other.orders.flatMap((order) =>
    other.views.flatMap(({ controls }) => {
      const { asked, placed } = lessonOf(order, controls, 0);
      return choose({ ofControls: asked, ofSpans: placed }, weigh).map(
        ({ control, value }) => `${control.label} = ${value}`,
      );
    }),
  );
  expect(set.sort()).toEqual(['Name = Low oak', 'Size = Small', 'Weekly digest = off']);
});
