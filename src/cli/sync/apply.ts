/** Reads the state of the service, and carries out a plan. */
import { createHash } from 'node:crypto';
import { type ShowreelClient, ShowreelError, unwrap } from '../../client/index.ts';
import { readDemos } from '../demos/list.ts';
import { readProjects } from '../demos/projects.ts';
import type { Storyboard, WantedPage } from './file.ts';
import { readFlow } from './flow.ts';
import { type Action, projectOfPage, type State } from './plan.ts';

export async function readState(client: ShowreelClient, { pages }: Storyboard): Promise<State> {
  const projects = await readProjects(client);
  const named = pages.flatMap((page) => projectOfPage({ projects }, page) ?? []);
  const demos = await Promise.all(
    named.map(({ id }) => readDemos(client, { project: id, limit: Number.MAX_SAFE_INTEGER })),
  );
  return { projects: named.map((project, index) => ({ ...project, demos: demos[index]! })) };
}

export interface Applied {
  /** The project or demo that an action was about. */
  id: string;
  kind: Action['kind'];
}

/** Carries out one action. Where it fails, the actions before it stay done, and the next sync goes on from there. */
export function createApply(client: ShowreelClient): (action: Action) => Promise<Applied> {
  /** The projects that were created for pages of this plan. */
  const created = new Map<WantedPage, string>();
  return async (action) => {
    const { kind } = action;
    if (kind === 'create-project') {
      const { page, name } = action;
      const id = await createProject(client, page, name);
      created.set(page, id);
      return { kind, id };
    }
    if (kind === 'change-project') {
      const params = { path: { id: action.projectId } };
      await unwrap(client.PATCH('/api/v1/projects/{id}', { params, body: action.changes }));
      return { kind, id: action.projectId };
    }
    if (kind === 'create-demo') {
      const projectId = action.projectId ?? created.get(action.page)!;
      return { kind, id: await createDemo(client, projectId, action) };
    }
    const params = { path: { id: action.demoId } };
    if (kind === 'restyle-demo') {
      const { presentation } = action;
      await unwrap(client.POST('/api/v1/demos/{id}/restyle', { params, body: { presentation } }));
    } else await unwrap(client.DELETE('/api/v1/demos/{id}', { params }));
    return { kind, id: action.demoId };
  };
}

async function createProject(client: ShowreelClient, page: WantedPage, name: string): Promise<string> {
  const { url, viewport, refresh } = page;
  const body = { name, url, viewport };
  const id = await once(
    ['project', body],
    async (headers) => (await unwrap(client.POST('/api/v1/projects', { body, headers }))).id,
    (id) => unwrap(client.GET('/api/v1/projects/{id}', { params: { path: { id } } })),
  );
  if (refresh && refresh !== 'manual') {
    const change = { params: { path: { id } }, body: { refresh_schedule: refresh } };
    await unwrap(client.PATCH('/api/v1/projects/{id}', change));
  }
  return id;
}

async function createDemo(
  client: ShowreelClient,
  project_id: string,
  { demo, look }: Extract<Action, { kind: 'create-demo' }>,
): Promise<string> {
  const { sentence: prompt, duration: duration_target, resolution, aspect, format, flow } = demo;
  const action_script = flow === undefined ? undefined : await readFlow(flow);
  const body = {
    project_id,
    prompt,
    duration_target,
    resolution,
    aspect,
    format,
    ...(look && { presentation: look }),
    ...(action_script && { action_script }),
  };
  return once(
    ['demo', body],
    async (headers) => (await unwrap(client.POST('/api/v1/demos', { body, headers }))).id,
    async (id) => {
      const { status } = await unwrap(client.GET('/api/v1/demos/{id}', { params: { path: { id } } }));
      // Its first film has failed, so it is made anew.
      if (status === 'failed') throw new ShowreelError(404, {});
    },
  );
}

/**
 * Creates something once, however many pipelines sync at the same time: they have the same content and so the same
 * Idempotency-Key. The answer to a key is kept for a day, so what was deleted within it is created under a key of its own.
 */
async function once(
  content: unknown,
  create: (headers: Record<string, string>) => Promise<string>,
  read: (id: string) => Promise<unknown>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const id = await create({ 'Idempotency-Key': `sync-${hash}` });
  const isThere = await read(id).then(
    () => true,
    (fault: unknown) => {
      if (fault instanceof ShowreelError && fault.status === 404) return false;
      throw fault;
    },
  );
  return isThere ? id : create({});
}
