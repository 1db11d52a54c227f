/**
 * The planner turns a loaded page and a sentence into a plan (what to show, why, on what evidence) and then into a script. It
 * needs no language model and no network. Where a language model is set, it is asked first.
 *
 * Code that needs a plan, or a page read as the planner reads it, imports this file. Nothing outside of this room and of its
 * tests imports another file of the room. `IMPORTS` lists what the room itself may import.
 */
import type { Logger } from '../log.ts';
import { createHeuristicPlanner } from './heuristic.ts';
import { createModelPlanner } from './model/planner.ts';
import type { ModelSettings } from './model/settings.ts';
import type { Planner } from './plan.ts';

/** The planner that uses a language model where one is set, or else the one that needs none. */
export const createPlanner = (model: ModelSettings | null, log: Logger): Planner =>
  model ? createModelPlanner(model, log) : createHeuristicPlanner();

export { goOnWith } from './deeds/go-on.ts';
export { requestModel } from './model/request.ts';
export type { ModelAnswer } from './model/settings.ts';
export { observe } from './page/observe.ts';
export { openPageClient } from './page/page-client.ts';
export type { Decision, PageOutline, Plan, Planner, PlanRequest, PlanWarning } from './plan.ts';
export { aimWith } from './storyboard/aim.ts';
export { typingMs } from './storyboard/pacing.ts';
export { readTargets, type ScreenTarget } from './targets.ts';
export type { ModelSettings };
export { createHeuristicPlanner };
