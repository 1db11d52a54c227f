/** First sight: weights are measured on an application that they were not trained with. */
import type { Lesson } from './decisions.ts';
import { type Verdict, verdictsOf } from './measure.ts';
import { type Pull, trainWeights } from './train-weights.ts';

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
