import type { Sql } from 'postgres';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { readCursor, toPage } from '../input.ts';
import { type DemoStatus, demoStatuses, jobKinds, triggers } from './events.ts';

const text = z.string().nullable();

export const demoSchema = z.object({
  id: z.string(),
  project_id: z.string(),
  prompt: z.string(),
  status: z.enum(demoStatuses),
  title: text,
  action_script: text.describe('A Chrome DevTools Recorder user flow, as JSON text'),
  ai_plan: text.describe('What is shown and why, as JSON text'),
  snapshots: text.describe('A JSON array, as text'),
  video_key: text,
  gif_key: text,
  thumbnail_key: text,
  duration_ms: z.number().nullable(),
  recording_log: text.describe('A JSON array with one member for each step, as text'),
  format: z.enum(['mp4', 'webm']),
  resolution: z.enum(['720p', '1080p']),
  duration_target: text,
  context: text,
  context_hash: text,
  presentation: text.describe('A JSON object, as text'),
  recorder_variants: text,
  version: z.number(),
  error: text,
  source: z.enum(['generated', 'upload']),
  created_at: z.string(),
  updated_at: z.string(),
  refreshed_at: text,
});
export type DemoView = z.infer<typeof demoSchema>;

export const demoDetailSchema = demoSchema.extend({
  latestJob: z
    .object({
      id: z.string(),
      kind: z.enum([...jobKinds, 'upload']),
      status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
      step: text,
      progress: z.number().describe('0 to 1'),
      message: text,
      started_at: text,
      completed_at: text,
      error: text,
    })
    .nullable(),
  refreshHistory: z.array(
    z.object({
      id: z.string(),
      triggered_by: z.enum(triggers),
      result: z.enum(['queued', 'completed', 'failed', 'cancelled']),
      old_version: z.number().nullable(),
      new_version: z.number().nullable(),
      error: text,
      created_at: z.string(),
    }),
  ),
});
export type DemoDetail = z.infer<typeof demoDetailSchema>;

type Times = { created_at: Date; updated_at: Date; refreshed_at: Date | null };
type Row = Omit<DemoView, keyof Times | 'recorder_variants'> & Times;

const columns = (sql: Sql) => sql`
  id, project_id, prompt, status, title, action_script, ai_plan, snapshots, video_key, gif_key, thumbnail_key,
  duration_ms, recording_log, format, resolution, duration_target, context, context_hash, presentation, version, error,
  source, created_at, updated_at, refreshed_at`;

const toView = (row: Row): DemoView => ({
  ...row,
  recorder_variants: null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  refreshed_at: row.refreshed_at?.toISOString() ?? null,
});

/** @throws AppError 404 where it is not one of this user's. */
export async function readDemo(sql: Sql, demoId: string, userId: string): Promise<DemoView> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from demos where id = ${demoId} and user_id = ${userId}`;
  if (!row) throw notFound('demo');
  return toView(row);
}

/** Newest first. */
export async function listDemos(
  sql: Sql,
  userId: string,
  filter: {
    projectId?: string | undefined;
    status?: DemoStatus | undefined;
    limit: number;
    cursor?: string | undefined;
  },
) {
  const before = readCursor(filter.cursor, /^demo_\w{1,64}$/);
  const found = await sql<Row[]>`
    select ${columns(sql)} from demos
    where user_id = ${userId}
      ${filter.projectId === undefined ? sql`` : sql`and project_id = ${filter.projectId}`}
      ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${filter.limit + 1}`;
  const { rows, nextCursor } = toPage(found, filter.limit, (row) => row.id);
  return { demos: rows.map(toView), next_cursor: nextCursor };
}

interface JobRow {
  id: string;
  kind: NonNullable<DemoDetail['latestJob']>['kind'];
  triggered_by: DemoDetail['refreshHistory'][number]['triggered_by'];
  status: NonNullable<DemoDetail['latestJob']>['status'];
  step: string | null;
  old_version: number | null;
  new_version: number;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  progress: number | null;
  message: string | null;
}

/** The newest job, and the newest hundred refreshes and restyles. */
export async function readDemoDetail(sql: Sql, demoId: string, userId: string): Promise<DemoDetail> {
  const [demo, jobs] = await Promise.all([
    readDemo(sql, demoId, userId),
    sql<JobRow[]>`
      select jobs.id, kind, triggered_by, status, old_version, new_version, error, created_at, started_at,
        completed_at, progress, message,
        case when status = 'running' then coalesce(p.step, jobs.step) else jobs.step end as step
      from demo_jobs jobs left join job_progress p on p.job_id = jobs.id
      where jobs.demo_id = ${demoId}
      order by jobs.id desc
      limit 101`,
  ]);
  const refreshes = jobs.filter(({ kind }) => kind === 'refresh' || kind === 'restyle').slice(0, 100);
  return { ...demo, latestJob: jobs[0] ? toJob(jobs[0]) : null, refreshHistory: refreshes.map(toHistory) };
}

const toJob = (row: JobRow): DemoDetail['latestJob'] => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  step: row.step,
  progress: row.status === 'completed' ? 1 : (row.progress ?? 0),
  message: row.status === 'running' ? row.message : null,
  started_at: row.started_at?.toISOString() ?? null,
  completed_at: row.completed_at?.toISOString() ?? null,
  error: row.error,
});

const toHistory = (row: JobRow): DemoDetail['refreshHistory'][number] => ({
  id: row.id,
  triggered_by: row.triggered_by,
  result: row.status === 'running' ? 'queued' : row.status,
  old_version: row.old_version,
  new_version: row.status === 'completed' ? row.new_version : null,
  error: row.error,
  created_at: row.created_at.toISOString(),
});
