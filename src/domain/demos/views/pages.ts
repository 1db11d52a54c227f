import type { Sql } from 'postgres';
import { z } from 'zod';
import { urlOfProject } from '../../projects/projects.ts';

export const pageSchema = z
  .object({
    page_url: z.string().meta({ format: 'uri', examples: ['https://example.com/pricing'] }),
    demo_count: z.number().meta({ examples: [2] }),
    ready_count: z.number().meta({ description: 'How many of them a refresh would take', examples: [2] }),
  })
  .meta({ id: 'ProjectPage' });
export type ProjectPage = z.infer<typeof pageSchema>;

/** A part of a statement over `demos`: the page that a demo films. An embed names it also where it is the project's own. */
export const pageOfDemo = (sql: Sql) =>
  sql`coalesce(demos.page_url, ${urlOfProject(sql, 'demos.project_id')})`;

/** Whoever embeds demos on thousands of pages finds the others by a search. */
const mostPages = 100;

/** The pages that the demos of a project film, those with the most demos first. Uploads film none. */
export async function pagesOfProject(sql: Sql, projectId: string): Promise<ProjectPage[]> {
  return [
    ...(await sql<ProjectPage[]>`
      select ${pageOfDemo(sql)} as page_url, count(*)::int as demo_count,
        count(*) filter (where status = 'ready')::int as ready_count
      from demos where project_id = ${projectId} and source = 'generated'
      group by 1 order by 2 desc, 1 limit ${mostPages}`),
  ];
}
