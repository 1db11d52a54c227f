import type { Sql } from 'postgres';
import { z } from 'zod';
import type { JsonObject } from '../../../store/types.ts';
import { exampleIds, idField, nullableText, timeField } from '../../fields.ts';
import type { DomainServices } from '../../services.ts';
import { demoStatuses } from '../events.ts';

export const jobSteps = ['planning', 'recording', 'rendering', 'publishing'] as const;
export type JobStep = (typeof jobSteps)[number];

/** What is sent over the progress channel. */
export const progressMessage = z.object({
  type: z.literal('progress'),
  demoId: idField('demo'),
  jobId: nullableText(exampleIds.job),
  status: z.enum(demoStatuses).meta({ examples: ['recording'] }),
  step: z
    .enum(jobSteps)
    .nullable()
    .meta({ examples: ['recording'] }),
  /** 0 to 1, never going back within a job. */
  progress: z
    .number()
    .min(0)
    .max(1)
    .meta({ examples: [0.42] }),
  message: nullableText('Press “Yearly”'),
  /** Only while the film is recorded. */
  scene: z
    .object({
      index: z.number().int().min(0),
      count: z.number().int().min(1),
      name: z.string(),
    })
    .optional()
    .meta({
      description: 'The scene that is filmed, counted from 0',
      examples: [{ index: 1, count: 4, name: 'Press “Yearly”' }],
    }),
  frame: z
    .string()
    .optional()
    .meta({
      description: 'The path of a picture of the film as it is now. It is there until the film is finished',
      examples: [`/live/${exampleIds.demo}-7.jpg`],
    }),
  at: timeField('2026-03-02T09:14:18.400Z'),
});
export type ProgressMessage = z.infer<typeof progressMessage>;
export type FilmedScene = NonNullable<ProgressMessage['scene']>;

/** Whether a message with this status is the last one. */
export const isTerminal = (status: ProgressMessage['status']) => status === 'ready' || status === 'failed';

export interface ProgressTick {
  demoId: string;
  jobId: string;
  step: JobStep;
  /** 0 to 1, of the whole job. */
  progress: number;
  message: string | null;
  /** What is told and not stored: whoever comes later hears of the next one. */
  scene?: FilmedScene | null;
  frame?: string | null;
}

/**
 * Stores how far a running job has come, and tells every process. A tick is dropped where its job has ended, and
 * where it lies behind an earlier one: a retry begins again from 0.
 */
export async function reportProgress(
  { sql, doorbell, clock }: Pick<DomainServices, 'sql' | 'doorbell' | 'clock'>,
  tick: ProgressTick,
): Promise<void> {
  const { demoId, jobId, step, message, scene, frame } = tick;
  const progress = Math.min(1, Math.max(0, tick.progress));
  const at = clock.now();
  const [kept] = await sql<{ status: ProgressMessage['status'] }[]>`
    with running as (
      select demos.status from demo_jobs jobs join demos on demos.id = jobs.demo_id
      where jobs.id = ${jobId} and jobs.status = 'running'
    ), kept as (
      insert into job_progress as p (job_id, demo_id, step, progress, message, at)
      select ${jobId}, ${demoId}, ${step}, ${progress}, ${message}, ${at} from running
      on conflict (job_id) do update
        set step = excluded.step, progress = excluded.progress, message = excluded.message, at = excluded.at
        where p.progress <= excluded.progress
      returning job_id
    )
    select running.status from running, kept`;
  if (!kept) return;
  const news: ProgressMessage = {
    type: 'progress',
    demoId,
    jobId,
    status: kept.status,
    step,
    progress,
    message,
    ...(scene && { scene }),
    ...(frame && { frame }),
    at: at.toISOString(),
  };
  doorbell.tick(news satisfies JsonObject);
}

/** Removes the progress of jobs that ended long ago; a job that runs reports every second. */
export async function forgetOldProgress({
  sql,
  clock,
}: Pick<DomainServices, 'sql' | 'clock'>): Promise<void> {
  await sql`delete from job_progress where at < ${new Date(clock.now().getTime() - 24 * 60 * 60_000)}`;
}

interface ProgressRow {
  demo_status: ProgressMessage['status'];
  demo_error: string | null;
  demo_updated_at: Date;
  job_id: string | null;
  job_status: string | null;
  step: JobStep | null;
  progress: number | null;
  message: string | null;
  at: Date | null;
}

/** The state of a demo and its latest job; null where there is no such demo. */
export async function currentProgress(sql: Sql, demoId: string): Promise<ProgressMessage | null> {
  const [row] = await sql<ProgressRow[]>`
    select demos.status as demo_status, demos.error as demo_error, demos.updated_at as demo_updated_at,
      jobs.id as job_id, jobs.status as job_status,
      case when jobs.status = 'running' then coalesce(p.step, jobs.step) else jobs.step end as step,
      p.progress, p.message, p.at
    from demos
    left join lateral (
      select * from demo_jobs where demo_id = demos.id order by id desc limit 1
    ) jobs on true
    left join job_progress p on p.job_id = jobs.id
    where demos.id = ${demoId}`;
  if (!row) return null;
  const terminal = isTerminal(row.demo_status);
  const at = !terminal && row.at && row.at > row.demo_updated_at ? row.at : row.demo_updated_at;
  return {
    type: 'progress',
    demoId,
    jobId: row.job_id,
    status: row.demo_status,
    step: row.step,
    progress: row.demo_status === 'ready' ? 1 : (row.progress ?? 0),
    message: terminal ? row.demo_error : row.message,
    at: at.toISOString(),
  };
}
