import { type Clause, isAction } from '../prompt/clauses/parse-prompt.ts';
import type { ShotList } from '../storyboard/shot-list.ts';
import type { LivePage } from './live-page.ts';

/** What the functions that act on a clause (`act-*.ts`) work with. It is handed on, and nobody writes on it. */
export interface ClauseContext {
  readonly page: LivePage;
  readonly storyboard: ShotList;
  readonly request: {
    readonly durationMs: number;
    /** The prompt asks for a form to be sent. */
    readonly submits: boolean;
    /** All that the prompt asks for, in its own words. */
    readonly said: string;
  };
  readonly clause: {
    /** Nothing is asked for after it, so its last act need not be played. */
    readonly isLast: boolean;
    /** How many actions of the prompt come after it. */
    readonly actionsAhead: number;
  };
}

/** The context of one clause of many. */
export const ofClause = (
  context: ClauseContext,
  clauses: readonly Clause[],
  index: number,
): ClauseContext => ({
  ...context,
  clause: {
    isLast: index === clauses.length - 1,
    actionsAhead: clauses.slice(index + 1).filter(isAction).length,
  },
});

/** The context of a part of a clause that more is to follow. */
export const unfinished = (context: ClauseContext): ClauseContext => ({
  ...context,
  clause: { ...context.clause, isLast: false },
});
