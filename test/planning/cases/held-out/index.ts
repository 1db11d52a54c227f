import type { PlanningSet } from '../../set.ts';
import { onMixedPages } from './mixed-pages.ts';
import { onPublicTemplates } from './public-templates.ts';

/**
 * Cases that the planner was not worked on with. There were 65 of them, and 56 were right at first sight. Seven of the misses
 * were worked on later and now stand with the tuned cases. The share of the 58 that are left therefore flatters the planner, and
 * the score of the 65 is not theirs.
 */
export const heldOut: PlanningSet = {
  name: 'cases held out',
  cases: [...onPublicTemplates, ...onMixedPages],
  firstSight: [],
};
