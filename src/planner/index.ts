import type { Page } from 'puppeteer-core';
import type { Logger } from '../log.ts';
import type { AutoSelection, TemplateId } from '../recorder/contract/presentation.ts';
import type { ActionScript } from '../recorder/contract/script.ts';
import { createHeuristicPlanner } from './heuristic.ts';
import type { ModelSettings, Usage } from './model/client.ts';
import { createModelPlanner } from './model/planner.ts';

/**
 * The planner: a loaded page and a sentence become a plan (what to show, why, on what evidence) and then a script.
 * It may import the recorder's script types and `errors`, `clock`, `ids`, `log`.
 */
export interface PlanRequest {
  /** A loaded page, off camera; the planner reads it and leaves it as it was. */
  page: Page;
  url: string;
  prompt: string;
  /** What the user asked for; `auto` lets the planner choose. */
  template: TemplateId | 'auto';
  sectionHint?: string | undefined;
  /** Context the embedding page or the user gave, if any. */
  context?: string | null;
  durationTargetMs: number;
  viewport: { width: number; height: number; isMobile: boolean };
  mode: 'script' | 'agent';
  /** How often the page would have left its site so far and was held back, where whoever opened it sees to that. */
  heldBack?: () => number;
  signal: AbortSignal;
}

export interface Scene {
  what: string;
  why: string;
  /** Which words of the page or the prompt speak for it. */
  evidence: string[];
  section: string | null;
}

export interface Plan {
  title: string;
  /** Kept as `ai_plan`. */
  aiPlan: {
    source: 'heuristic' | 'ai' | 'fallback';
    summary: string;
    scenes: Scene[];
    /** What a language model was asked, where one is set. */
    model?: Usage & { name: string };
  };
  script: ActionScript;
  template: { effectiveId: TemplateId; sectionHint?: string; autoSelection?: AutoSelection };
}

export type Planner = (request: PlanRequest) => Promise<Plan>;

/** With a language model where one is set, else with none. */
export const createPlanner = (model: ModelSettings | null, log: Logger): Planner =>
  model ? createModelPlanner(model, log) : createHeuristicPlanner();

export type { ModelSettings };
export { createHeuristicPlanner };
