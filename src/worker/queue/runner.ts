import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger as GraphileLogger,
  type JobHelpers,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Sql } from 'postgres';
import { openPgPool } from '../../database/pg-pool.ts';
import type { Logger } from '../../log.ts';
import { Interruption, interruptionOf } from './interruption.ts';
import type { Lease } from './lease.ts';
import { clearFolder } from './leftovers.ts';
import { type JobObserver, originOf, unobserved } from './observer.ts';
import { OwnFault } from './own-fault.ts';
import { watchPool } from './pool-end.ts';
import { InvalidPayload, type Task, type TaskContext } from './tasks.ts';
import { RunFailed, timeTakenMs } from './time-taken.ts';

export interface RunnerSettings {
  databaseUrl: string;
  sql: Sql;
  log: Logger;
  lease: Lease;
  tasks: Task[];
  /** How many jobs run at a time. */
  concurrency: number;
  /** The worker's folder. Each run gets a folder inside it. */
  folder: string;
  observer?: JobObserver | undefined;
}

export interface JobRunner {
  /** Takes no more jobs, interrupts the running ones, waits for them, and gives them back to the queue at once. */
  stop(interruption: Interruption): Promise<void>;
  /** Settles when the runner has ended, whether it was stopped or failed, and where it can only go on without taking jobs. */
  ended: Promise<void>;
}

/** A job that was interrupted. The interrupted run does not count as an attempt. */
interface HandedBack {
  id: string;
  attempts: number;
}

/** Takes jobs from the queue and runs their tasks, for as long as the lease lasts. */
export async function startRunner(settings: RunnerSettings): Promise<JobRunner> {
  const { lease, sql, log, observer = unobserved } = settings;
  const interrupt = new AbortController();
  const handedBack: HandedBack[] = [];
  let poolId = '';
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
    // Every heartbeat tells it, and every run begins with one (`prepare`). So nothing is lost where the database is away at this moment.
    lease
      .holdPool(poolId)
      .catch((error) => log.warn({ err: error }, 'could not say yet which jobs are this worker’s'));
  });
  const pool = watchPool(events, log);

  const perform = async (task: Task, payload: unknown, helpers: JobHelpers) => {
    const { job } = helpers;
    const origin = originOf(payload);
    const { requestId } = origin;
    const of = { task: task.name, queueId: job.id, attempt: job.attempts };
    const waitedMs = Math.max(0, Date.now() - job.run_at.getTime());
    const signal = AbortSignal.any([interrupt.signal, lease.signal]);
    try {
      const run = {
        folder: join(settings.folder, `job-${job.id}-${job.attempts}`),
        log: log.child({ ...of, requestId }),
        confirm: lease.confirm,
      };
      const before = { attempt: job.attempts, lastError: job.last_error };
      await observer({ ...of, waitedMs, origin }, () => runOnce(task, payload, before, signal, run));
    } catch (error) {
      if (interruptionOf(signal)?.kind === 'stopping') {
        handedBack.push({ id: job.id, attempts: Math.max(0, job.attempts - 1) });
      }
      throw error;
    }
  };
  const taskList: TaskList = Object.fromEntries(
    settings.tasks.map((task) => [
      task.name,
      (payload: unknown, helpers: JobHelpers) => pool.during(perform(task, payload, helpers)),
    ]),
  );

  const pgPool = openPgPool(
    settings.databaseUrl,
    { max: Math.min(settings.concurrency, mostAsking) + 2, applicationName: 'showreel-queue' },
    (error) => log.warn({ err: error }, 'a connection of the job queue was cut'),
  );
  const runner = await run({
    pgPool,
    concurrency: settings.concurrency,
    // New jobs are announced by NOTIFY. Jobs that were released from a dead worker are not: only a poll finds them.
    pollInterval: 1000,
    noHandleSignals: true,
    // Where the database is away, a batched result ends the pool, and a new one begins; a single one would become an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: queueLogger(log),
    events,
    taskList,
    parsedCronItems: scheduleOf(settings.tasks),
  }).catch((error) => {
    void pgPool.end();
    throw error;
  });
  const ended = pool.of(runner);
  return {
    ended,
    async stop(interruption) {
      interrupt.abort(interruption);
      await withinPatience(
        stopTaking(runner, log).then(() => ended),
        log,
      );
      // Not awaited: a connection that the network has forgotten never says that it has ended.
      void pgPool.end();
      await giveBack(sql, poolId, handedBack);
    },
  };
}

