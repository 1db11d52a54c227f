import { hostname } from 'node:os';
import { type components, type ShowreelClient, unwrap } from '../../client/index.ts';

export type Endpoint = components['schemas']['WebhookEndpoint'];
export type EventType = components['schemas']['WebhookDelivery']['type'];

export const eventTypes = [
  'demo.ready',
  'demo.failed',
  'demo.refreshed',
  'demo.unchanged',
  'credits.low',
  'credits.topped_off',
] as const satisfies readonly EventType[];

/** An account has ten at most. */
export async function readEndpoints(client: ShowreelClient): Promise<Endpoint[]> {
  const query = { limit: 100 };
  return (await unwrap(client.GET('/api/v1/webhook-endpoints', { params: { query } }))).endpoints;
}

const mark = `showreel webhooks listen on ${hostname()}, process `;
/** How an endpoint of `webhooks listen` is told from those of receivers. */
export const listenDescription = `${mark}${process.pid}`;
export const isOfListen = ({ description }: Endpoint): boolean => description?.startsWith(mark) ?? false;

/** Whether it was left behind by a `webhooks listen` that was killed. */
export function isLeftover(endpoint: Endpoint): boolean {
  if (!isOfListen(endpoint)) return false;
  try {
    process.kill(Number(endpoint.description!.slice(mark.length)), 0);
    return false;
  } catch (fault) {
    // EPERM: it lives, and belongs to somebody else.
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
