import { labels } from '../../src/planner/prompt/labels/label.ts';
import { mayFollow } from '../../src/planner/prompt/labels/labeller.ts';
import { randomFrom, shuffled } from '../train/random.ts';

const size = labels.length;
export interface Lesson {
  features: string[][];
  labels: number[];
}

export interface Trained {
  features: Map<string, Float64Array>;
  /** `size * (size + 1)`: the last row is the beginning. */
  steps: Float64Array;
}

/** Trains a linear-chain conditional random field by AdaGrad. Features are left out at random, so that none is trusted alone. */
export function train(
  lessons: readonly Lesson[],
  { epochs = 25, rate = 0.12, drop = 0.15, decay = 1e-5, least = 2 } = {},
): Trained {
  const counts = new Map<string, number>();
  for (const { features } of lessons)
    for (const some of features) for (const one of some) counts.set(one, (counts.get(one) ?? 0) + 1);
  const kept = new Map<string, number>();
  for (const [name, count] of counts) if (count >= least) kept.set(name, kept.size);
  const weights = new Float64Array(kept.size * size);
  const sums = new Float64Array(kept.size * size).fill(1e-3);
  const steps = new Float64Array(size * (size + 1));
  const stepSums = new Float64Array(size * (size + 1)).fill(1e-3);
  const ready = lessons.map((lesson) => ({
    labels: lesson.labels,
    ids: lesson.features.map((some) => some.flatMap((one) => kept.get(one) ?? [])),
  }));
  const random = randomFrom(7);
  const update = (array: Float64Array, squares: Float64Array, at: number, gradient: number) => {
    const all = gradient - decay * array[at]!;
    squares[at]! += all * all;
    array[at]! += (rate * all) / Math.sqrt(squares[at]!);
  };
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const lesson of shuffled(ready, random)) {
      const ids = lesson.ids.map((some) => some.filter(() => random() > drop));
      const length = ids.length;
      const scores = ids.map((some) => {
        const score = new Float64Array(size);
        for (const id of some)
          for (let label = 0; label < size; label++) score[label]! += weights[id * size + label]!;
        return score;
      });
      const { single, pair } = marginals(scores, steps);
      for (let at = 0; at < length; at++) {
        const wanted = lesson.labels[at]!;
        for (let label = 0; label < size; label++) {
          const gradient = (label === wanted ? 1 : 0) - single[at]![label]!;
          if (Math.abs(gradient) < 1e-4) continue;
          for (const id of ids[at]!) update(weights, sums, id * size + label, gradient);
        }
        const before = at === 0 ? size : lesson.labels[at - 1]!;
        const table = pair[at]!;
        for (let from = 0; from <= size; from++)
          for (let label = 0; label < size; label++) {
            const expected = table[from * size + label]!;
            const gradient = (from === before && label === wanted ? 1 : 0) - expected;
            if (Math.abs(gradient) > 1e-4) update(steps, stepSums, from * size + label, gradient);
          }
      }
    }
  }
  const features = new Map<string, Float64Array>();
  for (const [name, id] of kept) features.set(name, weights.slice(id * size, id * size + size));
  return { features, steps };
}

function marginals(scores: readonly Float64Array[], steps: Float64Array) {
  const length = scores.length;
  const alpha = scores.map(() => new Float64Array(size).fill(-Infinity));
  const beta = scores.map(() => new Float64Array(size).fill(-Infinity));
  const terms = new Float64Array(size + 1);
  for (let at = 0; at < length; at++)
    for (let label = 0; label < size; label++) {
      if (at === 0) {
        if (mayFollow(-1, label)) alpha[0]![label] = steps[size * size + label]! + scores[0]![label]!;
        continue;
      }
      let count = 0;
      for (let from = 0; from < size; from++)
        if (mayFollow(from, label)) terms[count++] = alpha[at - 1]![from]! + steps[from * size + label]!;
      alpha[at]![label] = logSum(terms, count) + scores[at]![label]!;
    }
  beta[length - 1]!.fill(0);
  for (let at = length - 2; at >= 0; at--)
    for (let label = 0; label < size; label++) {
      let count = 0;
      for (let next = 0; next < size; next++)
        if (mayFollow(label, next))
          terms[count++] = beta[at + 1]![next]! + steps[label * size + next]! + scores[at + 1]![next]!;
      beta[at]![label] = logSum(terms, count);
    }
  const all = logSum(alpha[length - 1]!, size);
  const single = scores.map((_, at) =>
    alpha[at]!.map((value, label) => Math.exp(value + beta[at]![label]! - all)),
  );
  const pair = scores.map((score, at) => {
    const table = new Float64Array(size * (size + 1));
    for (let label = 0; label < size; label++) {
      if (at === 0) table[size * size + label] = single[0]![label]!;
      else
        for (let from = 0; from < size; from++)
          if (mayFollow(from, label))
            table[from * size + label] = Math.exp(
              alpha[at - 1]![from]! + steps[from * size + label]! + score[label]! + beta[at]![label]! - all,
            );
    }
    return table;
  });
  return { single, pair };
}

function logSum(terms: Float64Array, count: number): number {
  let most = -Infinity;
  for (let at = 0; at < count; at++) if (terms[at]! > most) most = terms[at]!;
  if (most === -Infinity) return most;
  let sum = 0;
  for (let at = 0; at < count; at++) sum += Math.exp(terms[at]! - most);
  return most + Math.log(sum);
}
