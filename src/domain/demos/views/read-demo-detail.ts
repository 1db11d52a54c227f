import type { Sql } from 'postgres';
import { notFound } from '../../../errors.ts';
import { type LeftOutRow, refreshesLeftOut } from '../projections/left-out.ts';
import type { DemoDetail } from './demo-fields.ts';
import { evidenceOf, noEvidence } from './evidence.ts';
import { type DemoRow, demoColumns, toView } from './read-demo.ts';

/**
 * The newest job, and the newest hundred refreshes and restyles; in one statement, since this is what callers poll.
 * @throws AppError 404 where it is not one of this user's.
 */
export async function readDemoDetail(sql: Sql, demoId: string, userId: string): Promise<DemoDetail> {
  const [row] = await sql<DetailRow[]>`
    select ${demoColumns(sql)},
      (select coalesce(json_agg(job), '[]') from (
        select jobs.id, jobs.demo_id, kind, triggered_by, status, old_version, new_version, error, created_at, started_at,
          completed_at, progress, message, changes,
          case when status = 'running' then coalesce(p.step, jobs.step) else jobs.step end as step
        from demo_jobs jobs left join job_progress p on p.job_id = jobs.id
        where jobs.demo_id = demos.id
        order by jobs.id desc
        limit 101) as job) as jobs,
      (select coalesce(json_agg(refresh), '[]') from (${refreshesLeftOut(sql, demoId)}) as refresh) as left_out
    from demos where id = ${demoId} and user_id = ${userId}`;
  if (!row) throw notFound('demo');
  const { jobs, left_out: leftOut, ...demo } = row;
  const refreshes = jobs.filter(({ kind }) => kind === 'refresh' || kind === 'restyle');
  const refreshHistory = [...refreshes.map(toHistory), ...leftOut.map(neverQueued)]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, 100);
  return { ...toView(demo), latestJob: jobs[0] ? toJob(jobs[0]) : null, refreshHistory };
}

interface JobRow {
  id: string;
  demo_id: string;
  kind: NonNullable<DemoDetail['latestJob']>['kind'];
  triggered_by: DemoDetail['refreshHistory'][number]['triggered_by'];
  status: NonNullable<DemoDetail['latestJob']>['status'];
  step: string | null;
  old_version: number | null;
  new_version: number;
  error: string | null;
  // Times as JSON writes them.
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  progress: number | null;
  message: string | null;
  changes: string | null;
}

interface DetailRow extends DemoRow {
  jobs: JobRow[];
  left_out: LeftOutRow[];
}

const isoTime = (text: string) => new Date(text).toISOString();

const toJob = (row: JobRow): DemoDetail['latestJob'] => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  step: row.step,
  progress: row.status === 'completed' ? 1 : (row.progress ?? 0),
  message: row.status === 'running' ? row.message : null,
  started_at: row.started_at && isoTime(row.started_at),
  completed_at: row.completed_at && isoTime(row.completed_at),
  error: row.error,
});

const neverQueued = (row: LeftOutRow): DemoDetail['refreshHistory'][number] => ({
  id: row.id,
  triggered_by: row.triggered_by,
  result: 'failed',
  error: row.error,
  old_version: row.version,
  new_version: null,
  unchanged: false,
  cost_returned: false,
  created_at: isoTime(row.created_at),
  ...noEvidence,
});

const isUnchanged = ({ status, old_version, new_version }: JobRow) =>
  status === 'completed' && new_version === old_version;

const toHistory = (row: JobRow): DemoDetail['refreshHistory'][number] => ({
  id: row.id,
  triggered_by: row.triggered_by,
  result: row.status === 'running' ? 'queued' : row.status,
  old_version: row.old_version,
  new_version: row.status === 'completed' ? row.new_version : null,
  unchanged: isUnchanged(row),
  cost_returned: row.status === 'failed' || row.status === 'cancelled' || isUnchanged(row),
  error: row.error,
  created_at: isoTime(row.created_at),
  ...evidenceOf(row),
});
