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

/**
 * The pull with the least log-loss on left-out applications wins, of those that put the right candidate first at least as often as the
 * weights that were set by hand.
 */
export function trainRanking(lessons: readonly Lesson[], prior: Weights): Trained {
  const groups = [...new Set(lessons.map(({ app }) => app))].sort();
  const tried = pulls.map((pull) => {
    const leftOut = leaveOutEach(lessons, groups, { prior, pull });
    const byHand = leftOut.flatMap((one) => one.byHand);
    const trained = leftOut.flatMap((one) => one.trained);
    return {
      pull,
      leftOut,
      loss: logLoss(trained),
      isBetter: logLoss(trained) < logLoss(byHand) && firstShare(trained) >= firstShare(byHand),
    };
  });
  const better = tried.filter(({ isBetter }) => isBetter);
  const least = (all: typeof tried) => all.reduce((best, one) => (one.loss < best.loss ? one : best));
  const { pull, leftOut, isBetter } = least(better.length > 0 ? better : tried);
  return { weights: isBetter ? trainWeights(lessons, { prior, pull }) : prior, isBetter, pull, leftOut };
}
