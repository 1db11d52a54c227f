/** One part of `jackknife.ts`, in a thread of its own: trains on the files of the other parts and labels those of this one. */
import { parentPort, workerData } from 'node:worker_threads';
import { labelled } from '../../src/planner/prompt/labels/labeller.ts';
import { compared } from '../../src/planner/prompt/labels/read-labelled.ts';
import { train } from './crf.ts';
import { readOrders } from './orders.ts';

const { paths, fold, folds } = workerData as { paths: string[]; fold: number; folds: number };
const files = await Promise.all(
  paths.map(async (path, index) => ({ index, orders: await readOrders(path) })),
);
const isOwn = ({ index }: { index: number }) => index % folds === fold;
const { features, steps } = train(files.filter((file) => !isOwn(file)).flatMap(({ orders }) => orders));
const weights = { feature: (name: string) => features.get(name), steps };
parentPort!.postMessage(
  files
    .filter(isOwn)
    .map(({ index, orders }) => [index, orders.map((order) => labelled(order.features, weights, compared))]),
);
