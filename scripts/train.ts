/**
 * `make train DECISIONS="path …"` trains the weights of the planner's candidates (`src/planner/deeds/candidates/weights.json`) with decisions that the
 * bench of applications has written down (BENCH_APPS_DECISIONS), and with the application of our own tests. It prints how the weights do on
 * each application when they were trained with all others. WITHOUT=app leaves the decisions of an application out altogether, so that the
 * bench can then measure the weights on it. Training begins with the weights that the file has. They should be those set by hand, since
 * trained ones have seen every application.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lessonsOf, rankings, readDecisions, type TaskDecisions } from './train/decisions.ts';
import { judged } from './train/measure.ts';
import { ownApplication } from './train/own-application.ts';
import { report, reportJudged } from './train/report.ts';
import { trainRanking } from './train/train-ranking.ts';
import type { Weights } from './train/train-weights.ts';

const weightsPath = join(import.meta.dirname, '../src/planner/deeds/candidates/weights.json');

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error(
    'DECISIONS is empty: expected the paths of files that a bench wrote with BENCH_APPS_DECISIONS.',
  );
  process.exit(2);
}
const without = process.env.WITHOUT;
const benched = (await Promise.all(paths.map(readDecisions))).flat();
const given = [...benched, ...(await ownApplication())];
if (without && !given.some(({ app }) => app === without)) {
  const apps = [...new Set(given.map(({ app }) => app))];
  console.error(`WITHOUT=${without}: there is no such application. There are ${apps.join(', ')}.`);
  process.exit(2);
}
console.log(reportJudged(judged(benched)));
await writeWeights(given.filter(({ app }) => app !== without));

async function writeWeights(tasks: readonly TaskDecisions[]): Promise<void> {
  const lessons = lessonsOf(tasks);
  const present: Record<string, unknown> = JSON.parse(await readFile(weightsPath, 'utf8'));
  const trained = rankings.map((ranking) => {
    const own = lessons.filter((lesson) => lesson.ranking === ranking);
    return { ranking, ...trainRanking(own, present[ranking] as Weights) };
  });
  for (const one of trained) console.log(report(one.ranking, one));
  const won = trained.filter(({ isBetter }) => isBetter).map(({ ranking }) => ranking);
  const made =
    won.length === 0
      ? 'Set by hand, with five applications in view. Training did no better.'
      : `“${won.join('” and “')}” trained by scripts/train.ts on ${lessons.length} screens; the rest set by hand.`;
  const weights = Object.fromEntries(trained.map((one) => [one.ranking, rounded(one.weights)]));
  await writeFile(weightsPath, `${JSON.stringify({ ...present, made, ...weights }, null, 2)}\n`);
}

function rounded(weights: Weights): Weights {
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(100 * weight) / 100]),
  );
}
