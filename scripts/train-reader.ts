/**
 * `make train-reader` trains the weights with which the planner labels the words of a prompt (`src/planner/prompt/labels/weights.json`), on the labelled
 * orders of `scripts/train-reader/orders`. `FIGURES=1 make train-reader` first leaves out each file in turn and prints how many of its orders are read
 * right, beside the grammar (about half a minute a file).
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { labels } from '../src/planner/prompt/labels/label.ts';
import { type Trained, train } from './train-reader/crf.ts';
import { readOrders } from './train-reader/orders.ts';
import { figureOf, lineOf } from './train-reader/read-right.ts';

const folder = join(import.meta.dirname, 'train-reader/orders');
const weightsPath = join(import.meta.dirname, '../src/planner/prompt/labels/weights.json');
/** What weighs less is left out. At 0.2, four of 138 orders that are read right are lost, and the file has half the size. */
const leastWeight = 0.2;

const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
const files = await Promise.all(
  names.map(async (name) => ({ name, orders: await readOrders(join(folder, name)) })),
);
if (process.env.FIGURES)
  for (const { name, orders } of files) {
    const others = files.filter((file) => file.name !== name).flatMap((file) => file.orders);
    console.log(lineOf(name, figureOf(orders, pruned(train(others)))));
  }
await writeFile(weightsPath, compact(pruned(train(files.flatMap(({ orders }) => orders)))));

function pruned({ features, steps }: Trained): Trained {
  const kept = [...features].map(
    ([name, weights]) =>
      [
        name,
        weights.map((weight) => (Math.abs(weight) < leastWeight ? 0 : Math.round(100 * weight) / 100)),
      ] as const,
  );
  return { steps, features: new Map(kept.filter(([, weights]) => weights.some((weight) => weight !== 0))) };
}

/** A line for each feature: its name, and its weights by label, in hundredths. */
function compact({ features, steps }: Trained): string {
  const lines = [...features].map(([name, weights]) => {
    const own = [...weights.entries()].filter(([, weight]) => weight !== 0);
    return `${JSON.stringify(name)}:[${own.flatMap(([label, weight]) => [label, Math.round(100 * weight)]).join(',')}]`;
  });
  const hundredths = [...steps].map((weight) => Math.round(100 * weight));
  return `{"labels":${JSON.stringify(labels)},\n"steps":[${hundredths.join(',')}],\n"features":{\n${lines.join(',\n')}\n}}\n`;
}
