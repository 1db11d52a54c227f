import type { Sql } from 'postgres';
import type { RowChange, RowValue } from '../../../store/types.ts';
import { projection } from '../../projection.ts';
import type { DemoEvent } from '../events.ts';

/** Read model: every generation, refresh and restyle, and what became of it. */
export const demoJobsProjection = projection<DemoEvent>({
  name: 'demo_jobs',
  version: 1,
  tables: ['demo_jobs'],
  documents: { demo_jobs: ['changes'] },
  on: {
    GenerationQueued: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'demo_jobs',
        row: {
          id: data.jobId,
          demo_id: data.demoId,
          kind: data.kind,
          triggered_by: data.triggeredBy,
          status: 'queued',
          old_version: data.oldVersion,
          new_version: data.newVersion,
          created_at: recordedAt,
        },
      },
    ],
    GenerationStarted: ({ data, recordedAt }) => {
      const step = data.kind === 'restyle' ? 'recording' : 'planning';
      return update(data.jobId, { status: 'running', step, started_at: recordedAt });
    },
    RecordingStarted: ({ data }) => update(data.jobId, { step: 'recording' }),
    DemoPublished: ({ data, recordedAt }) => {
      const changes = data.changes ? JSON.stringify(data.changes) : null;
      return ended(data.jobId, 'completed', recordedAt, { step: 'publishing', ...(changes && { changes }) });
    },
    RefreshFoundNoChange: ({ data, recordedAt }) =>
      ended(data.jobId, 'completed', recordedAt, { new_version: data.version, changes: '[]' }),
    GenerationFailed: ({ data, recordedAt }) =>
      ended(data.jobId, 'failed', recordedAt, { error: data.message, error_code: data.code }),
    GenerationCancelled: ({ data, recordedAt }) => ended(data.jobId, 'cancelled', recordedAt),
    // An upload is complete when its event is stored. It is listed among the jobs all the same, since every version
    // has a job.
    DemoUploaded: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'demo_jobs',
        row: {
          id: data.jobId,
          demo_id: data.demoId,
          kind: 'upload',
          triggered_by: data.triggeredBy,
          status: 'completed',
          step: 'publishing',
          new_version: 1,
          created_at: recordedAt,
          started_at: recordedAt,
          completed_at: recordedAt,
        },
      },
    ],
    DemoDeleted: ({ data }) => [{ op: 'delete', table: 'demo_jobs', key: { demo_id: data.demoId } }],
  },
});

const update = (jobId: string, set: Record<string, RowValue>): RowChange[] => [
  { op: 'update', table: 'demo_jobs', key: { id: jobId }, set },
];

const ended = (jobId: string, status: string, at: Date, also: Record<string, RowValue> = {}) =>
  update(jobId, { status, completed_at: at, ...also });

/** The demo that a job belongs to; null where there is no such job, or no such demo any more. */
export async function demoOfJob(sql: Sql, jobId: string): Promise<string | null> {
  const [row] = await sql<{ demo_id: string }[]>`select demo_id from demo_jobs where id = ${jobId}`;
  return row?.demo_id ?? null;
}
