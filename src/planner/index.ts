/**
 * The planner: a loaded page and a sentence become a plan (what to show, why, on what evidence) and then a script.
 * It may import the recorder's script types and `errors`, `clock`, `ids`, `log`.
 */
import type { Logger } from '../log.ts';
import { createHeuristicPlanner } from './heuristic.ts';
import type { ModelSettings } from './model/client.ts';
import { createModelPlanner } from './model/planner.ts';
import type { Planner } from './plan.ts';

/** With a language model where one is set, else with none. */
export const createPlanner = (model: ModelSettings | null, log: Logger): Planner =>
  model ? createModelPlanner(model, log) : createHeuristicPlanner();

export { isOnSite } from './observe.ts';
export type { Plan, Planner, PlanRequest } from './plan.ts';
export type { ModelSettings };
export { createHeuristicPlanner };
