import type { Sql } from 'postgres';

/** How all jobs of a run have ended. */
export interface Endings {
  counts: Record<string, number>;
  /** By the code of the fault. */
  faults: Record<string, number>;
  /** Jobs and charges that do not fit together, each as a sentence. */
  wrong: string[];
}

/** Jobs that have not ended. */
export const unfinishedJobs = async (sql: Sql): Promise<number> =>
  (
    await sql<{ count: number }[]>`
    select count(*)::int as count from demo_jobs where status not in ('completed', 'failed', 'cancelled')`
  )[0]!.count;

/** @returns a sentence for each of these jobs that has not come to a film */
export async function findNotReady(sql: Sql, jobIds: readonly string[]): Promise<string[]> {
  const jobs = await sql<{ id: string; status: string; error: string | null }[]>`
    select id, status, error from demo_jobs where id = any(${jobIds as string[]}) and status <> 'completed'`;
  return jobs.map(
    ({ id, status, error }) => `${id}, after the last kill, is ${status}: ${error ?? 'no error'}`,
  );
}

/** What the queue has of the films, each entry as a sentence: why a job that has not ended does not go on. */
export async function filmsInQueue(sql: Sql): Promise<string[]> {
  const entries = await sql<QueuedFilm[]>`
    select id::int, attempts, locked_by as holder, last_error as error, run_at as "dueAt",
      exists (select from workers where pool_id = locked_by) as lives
    from graphile_worker.jobs where task_identifier = 'demo.generate' order by id`;
  const [worker] = await sql<{ count: number }[]>`select count(*)::int as count from workers`;
  return entries.map(({ id, attempts, holder, lives, error, dueAt }) => {
    const state = holder
      ? `held by ${holder}, which ${lives ? 'lives' : 'is gone'}`
      : `free, due since ${dueAt.toISOString()}, with ${worker!.count} workers there`;
    return `queue entry ${id} after ${attempts} runs: ${state}; last error: ${error ?? 'none'}`;
  });
}

interface QueuedFilm {
  id: number;
  attempts: number;
  holder: string | null;
  lives: boolean;
  error: string | null;
  dueAt: Date;
}

/**
 * Reads from the log how each job has ended and what it has cost: every job ends exactly once, is charged exactly once, and its
 * charge is given back exactly where it came to nothing.
 */
export async function readEndings(sql: Sql): Promise<Endings> {
  const jobs = await sql<Job[]>`
    select jobs.id, jobs.demo_id as demo, coalesce(ends.types, '{}') as ends, coalesce(moves.taken, 0) as taken,
      coalesce(moves.given, 0) as given, ends.code
    from (select data ->> 'jobId' as id, data ->> 'demoId' as demo_id from events where type = 'GenerationQueued') jobs
    left join lateral (
      select array_agg(type) as types, max(data ->> 'code') as code from events
      where stream = 'demo-' || jobs.demo_id and data ->> 'jobId' = jobs.id
        and type in ('DemoPublished', 'RefreshFoundNoChange', 'GenerationFailed', 'GenerationCancelled')
    ) ends on true
    left join lateral (
      select count(*) filter (where type in ('AllowanceUsed', 'CreditsDeducted'))::int as taken,
        count(*) filter (where type in ('AllowanceReturned', 'CreditsRefunded'))::int as given
      from events where stream like 'credits-%' and data ->> 'jobId' = jobs.id
    ) moves on true`;
  const deleted = new Set(
    (
      await sql<{ demo: string }[]>`select data ->> 'demoId' as demo from events where type = 'DemoDeleted'`
    ).map(({ demo }) => demo),
  );
  const endings: Endings = { counts: {}, faults: {}, wrong: [] };
  for (const job of jobs) {
    const end = job.ends.length === 0 && deleted.has(job.demo) ? 'DemoDeleted' : job.ends.join(' and ');
    const word = words[end];
    endings.counts[word ?? 'not at all'] = (endings.counts[word ?? 'not at all'] ?? 0) + 1;
    if (word === 'failed') endings.faults[job.code ?? '?'] = (endings.faults[job.code ?? '?'] ?? 0) + 1;
    const back = word === 'ready' ? 0 : 1;
    if (!word) endings.wrong.push(`${job.id} ended ${end === '' ? 'not at all' : `as ${end}`}`);
    else if (job.taken !== 1 || job.given !== back)
      endings.wrong.push(
        `${job.id} (${word}) was charged ${job.taken} times and given back ${job.given} times`,
      );
  }
  const stuck = await sql<{ id: string; status: string }[]>`
    select id, status from demos where status not in ('ready', 'failed')`;
  endings.wrong.push(...stuck.map(({ id, status }) => `demo ${id} stays ${status}`));
  return endings;
}

interface Job {
  id: string;
  demo: string;
  ends: string[];
  taken: number;
  given: number;
  code: string | null;
}

const words: Record<string, string> = {
  DemoPublished: 'ready',
  RefreshFoundNoChange: 'unchanged',
  GenerationFailed: 'failed',
  GenerationCancelled: 'cancelled',
  DemoDeleted: 'deleted',
};