const scheduleOf = (tasks: Task[]) =>
  parseCronItems(
    tasks.flatMap(({ name, schedule, makesUpForMissed }) => {
      const backfillPeriod = makesUpForMissed ? 24 * 60 * 60_000 : 0;
      return schedule === null
        ? []
        : [{ task: name, match: schedule, options: { jobKey: name, backfillPeriod } }];
    }),
  );

async function runOnce(
  task: Task,
  payload: unknown,
  before: Pick<TaskContext, 'attempt' | 'lastError'>,
  signal: AbortSignal,
  run: { folder: string; log: Logger; confirm(): Promise<void> },
): Promise<void> {
  const deadline = new AbortController();
  const seconds = Math.round(task.deadlineMs / 1000);
  const takenMs = timeTakenMs(before.lastError);
  const startedMs = performance.now();
  const leftMs = () => Math.max(0, task.deadlineMs - takenMs - (performance.now() - startedMs));
  const timer = setTimeout(
    () => deadline.abort(new Interruption('deadline', `It took longer than ${seconds} seconds.`)),
    leftMs(),
  );
  try {
    await prepare(run, signal);
    const context = { ...run, ...before, leftMs, signal: AbortSignal.any([signal, deadline.signal]) };
    await task.perform(payload, context);
  } catch (error) {
    if (error instanceof InvalidPayload) {
      run.log.error({ detail: error.message }, 'a job does not fit its task here: a newer worker may do it');
      throw new RunFailed(new OwnFault(error), takenMs);
    }
    const isOurs = error instanceof OwnFault || signal.aborted;
    throw new RunFailed(error, isOurs ? takenMs : task.deadlineMs - leftMs());
  } finally {
    clearTimeout(timer);
    // What is left is removed with the worker's folder. It must not make a job that is done be done again.
    await clearFolder(run.folder).catch((error) =>
      run.log.warn({ err: error }, 'could not remove the files of a run'),
    );
  }
}

/** @throws OwnFault where the database or the disk is at fault: the job's handler, which would say so, is not even asked then. */
async function prepare(
  { folder, confirm }: { folder: string; confirm(): Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  try {
    // Before anything else: a process that was suspended may have lost its lease without having noticed yet.
    await confirm();
    signal.throwIfAborted();
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new OwnFault(error);
  }
}

/** A job asks the queue for milliseconds at its beginning and end, so that sixteen at a time need no connection each. */
const mostAsking = 4;

/** Interrupted jobs get 5 s to end. Then only a connection is left that the network has forgotten, which says nothing any more. */
const stopPatienceMs = 9_000;

async function withinPatience(stopping: Promise<void>, log: Logger): Promise<void> {
  const waiting = new AbortController();
  const late = delay(stopPatienceMs, true, { signal: waiting.signal, ref: false }).catch(() => false);
  if (await Promise.race([stopping.then(() => false), late]))
    log.warn('the job queue did not stop in time; going on without it');
  waiting.abort();
}

async function stopTaking(runner: Runner, log: Logger): Promise<void> {
  try {
    await runner.stop();
  } catch (error) {
    // The runner had stopped by itself already.
    log.debug({ err: error }, 'the job queue was already stopping');
  }
}

/** graphile-worker counts an interrupted run as a failed attempt and delays the next one. This puts the job back as it was. */
async function giveBack(sql: Sql, poolId: string, jobs: HandedBack[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${[poolId]})`;
  for (const job of jobs) {
    await sql`
      select graphile_worker.reschedule_jobs(
        array[${job.id}]::bigint[], run_at => now(), attempts => ${job.attempts}::int)`;
  }
}

/**
 * The queue's own messages. The task logs what became of its job, so an error of the queue is only a warning here. That the pool is smaller
 * than `concurrency` is so on purpose (see `mostAsking`): graphile-worker warns of it at every start, and gives both numbers with that.
 */
function queueLogger(log: Logger): GraphileLogger {
  const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new GraphileLogger(() => (level, message, meta) => {
    const isOfPool = meta !== undefined && 'max' in meta && 'concurrency' in meta;
    log[isOfPool ? 'debug' : (levels[level as keyof typeof levels] ?? 'debug')](message);
  });
}
