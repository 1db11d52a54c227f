/**
 * `make train-reader` trains the weights with which the planner labels the words of a prompt (`src/planner/prompt/labels/weights.json`), and those with
 * which it ranks the readings that come of it (`ranking.json`), on the labelled orders of `scripts/train-reader/orders`. With `FIGURES=1` it prints how many orders of each file are
 * read right by weights that have not seen the file, beside the grammar.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { labels } from '../src/planner/prompt/labels/label.ts';
import { type Trained, train } from './train-reader/crf.ts';
import { labellingsByOthers } from './train-reader/jackknife.ts';
import { readOrders } from './train-reader/orders.ts';
import { choiceOf, FeatureNames, type TrainedRank, trainRank } from './train-reader/rank.ts';
import { figureOf, lineOf } from './train-reader/read-right.ts';

const folder = join(import.meta.dirname, 'train-reader/orders');
const room = join(import.meta.dirname, '../src/planner/prompt/labels');
/** What weighs less is left out. At 0.2, four of 138 orders that are read right are lost, and the file has half the size. */
const leastWeight = 0.2;
const leastRankHundredths = 10;

const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
const paths = names.map((name) => join(folder, name));
const labelling = labellingsByOthers(paths);
const files = await Promise.all(paths.map(readOrders));
const labellings = await labelling;
const known = new FeatureNames();
const choices = files.map((orders, file) =>
  orders.map((order, index) => choiceOf(order, labellings[file]![index]!, known)),
);
if (process.env.FIGURES)
  for (const [file, name] of names.entries()) {
    const rank = trainRank(choices.filter((_, other) => other !== file).flat(), known);
    console.log(lineOf(name, figureOf(files[file]!, labellings[file]!, rank)));
  }
await writeFile(join(room, 'ranking.json'), compactRank(trainRank(choices.flat(), known)));
await writeFile(join(room, 'weights.json'), compact(pruned(train(files.flat()))));

function compactRank({ features, behind }: TrainedRank): string {
  const lines = [...features]
    .map(([name, weight]) => [name, Math.round(100 * weight)] as const)
    .filter(([, hundredths]) => Math.abs(hundredths) >= leastRankHundredths)
    .map(([name, hundredths]) => `${JSON.stringify(name)}:${hundredths}`);
  return `{"behind":${Math.round(100 * behind)},\n"features":{\n${lines.join(',\n')}\n}}\n`;
}

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
