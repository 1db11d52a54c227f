import type { Step } from './script.ts';

/**
 * What a film does beyond its script. What a page shows after its server has answered a write cannot be planned before the film, since a
 * rehearsal writes nothing. So the film asks when its script is over, and again each time it has filmed what it was told.
 */
export interface GoOn {
  /** How much of the film's time is kept for it, in ms. */
  readonly reserveMs: number;
  /** Is asked while the page's time stands still, and may look at the page. Null where the film ends here. */
  next(filmed: Filmed): Promise<NextSteps | null>;
}

/** What became of the steps that were handed over last. The first time these are the script's. */
export interface Filmed {
  /** The page sent a write because of them. */
  wrote: boolean;
  /** Why nothing more is filmed, in words where a step could not be performed. Null where the film can go on. */
  ended: { because: 'time' } | { because: 'fault'; message: string } | null;
}

export interface NextSteps {
  /** They are filmed all or, where there is no time for all, not at all. They become part of the script. */
  steps: Step[];
  /** How much time is kept for what may follow them, in ms. */
  reserveMs: number;
}
