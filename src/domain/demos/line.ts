import type { Sql } from 'postgres';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { DomainServices } from '../services.ts';
import { generateTask } from './tasks.ts';

/** Where a user's recordings stand in the queue. Users take turns, so the place of the first one says little about the others. */
export const lineSchema = z
  .object({
    waiting: z.number().describe('Recordings of yours that wait'),
    running: z.number().describe('Recordings of yours that are being made'),
    place: z.number().nullable().describe('The place in line of the first one that waits; 1 is next'),
    expectedStartSec: z
      .number()
      .nullable()
      .describe(
        'Seconds until that one starts, by how long the last recordings took; null where none waits or nothing is known',
      ),
  })
  .meta({ id: 'Line', examples: [{ waiting: 2, running: 1, place: 3, expectedStartSec: 45 }] });

export type Line = z.infer<typeof lineSchema>;

interface LineRow {
  waiting: number;
  running: number;
  place: number | null;
  recorders: number;
  averageSec: number | null;
}

/** How many of the latest recordings tell how long one takes. */
const latest = 20;

export async function readLine(sql: Sql, userId: string): Promise<Line> {
  const [row] = await sql<LineRow[]>`
    with line as (
      select key, locked_at is not null as runs,
        row_number() over (partition by locked_at is null order by priority, run_at, id)::int as place
      from graphile_worker.jobs where task_identifier = ${generateTask}),
    mine as (
      select line.* from line join demo_jobs j on j.id = line.key join demos d on d.id = j.demo_id
      where d.user_id = ${userId}),
    done as (
      select extract(epoch from completed_at - started_at)::float as sec from demo_jobs
      where status = 'completed' and started_at is not null order by id desc limit ${latest})
    select count(*) filter (where not runs)::int as waiting, count(*) filter (where runs)::int as running,
      min(place) filter (where not runs) as place, (select count(*) from line where runs)::int as recorders,
      (select avg(sec) from done) as "averageSec"
    from mine`;
  const { recorders, averageSec, ...line } = row!;
  if (line.place === null || averageSec === null) return { ...line, expectedStartSec: null };
  // What is being recorded is half done on average.
  const ahead = line.place - 1 + (recorders > 0 ? 0.5 : 0);
  return { ...line, expectedStartSec: Math.round((ahead / Math.max(1, recorders)) * averageSec) };
}

/** Films of test mode cost nothing, so they are few at a time. */
const mostTestFilms = 5;

/** @throws AppError 429 `queue_full` where five films of this test mode wait or are made. */
export async function demandTestRoom({ sql }: DomainServices, userId: string): Promise<void> {
  const { waiting, running } = await readLine(sql, userId);
  if (waiting + running < mostTestFilms) return;
  throw new AppError(
    'queue_full',
    429,
    `Test mode makes ${mostTestFilms} films at a time at most. Wait for one of them to end.`,
    { retryAfterSec: 5 },
  );
}

/** @throws AppError 429 `queue_full` where so many recordings wait that another one would come too late. Nothing is charged then. */
export async function demandRoom({ sql, queueLimit }: DomainServices): Promise<void> {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from graphile_worker.jobs where task_identifier = ${generateTask} and locked_at is null`;
  if (row!.waiting < queueLimit) return;
  throw new AppError(
    'queue_full',
    429,
    `${row!.waiting} recordings wait already, and the queue holds ${queueLimit}. Nothing was charged; try again in a minute.`,
    { retryAfterSec: 60 },
  );
}
