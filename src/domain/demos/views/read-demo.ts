import type { Sql } from 'postgres';
import { notFound } from '../../../errors.ts';
import type { Presentation } from '../../../recorder/contract/presentation.ts';
import { readCursor, toPage } from '../../input.ts';
import { hasReset } from '../../resets/resets.ts';
import { dataWarning } from '../data-warning.ts';
import type { DemoStatus } from '../events.ts';
import { qualityOfWarnings } from '../film-warnings.ts';
import { answered, matchesPage } from '../presentation.ts';
import type { DemoView } from './demo-fields.ts';
import { type FilmColumns, pixelsOf } from './film-size.ts';

/** @throws AppError 404 where it is not one of this user's. */
export async function readDemo(sql: Sql, demoId: string, userId: string): Promise<DemoView> {
  const [row] = await sql<DemoRow[]>`
    select ${demoColumns(sql)} from demos where id = ${demoId} and user_id = ${userId}`;
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
  const found = await sql<DemoRow[]>`
    select ${demoColumns(sql)} from demos
    where user_id = ${userId}
      ${filter.projectId === undefined ? sql`` : sql`and project_id = ${filter.projectId}`}
      ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${filter.limit + 1}`;
  const { rows, nextCursor } = toPage(found, filter.limit, (row) => row.id);
  return { demos: rows.map(toView), next_cursor: nextCursor };
}

type Times = { created_at: Date; updated_at: Date; refreshed_at: Date | null };
/** A demo as its read model has it. */
export type DemoRow = Omit<
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

export const demoColumns = (sql: Sql) => sql`
  id, project_id, prompt, status, title, action_script, ai_plan, snapshots, video_key, gif_key, thumbnail_key,
  duration_ms, recording_log, format, resolution, aspect, film_width, film_height, duration_target, context, context_hash, presentation, version, error,
  warnings, sound, source, page_url, created_at, updated_at, refreshed_at, has_captions, has_chapters, changes_data, ${hasReset(sql, 'demos.project_id')} as has_reset`;

export function toView({
  changes_data: changesData,
  has_reset: resets,
  film_width,
  film_height,
  ...row
}: DemoRow): DemoView {
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
