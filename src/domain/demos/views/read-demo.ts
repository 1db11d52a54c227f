import type { Sql } from 'postgres';
import { z } from 'zod';
import { notFound } from '../../../errors.ts';
import type { Presentation } from '../../../recorder/contract/presentation.ts';
import { aspects } from '../../../recorder/contract/shapes.ts';
import { idField, nullableText, nullableTimeField, timeField } from '../../fields.ts';
import { readCursor, toPage } from '../../input.ts';
import { hasReset } from '../../resets/resets.ts';
import { dataWarning } from '../data-warning.ts';
import { type DemoStatus, demoSources, demoStatuses, jobKinds, triggers } from '../events.ts';
import { qualityOfWarnings } from '../film-warnings.ts';
import { answered, matchesPage } from '../presentation.ts';
import { type LeftOutRow, refreshesLeftOut } from '../projections/left-out.ts';
import { soundAnswer } from '../sound.ts';
import { warningsField } from '../warnings.ts';
import { detailUrlsField, type OwnTracks, urlsField } from './addresses.ts';
import { documentFields } from './documents.ts';
import { evidenceFields, evidenceOf, noEvidence } from './evidence.ts';
import { type FilmColumns, pixels, pixelsOf } from './film-size.ts';

const folder = 'demos/demo_01kjpx72b4fabn2v1n9dm8936v/v1';

const demoFields = z.object({
  id: idField('demo'),
  project_id: idField('project'),
  prompt: z.string().meta({ examples: ['Open the pricing section and compare the plans'] }),
  status: z.enum(demoStatuses).meta({ examples: ['ready'] }),
  title: nullableText('Pricing at a glance'),
  action_script: nullableText(
    '{"title":"Pricing at a glance","steps":[{"type":"navigate","url":"https://example.com/"}]}',
    'A Chrome DevTools Recorder user flow, as JSON text; null until the demo was planned',
  ),
  ai_plan: nullableText(
    '{"source":"heuristic","summary":"Shows the plans side by side","scenes":[]}',
    'The plan, which says what is shown and why, as JSON text',
  ),
  snapshots: nullableText(
    `[{"timeMs":1200,"key":"${folder}/snapshots/1.jpg","url":"/snapshot/demo_01kjpx72b4fabn2v1n9dm8936v-1.jpg","label":"The plans"}]`,
    'A JSON array with one member for each still, as text',
  ),
  video_key: nullableText(`${folder}/video.mp4`),
  gif_key: nullableText(`${folder}/demo.gif`),
  thumbnail_key: nullableText(`${folder}/thumb.png`),
  duration_ms: z
    .number()
    .nullable()
    .meta({ examples: [10_000] }),
  recording_log: nullableText(
    '[{"step":0,"type":"navigate","intent":"Open the page","startMs":0,"endMs":900,"status":"ok","selector":null,"message":null}]',
    'A JSON array with one member for each step, as text',
  ),
  sound: soundAnswer,
  format: z.enum(['mp4', 'webm']),
  resolution: z.enum(['720p', '1080p']).meta({ examples: ['1080p'] }),
  aspect: z
    .enum(aspects)
    .nullable()
    .meta({ description: 'The shape of the video, width to height; null for an upload', examples: ['16:9'] }),
  width: pixels('The width of the video in pixels; null for an upload whose size is not known', 1920),
  height: pixels('The height of the video in pixels; null for an upload whose size is not known', 1080),
  duration_target: nullableText('10s', '`5s`, `10s` or `30s`; null for an upload'),
  context: nullableText(null, 'What else the planner should know'),
  context_hash: nullableText(
    null,
    'Set for demos of embeds. Equal inputs have the same hash and share one demo',
  ),
  presentation: nullableText('{"background":"brand","mockup":"macos-light"}', 'A JSON object, as text'),
  window_follows_page: z.boolean().meta({
    description:
      'True where no `mockup` was named: the window is light or dark as the page is, and `presentation` has the default in its place',
    examples: [true],
  }),
  recorder_variants: nullableText(null),
  version: z.number().meta({ description: 'The number of recordings that were published', examples: [1] }),
  error: nullableText(null, 'Why the newest job failed'),
  warnings: warningsField,
  quality: z
    .number()
    .nullable()
    .meta({
      description:
        'How good the video is as far as the service can tell from its pictures and its page, from 0 to 1. It is 1 where nothing was found; `warnings` names what was. Null where there is no video, and of an upload',
      examples: [1],
    }),
  source: z.enum(demoSources),
  page_url: nullableText(null, 'The page that is filmed, where it is another one than that of the project'),
  created_at: timeField(),
  updated_at: timeField('2026-03-02T09:14:31.870Z'),
  refreshed_at: nullableTimeField(null),
});
export const demoSchema = demoFields
  .extend({ urls: urlsField, ...documentFields.partial().shape })
  .meta({ id: 'Demo' });
