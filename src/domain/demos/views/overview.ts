import type { Sql } from 'postgres';
import { z } from 'zod';
import { exampleIds, idField, idOf, nullableText, timeField } from '../../fields.ts';
import { nextCursor, paging, readCursor, text, toPage } from '../../input.ts';
import { protectedProcedure } from '../../procedure.ts';
import { type DemoStatus, demoSources, demoStatuses } from '../events.ts';
import { pageOfDemo } from './pages.ts';

const address = (path: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [`https://showreel.example.com${path}?v=1`] });

const glimpse = z
  .object({
    id: idField('demo'),
    project_id: idField('project'),
    title: nullableText('Pricing at a glance'),
    prompt: z.string().meta({ examples: ['Open the pricing section and compare the plans'] }),
    status: z.enum(demoStatuses).meta({ examples: ['ready'] }),
    source: z.enum(demoSources),
    version: z.number().meta({ examples: [1] }),
    duration_ms: z
      .number()
      .nullable()
      .meta({ examples: [10_000] }),
    page_url: nullableText(null, 'The page, where it is another one than that of the project'),
    picture: address(`/snapshot/${exampleIds.demo}-1.jpg`).describe('A small picture of the video'),
    video: address(`/video/${exampleIds.demo}.mp4`),
    created_at: timeField(),
    updated_at: timeField('2026-03-02T09:14:31.870Z'),
  })
  .meta({ id: 'DemoGlimpse' });
type Glimpse = z.infer<typeof glimpse>;

const mostIds = 100;
const idList = z
  .string()
  .max(100 * 70)
  .meta({ examples: [exampleIds.demo] })
  .transform((value) => [...new Set(value.split(',').map((id) => id.trim()))].filter(Boolean))
  .pipe(z.array(z.string()).max(mostIds));

/** A demo's script, plan and log have 30 KB on average, which a list of 500 demos need not carry. */
export const overviewProcedure = {
  overview: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/demos/overview',
        summary: 'Search the demos, newest first, in brief',
        description:
          'What a list of videos shows, without scripts, plans and logs. Each word of `search` must be in the title or in the prompt, in any case. `total` ' +
          'counts what fits on all pages, whatever `ids` names.',
        tags: ['Demos'],
      },
      errors: [400],
    })
    .input(
      z.object({
        search: text(0, 200)
          .meta({ description: 'Words of titles and prompts', examples: ['pricing'] })
          .optional(),
        project_id: idOf('project').meta({ description: 'Only the demos of this project' }).optional(),
        status: z
          .enum(demoStatuses)
          .meta({ description: 'Only the demos with this status', examples: ['ready'] })
          .optional(),
        source: z
          .enum(demoSources)
          .meta({ description: 'Only the demos that were made, or uploaded', examples: ['upload'] })
          .optional(),
        page_url: text(1, 2048)
          .meta({
            description: 'Only the videos of this page, as `GET /projects/{id}/pages` writes it',
            examples: ['https://example.com/pricing'],
          })
          .optional(),
        ids: idList
          .meta({
            description: `Only these demos, as far as they fit the rest: at most ${mostIds} ids with commas between them`,
          })
          .optional(),
        ...paging,
      }),
    )
    .output(
      z.object({
        demos: z.array(glimpse),
        next_cursor: nextCursor,
        total: z.number().meta({ examples: [1] }),
      }),
    )
    .query(
      ({
        ctx: { services, caller, baseUrl },
        input: { project_id: projectId, page_url: pageUrl, ...rest },
      }) => searchDemos(services.sql, caller.userId, { ...rest, projectId, pageUrl }, baseUrl),
    ),
};

interface Filter {
  search?: string | undefined;
  projectId?: string | undefined;
  status?: DemoStatus | undefined;
  source?: (typeof demoSources)[number] | undefined;
  pageUrl?: string | undefined;
  ids?: string[] | undefined;
  limit: number;
  cursor?: string | undefined;
}

type Row = Omit<Glimpse, 'picture' | 'video' | 'created_at' | 'updated_at'> & {
  format: string;
  snapshots: string | null;
  video_key: string | null;
  thumbnail_key: string | null;
  created_at: Date;
  updated_at: Date;
};

async function searchDemos(sql: Sql, userId: string, filter: Filter, baseUrl: string) {
  const before = readCursor(filter.cursor, /^demo_\w{1,64}$/);
  const { projectId, status, source, pageUrl, ids } = filter;
  const words = (filter.search ?? '').split(/\s+/u).filter(Boolean);
  const fitting = sql`
    demos.user_id = ${userId}
    ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${source === undefined ? sql`` : sql`and source = ${source}`}
    ${pageUrl === undefined ? sql`` : sql`and source = 'generated' and ${pageOfDemo(sql)} = ${pageUrl}`}
    ${
      words.length === 0
        ? sql``
        : sql`and not exists (
      select from unnest(${words}::text[]) as word
      where strpos(lower(concat_ws(' ', title, prompt)), lower(word)) = 0)`
    }`;
  const [found, [counted]] = await Promise.all([
    sql<Row[]>`
      select demos.id, project_id, title, prompt, status, source, version, duration_ms, page_url, format, snapshots,
        video_key, thumbnail_key, created_at, updated_at
      from demos
      where ${fitting}
        ${ids === undefined ? sql`` : sql`and demos.id = any(${ids})`}
        ${before === null ? sql`` : sql`and demos.id < ${before}`}
      order by demos.id desc
      limit ${filter.limit + 1}`,
    sql<{ total: number }[]>`select count(*)::int as total from demos where ${fitting}`,
  ]);
  const { rows, nextCursor } = toPage(found, filter.limit, (row) => row.id);
  return {
    demos: rows.map((row) => toGlimpse(row, baseUrl)),
    next_cursor: nextCursor,
    total: counted!.total,
  };
}

/** The picture is one of the film's stills where there are any, since the poster is a PNG of half a megabyte. */
function toGlimpse({ format, snapshots, ...row }: Row, baseUrl: string): Glimpse {
  const { video_key, thumbnail_key, created_at, updated_at, ...shown } = row;
  const stills = JSON.parse(snapshots ?? '[]') as { url: string }[];
  const still = stills[Math.floor(stills.length / 2)]?.url;
  const at = (path: string) => `${baseUrl}${path}?v=${row.version}`;
  const poster = thumbnail_key === null ? null : at(`/thumb/${row.id}.png`);
  return {
    ...shown,
    picture: still ? at(still) : poster,
    video: video_key === null ? null : at(`/video/${row.id}.${format}`),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
