import type { Sql } from 'postgres';
import type { Logger } from '../../log.ts';
import { Interruption } from './interruption.ts';
import { type Lease, type LeaseTiming, leaseTiming, takeLease } from './lease.ts';
import { clearFolder, removeLeftovers, workerFolder } from './leftovers.ts';
import type { JobObserver } from './observer.ts';
import { type JobRunner, startRunner } from './runner.ts';
import type { Task } from './tasks.ts';

export interface WorkerSettings {
  sql: Sql;
  databaseUrl: string;
  dataDir: string;
  /** How many jobs run at a time. */
  concurrency: number;
  tasks: Task[];
  log: Logger;
  timing?: LeaseTiming;
  observer?: JobObserver | undefined;
}

/** One identity of a worker: its lease, its pool in the queue and its folder. They begin and end together. */
export interface WorkerSession {
  workerId: string;
  /** Settles when the session cannot go on: the lease is lost, or the queue stopped by itself. */
  over: Promise<void>;
  /** Interrupts the running jobs, gives them back to the queue and removes all files. */
  close(): Promise<void>;
}

export async function openSession(settings: WorkerSettings): Promise<WorkerSession> {
  const { sql, log, dataDir } = settings;
  const lease = await takeLease(
    sql,
    log,
    (dead) => {
      removeLeftovers(dataDir, dead, log).catch((error) => log.warn({ err: error }, 'could not clean up'));
    },
    settings.timing ?? leaseTiming,
  );
  const folder = workerFolder(dataDir, lease.workerId);
  let runner: JobRunner;
  try {
    runner = await startRunner({ ...settings, lease, folder });
  } catch (error) {
    await lease.end();
    throw error;
  }
  const lost = new Promise<void>((resolve) => {
    // While the database is slow, the lease may be lost before the runner has started.
    if (lease.signal.aborted) return resolve();
    lease.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return {
    workerId: lease.workerId,
    over: Promise.race([lost, runner.ended]),
    close: () => close(runner, lease, folder, log),
  };
}

async function close(runner: JobRunner, lease: Lease, folder: string, log: Logger): Promise<void> {
  // Each step is tried even where the one before failed, as it does when the database is gone.
  const steps = {
    'stop taking jobs': () => runner.stop(new Interruption('stopping', 'The worker is shutting down.')),
    'remove its files': () => clearFolder(folder),
    'give up its lease': () => lease.end(),
  };
  for (const [what, step] of Object.entries(steps)) {
    try {
      await step();
    } catch (error) {
      log.warn({ err: error, workerId: lease.workerId }, `the worker could not ${what}`);
    }
  }
}
