/**
 * The planner: a loaded page and a sentence become a plan (what to show, why, on what evidence) and then a script. It needs no
 * model and no network; a language model may be asked first.
 *
 * Whoever needs a plan, or a page read as the planner reads it, comes in through this file: nobody outside of this room and of
 * its tests imports another file of it. `IMPORTS` lists what it may import itself.
 */
import type { Logger } from '../log.ts';
import { createHeuristicPlanner } from './heuristic.ts';
import type { ModelSettings } from './model/client.ts';
import { createModelPlanner } from './model/planner.ts';
import type { Planner } from './plan.ts';

/** With a language model where one is set, else with none. */
export const createPlanner = (model: ModelSettings | null, log: Logger): Planner =>
  model ? createModelPlanner(model, log) : createHeuristicPlanner();

export { aimWith } from './aim.ts';
export { observe } from './observe.ts';
export { typingMs } from './pacing.ts';
export { openPageClient } from './page-client.ts';
export type { Plan, Planner, PlanRequest } from './plan.ts';
export type { ModelSettings };
export { createHeuristicPlanner };
