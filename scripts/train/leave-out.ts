/** First sight: weights are measured on an application that they were not trained with. */
import type { Lesson } from './decisions.ts';
import { type Verdict, verdictsOf } from './measure.ts';
import { type Pull, trainWeights, type Weights } from './train-weights.ts';

export interface LeftOut {
  app: string;
  /** By the weights that were set by hand. */
  byHand: Verdict[];
  /** By weights that were trained with all other applications. */
  trained: Verdict[];
}

/** Leaves out each application in turn. */
export const leaveOutEach = (lessons: readonly Lesson[], apps: readonly string[], pull: Pull): LeftOut[] =>
  apps.map((app) => {
    const own = lessons.filter((lesson) => lesson.app === app);
    const weights = trainWeights(
      lessons.filter((lesson) => lesson.app !== app),
      pull,
    );
    return { app, byHand: verdictsOf(own, pull.prior), trained: verdictsOf(own, weights) };
  });

/**
 * Weights that only differ in how sure they are: all are made greater or less by one factor, and the bias is moved. This keeps the order
 * of the candidates, and is what two numbers can learn.
 */
export function recalibrate(lessons: readonly Lesson[], weights: Weights): Weights {
  const tops = verdictsOf(lessons, weights).map(({ confidence, isRight }) => ({
    candidates: [{ score: Math.log(confidence / (1 - confidence)) }],
    right: isRight ? [0] : [],
  }));
  const { score = 1, bias = 0 } = trainWeights(tops, { prior: { score: 1, bias: 0 }, pull: 1 });
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [
      name,
      name === 'bias' ? score * weight + bias : score * weight,
    ]),
  );
}
