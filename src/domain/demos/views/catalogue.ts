/** What other slices and the public pages may ask about demos. They ask by these functions: the tables belong to this slice alone. */
import type { Sql } from 'postgres';
import { z } from 'zod';
import { exampleIds, idField, nullableText, timeField } from '../../fields.ts';
import type { DemoView } from './demo-fields.ts';
import { type FilmColumns, pixelsOf } from './film-size.ts';

const folder = `demos/${exampleIds.demo}/v1`;

export const projectDemoSchema = z
  .object({
    id: idField('demo'),
    title: nullableText('Pricing at a glance'),
    prompt: z.string().meta({ examples: ['Open the pricing section and compare the plans'] }),
    status: z.string().meta({ examples: ['ready'] }),
    thumbnail_key: nullableText(`${folder}/thumb.png`),
    snapshots: nullableText('[]', 'A JSON array, as text'),
    video_key: nullableText(`${folder}/video.mp4`),
    gif_key: nullableText(`${folder}/demo.gif`),
    duration_ms: z
      .number()
      .nullable()
      .meta({ examples: [10_000] }),
    format: z.enum(['mp4', 'webm']),
    version: z.number().meta({ examples: [1] }),
    created_at: timeField(),
    updated_at: timeField('2026-03-02T09:14:31.870Z'),
  })
  .meta({ id: 'ProjectDemo' });
export type ProjectDemo = z.infer<typeof projectDemoSchema>;

/** The demos of a project, newest first. */
export async function demosOfProject(sql: Sql, projectId: string): Promise<ProjectDemo[]> {
  const rows = await sql<
    (Omit<ProjectDemo, 'created_at' | 'updated_at'> & Record<'created_at' | 'updated_at', Date>)[]
  >`
    select id, title, prompt, status, thumbnail_key, snapshots, video_key, gif_key, duration_ms, format, version,
      created_at, updated_at
    from demos where project_id = ${projectId} order by id desc`;
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

export async function isDemoOf(sql: Sql, demoId: string, userId: string): Promise<boolean> {
  const [row] = await sql`select from demos where id = ${demoId} and user_id = ${userId}`;
  return row !== undefined;
}

export async function demoIdsOfProject(sql: Sql, projectId: string): Promise<string[]> {
  return (await sql<{ id: string }[]>`select id from demos where project_id = ${projectId}`).map(
    ({ id }) => id,
  );
}

/**
 * The demos that a refresh of the whole project takes, oldest first. Uploads are left out: nothing can record them
 * again.
 */
export async function refreshableDemoIds(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from demos
    where project_id = ${projectId} and status = 'ready' and source = 'generated'
    order by id`;
  return rows.map(({ id }) => id);
}

/** Those of a user's demos that can be made again, in the given order: a ready one is refreshed, and a failed one tried again. */
export async function repeatableDemoIds(
  sql: Sql,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from demos
    where user_id = ${userId} and id = any(${[...ids]}) and source = 'generated' and status in ('ready', 'failed')`;
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
}

/** null where there is no such demo any more. */
export async function ownerOfDemo(sql: Sql, demoId: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`select user_id from demos where id = ${demoId}`;
  return row?.user_id ?? null;
}

/** What anybody who knows its id may see of a demo. */
export interface PublicDemo
  extends Pick<
    DemoView,
    'id' | 'title' | 'prompt' | 'status' | 'format' | 'resolution' | 'version' | 'error' | 'source'
  > {
  projectId: string;
  videoKey: string | null;
  gifKey: string | null;
  thumbnailKey: string | null;
  durationMs: number | null;
  /** Pixels of the film; null for an upload whose size is not known. */
  width: number | null;
  height: number | null;
  hasCaptions: boolean;
  hasChapters: boolean;
  /** There is something to hear, as far as the service knows: of an upload it does not. */
  isAudible: boolean;
  updatedAt: Date;
}

export async function readPublicDemo(sql: Sql, demoId: string): Promise<PublicDemo | null> {
  const [row] = await sql<(Omit<PublicDemo, 'width' | 'height'> & FilmColumns)[]>`
    select id, title, prompt, status, format, resolution, aspect, film_width, film_height, version, error, source, project_id as "projectId",
      video_key as "videoKey", gif_key as "gifKey", thumbnail_key as "thumbnailKey", duration_ms as "durationMs",
      source = 'generated' or has_captions as "hasCaptions", source = 'generated' or has_chapters as "hasChapters",
      is_audible as "isAudible", updated_at as "updatedAt"
    from demos where id = ${demoId}`;
  if (!row) return null;
  const { aspect: _, film_width: _width, film_height: _height, ...demo } = row;
  return { ...demo, ...pixelsOf(row) };
}

/** The demo that an embed shows, by the hash of what it shows; null where none was made yet, or it was deleted. */
export async function demoOfContext(
  sql: Sql,
  { projectId, contextHash }: { projectId: string; contextHash: string },
): Promise<{ demoId: string; status: DemoView['status'] } | null> {
  const [row] = await sql<{ demoId: string; status: DemoView['status'] }[]>`
    select id as "demoId", status from demos
    where project_id = ${projectId} and context_hash = ${contextHash}
    order by id desc limit 1`;
  return row ?? null;
}

/** The newest demo of a project that has a film to show, also while a newer version of it is being made. */
export async function newestShownDemo(sql: Sql, projectId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from demos where project_id = ${projectId} and video_key is not null
    order by id desc limit 1`;
  return row?.id ?? null;
}

/** How many jobs of a demo failed or were cancelled, and when the last of them did; null where none did. */
export async function failuresOf(sql: Sql, demoId: string): Promise<{ count: number; lastAt: Date } | null> {
  const [row] = await sql<{ count: number; lastAt: Date | null }[]>`
    select count(*)::int as count, max(completed_at) as "lastAt" from demo_jobs
    where demo_id = ${demoId} and status in ('failed', 'cancelled')`;
  return row?.lastAt ? { count: row.count, lastAt: row.lastAt } : null;
}
