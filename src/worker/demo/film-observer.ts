import type { JobKind } from '../../domain/demos/events.ts';
import type { JobStep } from '../../domain/demos/jobs/progress.ts';

/** What came of one run of a film's job. */
export type FilmEnd =
  | { outcome: 'published'; lengthMs: number }
  | { outcome: 'unchanged' | 'cancelled' | 'again' }
  | { outcome: 'failed'; code: string };

export interface FilmRun {
  /** Called for each report of progress, so mostly with the step of the call before. */
  enter(step: JobStep): void;
  end(how: FilmEnd): void;
}

/** Whoever measures films is told when a run begins. */
export type FilmObserver = (job: { jobId: string; demoId: string; kind: JobKind }) => FilmRun;

export const unobserved: FilmObserver = () => ({ enter: () => undefined, end: () => undefined });