/** A demo as it is stored. Its addresses depend on where this service is reached (`withUrls`). */
export type DemoView = z.infer<typeof demoFields> & OwnTracks;

const detailFields = demoFields.extend({
  latestJob: z
    .object({
      id: idField('job'),
      kind: z.enum([...jobKinds, 'upload']),
      status: z
        .enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
        .meta({ examples: ['completed'] }),
      step: nullableText(
        'publishing',
        'The current step: `planning`, `recording`, `rendering` or `publishing`',
      ),
      progress: z.number().meta({ description: 'The progress from 0 to 1', examples: [1] }),
      message: nullableText(null),
      started_at: nullableTimeField('2026-03-02T09:14:05.300Z'),
      completed_at: nullableTimeField('2026-03-02T09:14:31.870Z'),
      error: nullableText(null),
    })
    .nullable()
    .meta({ description: 'The newest job, in any state' }),
  refreshHistory: z
    .array(
      z.object({
        id: idField('job'),
        triggered_by: z.enum(triggers),
        result: z.enum(['queued', 'completed', 'failed', 'cancelled']),
        old_version: z.number().nullable(),
        new_version: z.number().nullable(),
        unchanged: z.boolean().meta({
          description:
            'True where a refresh found nothing new on the page: no new version was made, and its cost was given back',
          examples: [false],
        }),
        cost_returned: z.boolean().meta({
          description:
            'True where what it cost was given back: where it failed, was cancelled, or found nothing new. False where it was never queued and so cost nothing',
          examples: [false],
        }),
        error: nullableText(null),
        created_at: timeField(),
        ...evidenceFields,
      }),
    )
    .meta({ description: 'Refreshes and restyles, newest first, at most a hundred', examples: [[]] }),
});
export const demoDetailSchema = detailFields
  .extend({ urls: detailUrlsField, ...documentFields.shape })
  .meta({ id: 'DemoDetail' });
export type DemoDetail = z.infer<typeof detailFields> & OwnTracks;

type Times = { created_at: Date; updated_at: Date; refreshed_at: Date | null };
type Row = Omit<
  DemoView,
  | keyof Times
  | 'window_follows_page'
  | 'recorder_variants'
  | 'warnings'
  | 'quality'
  | 'sound'
  | 'width'
  | 'height'
> &
  Times &
  FilmColumns & { warnings: string | null; sound: string | null; changes_data: boolean; has_reset: boolean };

const columns = (sql: Sql) => sql`
  id, project_id, prompt, status, title, action_script, ai_plan, snapshots, video_key, gif_key, thumbnail_key,
  duration_ms, recording_log, format, resolution, aspect, film_width, film_height, duration_target, context, context_hash, presentation, version, error,
  warnings, sound, source, page_url, created_at, updated_at, refreshed_at, has_captions, has_chapters, changes_data, ${hasReset(sql, 'demos.project_id')} as has_reset`;

function toView({
  changes_data: changesData,
  has_reset: resets,
  film_width,
  film_height,
  ...row
}: Row): DemoView {
  const stored: { code: string; message: string }[] = JSON.parse(row.warnings ?? '[]');
  return {
    ...row,
    ...pixelsOf({ ...row, film_width, film_height }),
    ...shownPresentation(row.presentation),
    recorder_variants: null,
    sound: row.sound === null ? null : (JSON.parse(row.sound) as DemoView['sound']),
    warnings: [...stored, ...[dataWarning(changesData, resets) ?? []].flat()],
    quality: row.source === 'generated' && row.video_key !== null ? qualityOfWarnings(stored) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    refreshed_at: row.refreshed_at?.toISOString() ?? null,
  };
}

function shownPresentation(text: string | null): Pick<DemoView, 'presentation' | 'window_follows_page'> {
  // Most have a window, and a list has a hundred.
  if (text === null || text.includes('"mockup"')) return { presentation: text, window_follows_page: false };
  const presentation = JSON.parse(text) as Presentation;
  return {
    presentation: JSON.stringify(answered(presentation)),
    window_follows_page: matchesPage(presentation),
  };
}

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

interface DetailRow extends Row {
  jobs: JobRow[];
  left_out: LeftOutRow[];
}

/**
 * The newest job, and the newest hundred refreshes and restyles; in one statement, since this is what callers poll.
 * @throws AppError 404 where it is not one of this user's.
 */
export async function readDemoDetail(sql: Sql, demoId: string, userId: string): Promise<DemoDetail> {
  const [row] = await sql<DetailRow[]>`
    select ${columns(sql)},
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
