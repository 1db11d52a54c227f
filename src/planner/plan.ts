import type { Page } from 'puppeteer-core';
import type { AutoSelection, TemplateId } from '../recorder/contract/presentation.ts';
import type { ActionScript } from '../recorder/contract/script.ts';
import type { DeedToCome } from './prompt/deed.ts';

/** What a planner is asked for. Its answer is a `Plan`. */
export interface PlanRequest {
  /** A loaded page, off camera. The planner reads it and leaves it as it was. */
  page: Page;
  url: string;
  prompt: string;
  /** The template that the user asked for. With `auto` the planner chooses one. */
  template: TemplateId | 'auto';
  sectionHint?: string | undefined;
  /** The context that the embedding page or the user gave, if any. */
  context?: string | null;
  durationTargetMs: number;
  viewport: { width: number; height: number; isMobile: boolean };
  mode: 'script' | 'agent';
  /** How often the page would have left its site so far and was kept there. Undefined where nobody keeps it there. */
  heldBack?: () => number;
  /** Undefined where nobody holds what a rehearsal would write. */
  writeHold?: WriteHold;
  /** Gets what the search for deeds chose from, and what it took. The weights are trained with it; the plan is the same without. */
  onDecision?: (decision: Decision) => void;
  /** How long deeds may be looked for, in ms, where somebody waits for the plan. Undefined where the planner's own limits hold. */
  deedsMs?: number | undefined;
  /**
   * How much work the search for deeds may be, as `Rehearser.workMs` counts it, where the page does not turn out to be an application. Absent, it looks around
   * in the whole application.
   */
  deedsWorkMs?: number | undefined;
  /** The film shows the page already: only what the prompt asks for is planned, without an opening. */
  continues?: boolean | undefined;
  /** Gets what the page has, as soon as it was read. */
  onOutline?: ((outline: PageOutline) => void) | undefined;
  signal: AbortSignal;
}

/** What a person is told of a page while its film is still being planned. */
export interface PageOutline {
  title: string;
  /** In reading order, each by its kind (`pricing`) and the name that the page gives it. */
  sections: { kind: string; name: string }[];
  /** Sentences that the built-in planner fulfils on this page, the most telling first. */
  suggestions: string[];
}

/** A choice of the search for deeds among the candidates of one screen, in numbers. */
export interface Decision {
  ranking: 'press' | 'field' | 'way';
  /** The screen is on the way that the film goes. */
  isFilmed: boolean;
  /** The best first. Features that are 0 are left out. */
  candidates: {
    features: Readonly<Record<string, number>>;
    confidence: number;
    /** Whether it was taken, and then whether the film has it, it was taken back, or neither can be told. */
    outcome: 'untried' | 'filmed' | 'undone' | 'unclear';
  }[];
}

/** Keeps what a rehearsal would write from being written: a rehearsal is between `begin` and `end`. */
export interface WriteHold {
  begin(): Promise<void>;
  /** Puts back what the page has stored. The tab shows an empty page afterwards. */
  end(): Promise<void>;
  /** Loads a page. What it writes by being loaded gets the answer that it got before the hold began. */
  whileLoading<T>(load: () => Promise<T>): Promise<T>;
  /** How many writes were held so far. */
  readonly heldWrites: number;
}

export interface Scene {
  what: string;
  why: string;
  /** The words of the page or of the prompt that speak for the scene. */
  evidence: string[];
  section: string | null;
}

/** A wish of the prompt that the film does not fulfil. */
export interface Unmet {
  /** The prompt's words for it. */
  said: string;
  /** In a sentence or two: what was looked for, and what the page offers instead. */
  reason: string;
}

/** What its owner should know about a film besides the unmet wishes. `domain/demos/warnings.ts` lists the codes. */
export interface PlanWarning {
  code: string;
  message: string;
  /** The index of the script's step that it is about. */
  step?: number;
}

export interface Plan {
  title: string;
  /** Stored as `ai_plan`, together with `unmet`. */
  aiPlan: {
    source: 'heuristic' | 'ai' | 'fallback';
    summary: string;
    scenes: Scene[];
    /** The requests to the language model, where one is set. */
    model?: Usage & { name: string };
  };
  script: ActionScript;
  /** For each scene of `aiPlan`, the index of its first step in `script`. */
  sceneSteps: number[];
  unmet: Unmet[];
  /** What the film finds out as it goes (`goOnWith`), where there is anything. */
  toCome?: readonly DeedToCome[];
  warnings: PlanWarning[];
  /** The prompt asked for deeds, and the page has none of them. The script is then a tour of the page that nobody asked for. */
  nothingDone: boolean;
  /** How long the planner expects the script to take at normal speed, in ms, without the window's opening and closing. */
  scriptMs: number;
  template: { effectiveId: TemplateId; sectionHint?: string; autoSelection?: AutoSelection };
}

/** The requests to a language model, and what they cost. */
export interface Usage {
  /** Requests that were sent, including those that were tried again. */
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** A provider did not report its tokens, so some are estimated from the length of the text. */
  estimated?: true;
  /** Set where the price of tokens is known. */
  costUsd?: number;
}

export type Planner = (request: PlanRequest) => Promise<Plan>;
