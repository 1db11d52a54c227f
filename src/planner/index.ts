import type { Page } from 'puppeteer-core';
import type { ActionScript, AutoSelection, TemplateId } from '../recorder/index.ts';

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
  aiPlan: { source: 'heuristic' | 'ai' | 'fallback'; summary: string; scenes: Scene[] };
  script: ActionScript;
  template: { effectiveId: TemplateId; sectionHint?: string; autoSelection?: AutoSelection };
}

export type Planner = (request: PlanRequest) => Promise<Plan>;

export { createHeuristicPlanner } from './heuristic.ts';
