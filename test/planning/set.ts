import type { PlanningCase } from './expectation.ts';

/** The cases of one line of the bench. */
export interface PlanningSet {
  /** It ends the sentence “right, of 60 …”. */
  name: string;
  cases: readonly PlanningCase[];
  /** One score for each batch of the set. Empty where no score is known for these very cases. */
  firstSight: readonly Score[];
}

/** Cases that were written down together, before the planner planned any of them. */
export interface Batch {
  cases: readonly PlanningCase[];
  firstSight: Score;
}

/** How many plans were right when each case was planned for the first time. */
export interface Score {
  right: number;
  of: number;
}

export const setOf = (name: string, batches: readonly Batch[]): PlanningSet => ({
  name,
  cases: batches.flatMap(({ cases }) => cases),
  firstSight: batches.map(({ firstSight }) => firstSight),
});
