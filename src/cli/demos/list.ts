import { type components, type ShowreelClient, unwrap } from '../../client/index.ts';

type Demo = components['schemas']['Demo'];

export interface ListOptions {
  project?: string;
  status?: Demo['status'];
  limit: number;
}

/** As many as are wanted, over the pages of the list. */
export async function readDemos(
  client: ShowreelClient,
  { project, status, limit }: ListOptions,
): Promise<Demo[]> {
  const found: Demo[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      limit: Math.min(100, limit - found.length),
      ...(project && { project_id: project }),
      ...(status && { status }),
      ...(cursor && { cursor }),
    };
    const page = await unwrap(client.GET('/api/v1/demos', { params: { query } }));
    found.push(...page.demos);
    cursor = page.next_cursor ?? undefined;
  } while (cursor && found.length < limit);
  return found;
}

export async function readEvents(client: ShowreelClient, id: string) {
  const events = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor && { cursor }) };
    const page = await unwrap(client.GET('/api/v1/demos/{id}/events', { params: { path: { id }, query } }));
    events.push(...page.events);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return events;
}
