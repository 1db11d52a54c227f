/** How well weights do on lessons. */
import { confidence } from '../../src/planner/deeds/candidates/weights.ts';
import type { TaskDecisions } from './decisions.ts';
import type { Lessons, Weights } from './train-weights.ts';

/** The candidate that weights put first, and whether it is right. */
export interface Verdict {
  confidence: number;
  isRight: boolean;
  /** Whether one of the screen's candidates is right at all. */
  isThere: boolean;
}

export const verdictsOf = (lessons: Lessons, weights: Weights): Verdict[] =>
  lessons.map(({ candidates, right }) => {
    const ranked = candidates
      .map((features, index) => ({ index, confidence: confidenceOf(features, weights) }))
      .sort((a, b) => b.confidence - a.confidence);
    const first = ranked[0]!;
    return { confidence: first.confidence, isRight: right.includes(first.index), isThere: right.length > 0 };
  });

/** Features that a file of decisions has and the planner no longer has count nothing. */
function confidenceOf(features: Readonly<Record<string, number>>, weights: Weights): number {
  const known = Object.fromEntries(Object.entries(features).filter(([name]) => name in weights));
  return confidence(known, weights as Weights & { bias: number });
}

/** Of the screens that have a right candidate, the share on which it comes first. */
export function firstShare(verdicts: readonly Verdict[]): number {
  const there = verdicts.filter(({ isThere }) => isThere);
  return share(there, ({ isRight }) => isRight);
}

/** The mean of −ln of the probability that the first candidate's confidence gives to what is true of it. */
export function logLoss(verdicts: readonly Verdict[]): number {
  const losses = verdicts.map(
    (one) => -Math.log(Math.max(1e-6, one.isRight ? one.confidence : 1 - one.confidence)),
  );
  return losses.reduce((sum, one) => sum + one, 0) / Math.max(1, losses.length);
}

export interface Bin {
  from: number;
  to: number;
  count: number;
  right: number;
}

const bounds = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];

/** How many of the first candidates are right, by their confidence. */
export const calibration = (verdicts: readonly Verdict[]): Bin[] =>
  bounds.slice(1).map((to, index) => {
    const from = bounds[index]!;
    const inside = verdicts.filter(({ confidence: c }) => c >= from && (c < to || to === 1));
    return { from, to, count: inside.length, right: inside.filter(({ isRight }) => isRight).length };
  });

/**
 * How many of the presses and entries that were filmed are right by the judge's word. In a task that was not done one of them is taken to
 * be wrong, in each row of the table anew: nobody knows which it was, or whether something else is missing.
 */
export const judged = (tasks: readonly TaskDecisions[]): Bin[] =>
  bounds.slice(1).map((to, index) => {
    const from = bounds[index]!;
    const counts = tasks.map(({ ok, decisions }) => ({
      ok,
      filmed: filmedIn(decisions).filter((c) => c >= from && (c < to || to === 1)).length,
    }));
    const count = counts.reduce((sum, { filmed }) => sum + filmed, 0);
    return { from, to, count, right: count - counts.filter(({ ok, filmed }) => !ok && filmed > 0).length };
  });

const filmedIn = (decisions: TaskDecisions['decisions']) =>
  decisions
    .filter(({ ranking }) => ranking !== 'way')
    .flatMap(({ candidates }) => candidates.filter(({ outcome }) => outcome === 'filmed'))
    .map((candidate) => candidate.confidence);

const share = <One>(all: readonly One[], holds: (one: One) => boolean) =>
  all.length === 0 ? 0 : all.filter(holds).length / all.length;
