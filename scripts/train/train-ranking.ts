/** Trains the weights of one ranking, and keeps them only where they do better on applications that they were not trained with. */
import type { Lesson } from './decisions.ts';
import { type LeftOut, leaveOutEach } from './leave-out.ts';
import { firstShare, logLoss } from './measure.ts';
import { trainWeights, type Weights } from './train-weights.ts';

export interface Trained {
  weights: Weights;
  /** Whether the trained weights won over those that were set by hand. */
  isBetter: boolean;
  pull: number;
  leftOut: LeftOut[];
}

/** How strongly weights are held where they were set by hand: from hardly to be moved to almost free. */
const pulls = [300, 100, 30, 10, 3, 1];

export function trainRanking(lessons: readonly Lesson[], prior: Weights): Trained {
  const groups = [...new Set(lessons.map(({ app }) => app))].sort();
  const tried = pulls.map((pull) => ({ pull, leftOut: leaveOutEach(lessons, groups, { prior, pull }) }));
  const loss = ({ leftOut }: (typeof tried)[number]) => logLoss(leftOut.flatMap(({ trained }) => trained));
  const { pull, leftOut } = tried.reduce((best, one) => (loss(one) < loss(best) ? one : best));
  const [byHand, trained] = [
    leftOut.flatMap((one) => one.byHand),
    leftOut.flatMap((one) => one.trained),
  ] as const;
  const isBetter = logLoss(trained) < logLoss(byHand) && firstShare(trained) >= firstShare(byHand);
  return { weights: isBetter ? trainWeights(lessons, { prior, pull }) : prior, isBetter, pull, leftOut };
}
