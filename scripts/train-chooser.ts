/**
 * `make train-chooser` trains the weights with which the planner chooses what the controls of a view get (`src/planner/deeds/chooser/weights.json`), on the
 * maps of applications in `scripts/train-chooser/maps`. With `FIGURES=1` it prints first how many values are right in applications that the weights have not
 * seen: the maps are parted in five, and each part is judged by what was trained on the others.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figuresOf } from './train-chooser/figures.ts';
import { readMap } from './train-chooser/maps.ts';
import { train, type Weights } from './train-chooser/train.ts';
import { lessonsOf } from './train-chooser/vectors.ts';

const folder = join(import.meta.dirname, 'train-chooser/maps');
const weightsPath = join(import.meta.dirname, '../src/planner/deeds/chooser/weights.json');
/** What weighs less is left out. */
const leastHundredths = 4;

const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
const maps = await Promise.all(names.map((name) => readMap(join(folder, name))));
const lessons = lessonsOf(maps);
if (process.env.FIGURES) console.log(figuresOf(maps, lessons));
await writeFile(weightsPath, compact(train(lessons, () => false)));

/** A line for each feature: its name, and its weight in hundredths. */
function compact(weights: Weights): string {
  const lines = [...weights]
    .map(([name, weight]) => [name, Math.round(100 * weight)] as const)
    .filter(([, hundredths]) => Math.abs(hundredths) >= leastHundredths)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hundredths]) => `${JSON.stringify(name)}:${hundredths}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
