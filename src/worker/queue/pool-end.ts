import { setTimeout as delay } from 'node:timers/promises';
import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Logger } from '../../log.ts';

/** How long the queue may take, once no job runs any more, to report the last ones and to let go of its connections. */
const patienceMs = 5_000;

/** Knows when a runner of graphile-worker is at its end, also where the runner itself never says so. */
export interface PoolEnd {
  /** To be told of every run of a job. @returns what the run comes to */
  during<Result>(run: Promise<Result>): Promise<Result>;
  /** Settles when the runner has ended, or when it stopped taking jobs, has none left and still goes on. */
  of(runner: Runner): Promise<void>;
}

/**
 * A pool of graphile-worker takes no more jobs from the moment at which it could not tell the database what became of one. It should end as soon as
 * its other jobs have ended, so that a new one can begin. But version 0.18.0 waits for ever where another job was reported meanwhile: once a
 * report has failed, it counts each later one down twice (`batch` in its `main.js`), and waits for a count of nought. The worker sent heartbeats and
 * took no job until it was started again.
 */
export function watchPool(events: WorkerEvents, log: Logger): PoolEnd {
  const runs = new Set<Promise<unknown>>();
  const closing = new Promise<void>((resolve) => events.once('pool:gracefulShutdown', () => resolve()));
  return {
    async during(run) {
      runs.add(run);
      try {
        return await run;
      } finally {
        runs.delete(run);
      }
    },
    async of(runner) {
      const ended = new AbortController();
      const { signal } = ended;
      const end = runner.promise
        .catch((error: unknown) => log.error({ err: error }, 'the job queue stopped'))
        .finally(() => ended.abort());
      const stuck = async () => {
        await closing;
        // A look for a job that was under way may still have brought one.
        do {
          await Promise.allSettled(runs);
          await delay(patienceMs, undefined, { signal, ref: false }).catch(() => undefined);
        } while (runs.size > 0 && !signal.aborted);
        if (!signal.aborted) log.warn('the job queue has no job left and does not end; going on without it');
      };
      await Promise.race([end, stuck()]);
    },
  };
}
