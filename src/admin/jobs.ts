import type { Sql } from 'postgres';
import { z } from 'zod';
import { cancelJob } from '../domain/demos/end.ts';
import type { DemoFact } from '../domain/demos/events.ts';
import { demoStream } from '../domain/demos/events.ts';
import { refreshDemo, restyleDemo } from '../domain/demos/jobs/requeue.ts';
import type { DomainServices } from '../domain/services.ts';
import { conflict, notFound } from '../errors.ts';
import type { Presentation } from '../recorder/contract/presentation.ts';
import type { CommandContext } from '../store/types.ts';

export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export const jobSchema = z.object({
  /** A demo's job, or for other tasks the number in the queue. */
  id: z.string(),
  task: z.string(),
  status: z.enum(jobStatuses),
  userId: z.string().nullable(),
  demoId: z.string().nullable(),
  /** Of the queue: runs begun so far, and how many there may be. null where it is not in the queue any more. */
  attempts: z.number().nullable(),
  maxAttempts: z.number().nullable(),
  /** When it is to run, or began to. */
  runAt: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
});
type AdminJob = z.infer<typeof jobSchema>;

interface JobRow extends Omit<AdminJob, 'runAt' | 'createdAt'> {
  runAt: Date | null;
  createdAt: Date;
  queueId: string | null;
}

/** Jobs of demos, and whatever else is in the queue, newest first. */
export async function listJobs(
  sql: Sql,
  filter: { status: AdminJob['status'] | null; userId: string | null; id: string | null; limit: number },
): Promise<(AdminJob & { queueId: string | null })[]> {
  const { status, userId, id } = filter;
  // A task of the queue that has used up its attempts will not run again: it counts as failed. One that waits for its
  // next attempt counts as queued.
  const rows = await sql<JobRow[]>`
    with all_jobs as (
      select coalesce(d.id, q.id::text) as id, coalesce(q.task_identifier, 'demo.generate') as task,
        coalesce(d.status, case
          when q.locked_at is not null then 'running' when q.attempts >= q.max_attempts then 'failed' else 'queued'
        end) as status,
        demos.user_id as "userId", d.demo_id as "demoId", q.attempts::int, q.max_attempts::int as "maxAttempts",
        q.run_at as "runAt", coalesce(d.error, q.last_error) as error, coalesce(d.created_at, q.created_at) as "createdAt",
        q.id::text as "queueId"
      from demo_jobs d
      full join graphile_worker.jobs q on q.key = d.id
      left join demos on demos.id = d.demo_id
    )
    select * from all_jobs
    where true
      ${status === null ? sql`` : sql`and status = ${status}`}
      ${userId === null ? sql`` : sql`and "userId" = ${userId}`}
      ${id === null ? sql`` : sql`and id = ${id}`}
    order by "createdAt" desc, id desc
    limit ${filter.limit}`;
  return rows.map((row) => ({
    ...row,
    runAt: row.runAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}

async function demandJob(sql: Sql, id: string) {
  const [job] = await listJobs(sql, { status: null, userId: null, id, limit: 1 });
  if (!job) throw notFound('job');
  return job;
}

/**
 * Runs a job again. A job that still waits in the queue runs at once. Where a demo's job came to nothing, a new job
 * of the same demo runs; it costs what every job costs, since what the first one cost was given back.
 * @returns the id of the job that will run.
 * @throws AppError 404, 409 where it runs or is done, and whatever a refresh or restyle is refused with.
 */
export async function retryJob(
  services: DomainServices,
  context: CommandContext,
  id: string,
): Promise<string> {
  const { sql } = services;
  const job = await demandJob(sql, id);
  if (job.status === 'running') throw conflict('job_running', `${id} is running; cancel it first.`);
  if (job.status === 'completed') throw conflict('job_done', `${id} is done.`);
  if (job.queueId !== null && (job.demoId === null || job.status === 'queued')) {
    const [again] = await sql`
      select from graphile_worker.reschedule_jobs(array[${job.queueId}]::bigint[], run_at => now(), attempts => 0)`;
    if (!again) throw conflict('job_running', `${id} has just been taken up.`);
    return id;
  }
  const { demoId, userId } = job;
  if (!demoId || !userId) throw notFound('demo');
  const queued = await queuedAs(services, demoId, id);
  const request = { demoId, userId };
  const done =
    queued.kind === 'restyle'
      ? await restyleDemo(services, context, {
          ...request,
          presentation: (queued.presentation ?? {}) as Presentation,
        })
      : await refreshDemo(services, context, { ...request, triggeredBy: 'manual' });
  return done.jobId;
}

/**
 * Ends a job. A demo's job ends as its owner would end it, and what it cost is given back. Any other task is ended so
 * that the queue will not run it.
 * @throws AppError 404, 409 where there is nothing to end.
 */
export async function cancelAnyJob(
  services: DomainServices,
  context: CommandContext,
  id: string,
): Promise<void> {
  const { sql } = services;
  const { demoId, userId, status, queueId } = await demandJob(sql, id);
  if (status !== 'queued' && status !== 'running') throw conflict('job_over', `${id} is ${status} already.`);
  if (demoId && userId) return cancelJob(services, context, { demoId, userId });
  if (status === 'running')
    throw conflict('job_running', `${id} is running, and its task cannot be interrupted; it ends by itself.`);
  const { actor } = context.metadata;
  const [ended] = await sql`
    select from graphile_worker.permanently_fail_jobs(array[${queueId}]::bigint[], ${`cancelled by ${actor}`})`;
  if (!ended) throw conflict('job_running', `${id} has just been taken up.`);
}

async function queuedAs({ store }: DomainServices, demoId: string, jobId: string) {
  const events = await store.readStream(demoStream(demoId));
  const queued = events
    .filter(({ type }) => type === 'GenerationQueued')
    .map(({ data }) => data as DemoFact<'GenerationQueued'>)
    .find((data) => data.jobId === jobId);
  if (!queued) throw notFound('job');
  return queued;
}
