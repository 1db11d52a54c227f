import type { Page } from 'puppeteer-core';
import type { AutoSelection, TemplateId } from '../recorder/contract/presentation.ts';
import type { ActionScript } from '../recorder/contract/script.ts';

/** What a planner is asked for and what it answers. */
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

/** What a language model was asked, and what that cost. */
export interface Usage {
  /** Requests that were sent, those that were tried again too. */
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** A provider did not say how much it was, so some of it was reckoned from the length of the text. */
  estimated?: true;
  /** Where the price of tokens is known. */
  costUsd?: number;
}

export type Planner = (request: PlanRequest) => Promise<Plan>;
