import { deedsOfPieces } from '../../src/planner/prompt/labels/deeds-of-labels.ts';
import type { Labelling } from '../../src/planner/prompt/labels/labeller.ts';
import { readingOf } from '../../src/planner/prompt/labels/read-labelled.ts';
import { featuresOfReading } from '../../src/planner/prompt/labels/reading-features.ts';
import { lexiconFor } from '../../src/planner/prompt/lexicon.ts';
import { isSameReading } from '../../src/planner/prompt/same-reading.ts';
import { randomFrom, shuffled } from '../train/random.ts';
import type { Order } from './orders.ts';

/** The readings of one order, and which of them are right. */
export interface Choice {
  readings: { features: Int32Array; behind: number; isRight: boolean }[];
}

export interface TrainedRank {
  features: Map<string, number>;
  behind: number;
}

/** Numbers for the names of features, in the order in which they were met. */
export class FeatureNames {
  readonly numbers = new Map<string, number>();
  of(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.numbers.size);
    return this.numbers.size - 1;
  }
}

export function choiceOf(order: Order, labellings: readonly Labelling[], names: FeatureNames): Choice {
  const { prompt, tokens, pieces } = order;
  const reading = { prompt, lexicon: lexiconFor(tokens) };
  const right = deedsOfPieces(pieces, tokens, reading);
  const readings = labellings.map((labelling) => {
    const found = readingOf(labelling, tokens, reading);
    const features = Int32Array.from(featuresOfReading(found, prompt, tokens), (name) => names.of(name));
    return { features, behind: found.behind, isRight: isSameReading(found.deeds, right) };
  });
  return { readings };
}

/** Trains a log-linear model that prefers the right readings of each order, by AdaGrad. */
export function trainRank(
  choices: readonly Choice[],
  names: FeatureNames,
  { epochs = 10, rate = 0.1, decay = 1e-4, least = 3 } = {},
): TrainedRank {
  const lessons = choices.filter(
    ({ readings }) => readings.some(({ isRight }) => isRight) && readings.some(({ isRight }) => !isRight),
  );
  const size = names.numbers.size;
  const counts = new Int32Array(size);
  for (const { readings } of lessons)
    for (const { features } of readings) for (const feature of new Set(features)) counts[feature]!++;
  const weights = new Float64Array(size);
  const sums = new Float64Array(size).fill(1e-2);
  const gradient = new Float64Array(size);
  const likelihood = { weight: 1, sum: 1e-2 };
  const random = randomFrom(7);
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const { readings } of shuffled(lessons, random)) {
      const scores = readings.map(({ features, behind }) => {
        let score = -likelihood.weight * behind;
        for (const feature of features) if (counts[feature]! >= least) score += weights[feature]!;
        return score;
      });
      const [expected, wanted] = [shares(scores, () => true), shares(scores, (at) => readings[at]!.isRight)];
      const touched = new Set<number>();
      let ofLikelihood = 0;
      for (const [at, { features, behind }] of readings.entries()) {
        const by = wanted[at]! - expected[at]!;
        if (Math.abs(by) < 1e-5) continue;
        ofLikelihood -= by * behind;
        for (const feature of features) {
          if (counts[feature]! < least) continue;
          gradient[feature]! += by;
          touched.add(feature);
        }
      }
      likelihood.sum += ofLikelihood ** 2;
      likelihood.weight += (rate * ofLikelihood) / Math.sqrt(likelihood.sum);
      for (const feature of touched) {
        const by = gradient[feature]! - decay * weights[feature]!;
        sums[feature]! += by ** 2;
        weights[feature]! += (rate * by) / Math.sqrt(sums[feature]!);
        gradient[feature] = 0;
      }
    }
  const found = [...names.numbers].flatMap(([name, number]) =>
    weights[number] === 0 ? [] : [[name, weights[number]!] as const],
  );
  return { features: new Map(found), behind: likelihood.weight };
}

/** How probable each reading is among those that count. */
function shares(scores: readonly number[], counts: (at: number) => boolean): number[] {
  const most = Math.max(...scores.filter((_, at) => counts(at)));
  const weights = scores.map((score, at) => (counts(at) ? Math.exp(score - most) : 0));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}
