/** Which project a command means: the one that is named, or the one of a page. */
import { type components, type ShowreelClient, unwrap } from '../../client/index.ts';
import { usageFailure } from '../failure.ts';

export type Project = components['schemas']['Project'];

export interface ProjectOptions {
  project?: string;
  page?: string;
  viewport?: Project['viewport'] | undefined;
}

/** All projects, newest first. */
export async function readProjects(client: ShowreelClient): Promise<Project[]> {
  const projects: Project[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor && { cursor }) };
    const page = await unwrap(client.GET('/api/v1/projects', { params: { query } }));
    projects.push(...page.projects);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return projects;
}

/** Two addresses are of one page where they differ only in how they are written. */
export const samePage = (one: string, other: string): boolean => new URL(one).href === new URL(other).href;

/** The id of the project of a page. A page that has none gets one. */
export async function projectOfPage(
  client: ShowreelClient,
  page: string,
  viewport: Project['viewport'] = 'desktop',
): Promise<string> {
  if (!URL.canParse(page) || !/^https?:$/.test(new URL(page).protocol))
    throw usageFailure(`The page: expected an http or https address, got "${page}".`);
  const known = (await readProjects(client)).find(
    (project) => project.viewport === viewport && samePage(project.url, page),
  );
  if (known) return known.id;
  const body = { name: nameOfPage(page), url: page, viewport };
  return (await unwrap(client.POST('/api/v1/projects', { body }))).id;
}

/** "example.com/pricing" */
export function nameOfPage(page: string): string {
  const { host, pathname } = new URL(page);
  return `${host}${pathname.replace(/\/+$/, '')}`.slice(0, 100);
}

/** @throws CommandFailure where neither a project nor a page is named. */
export async function projectOf(
  client: ShowreelClient,
  { project, page, viewport }: ProjectOptions,
): Promise<string> {
  if (project) return project;
  if (page) return projectOfPage(client, page, viewport);
  throw usageFailure('Name the page that is filmed with --page URL, or a project with --project ID.');
}
