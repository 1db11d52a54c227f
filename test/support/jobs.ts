import { createLogger } from '../../src/log.ts';
import type { Task } from '../../src/worker/queue/tasks.ts';
import type { TestServices } from './services.ts';

export interface QueuedJob {
  task: string;
  payload: object;
  runAt: Date;
}

/** The jobs that wait in the queue, oldest first. */
export async function queuedJobs({ sql }: Pick<TestServices, 'sql'>, task?: string): Promise<QueuedJob[]> {
  const rows = await sql<QueuedJob[]>`
    select tasks.identifier as task, jobs.payload, jobs.run_at as "runAt"
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    ${task === undefined ? sql`` : sql`where tasks.identifier = ${task}`}
    order by jobs.id`;
  return [...rows];
}

/** Performs a job as a worker does, payload check included. */
export async function perform(
  tasks: readonly Task[],
  job: Pick<QueuedJob, 'task' | 'payload'>,
  folder = '/nowhere',
): Promise<void> {
  const found = tasks.find(({ name }) => name === job.task);
  if (!found) throw new Error(`nobody performs ${job.task}`);
  await found.perform(job.payload, {
    signal: new AbortController().signal,
    attempt: 1,
    lastError: null,
    leftMs: () => 60_000,
    folder,
    log: createLogger('silent'),
    confirm: async () => undefined,
  });
}
