/** Trains the weights of the chooser by AdaGrad: what a control gets is one of its candidates, or nothing. */
import { randomFrom, shuffled } from '../train/random.ts';
import type { Lessons, Vector } from './vectors.ts';

export type Weights = ReadonlyMap<string, number>;

export function train(
  { names, all }: Lessons,
  isOut: (app: number) => boolean,
  { epochs = 16, rate = 0.1, decay = 1e-4, least = 3, drop = 0.2 } = {},
): Weights {
  const ready = all.filter(({ app }) => !isOut(app));
  const counts = new Uint32Array(names.size);
  const firstApp = new Int32Array(names.size).fill(-1);
  const isOfSeveral = new Uint8Array(names.size);
  for (const { base, own, right, app, none } of ready) {
    if (none)
      for (const id of right.length === 0 ? none.ids : []) {
        counts[id]!++;
        if (firstApp[id] === -1) firstApp[id] = app;
        else if (firstApp[id] !== app) isOfSeveral[id] = 1;
      }
    if (right.length === 0 || none) continue;
    for (const id of [...base.ids, ...right.flatMap((at) => [...own[at]!.ids])]) {
      counts[id]!++;
      if (firstApp[id] === -1) firstApp[id] = app;
      else if (firstApp[id] !== app) isOfSeveral[id] = 1;
    }
  }
  const counted = (id: number) => counts[id]! >= least && isOfSeveral[id] === 1;
  const weights = new Float64Array(names.size);
  const squares = new Float64Array(names.size).fill(1e-2);
  const random = randomFrom(7);
  const score = ({ ids, values }: Vector) => {
    let sum = 0;
    for (let at = 0; at < ids.length; at++) sum += weights[ids[at]!]! * values[at]!;
    return sum;
  };
  const learn = ({ ids, values }: Vector, gradient: number) => {
    if (Math.abs(gradient) < 1e-4) return;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!;
      if (!counted(id) || random() < drop) continue;
      const all = gradient * values[at]! - decay * weights[id]!;
      squares[id]! += all * all;
      weights[id]! += (rate * all) / Math.sqrt(squares[id]!);
    }
  };
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const { base, own, right, isFree, bases, none } of shuffled(ready, random)) {
      if (none) {
        const scores = own.map((one, at) => score(one) + score(bases![at]!));
        const nothing = score(none);
        const gradients = softGradients(
          scores.map((one) => one - nothing),
          right,
        );
        for (const [at, gradient] of gradients.entries()) {
          learn(own[at]!, gradient);
          learn(bases![at]!, gradient);
        }
        learn(none, -gradients.reduce((sum, one) => sum + one, 0));
        continue;
      }
      const start = score(base);
      const scores = own.map((one) => start + score(one));
      const gradients = isFree
        ? scores.map((one, at) => (right.includes(at) ? 1 : 0) - 1 / (1 + Math.exp(-one)))
        : softGradients(scores, right);
      learn(
        base,
        gradients.reduce((sum, one) => sum + one, 0),
      );
      for (const [at, gradient] of gradients.entries()) learn(own[at]!, gradient);
    }
  return new Map(
    [...names].flatMap(([name, id]) => (weights[id] === 0 ? [] : [[name, weights[id]!] as const])),
  );
}

/** Nothing has the score 0. */
function softGradients(scores: readonly number[], right: readonly number[]): number[] {
  const most = Math.max(0, ...scores);
  const exps = scores.map((score) => Math.exp(score - most));
  const all = exps.reduce((sum, one) => sum + one, Math.exp(-most));
  const wanted = right.reduce((sum, at) => sum + exps[at]!, 0);
  return exps.map((exp, at) => (right.includes(at) ? exp / wanted : 0) - exp / all);
}
