/**
 * What the planner is scored with: a page, a prompt, and what a person expects of the plan. The sets stand in the order in which
 * they were written.
 */
import type { PlanningSet } from '../set.ts';
import { blind } from './blind/index.ts';
import { heldOut } from './held-out/index.ts';
import { later } from './later/index.ts';
import { moreOrdinary, ordinary } from './ordinary/index.ts';
import { tuned } from './tuned/index.ts';
import { unseen } from './unseen/index.ts';

export const planningSets: readonly PlanningSet[] = [
  tuned,
  heldOut,
  later,
  blind,
  ordinary,
  moreOrdinary,
  unseen,
];
