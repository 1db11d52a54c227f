import { Worker } from 'node:worker_threads';
import type { Labelling } from '../../src/planner/prompt/labels/labeller.ts';

/** In so many parts, each of which is labelled by what was trained on the others: what a labeller makes of orders that it has seen tells nothing. */
const folds = 3;

/**
 * The likeliest labellings of each order, by weights that were trained without the file that the order is in.
 * @param paths files of orders
 * @returns for each file, for each of its orders
 */
export async function labellingsByOthers(paths: readonly string[]): Promise<Labelling[][][]> {
  const found = new Array<Labelling[][]>(paths.length);
  let next = 0;
  // Two at a time, for two processors: each trains on one of them.
  const lane = async () => {
    for (let fold = next++; fold < folds; fold = next++)
      for (const [index, labellings] of await labelledBy(paths, fold)) found[index] = labellings;
  };
  await Promise.all([lane(), lane()]);
  return found;
}

const labelledBy = (paths: readonly string[], fold: number) =>
  new Promise<[index: number, labellings: Labelling[][]][]>((resolve, reject) => {
    const worker = new Worker(new URL('./fold.ts', import.meta.url), { workerData: { paths, fold, folds } });
    worker.once('message', resolve).once('error', reject);
  });
