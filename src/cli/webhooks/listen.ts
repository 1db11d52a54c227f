import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { type components, type ShowreelClient, unwrap } from '../../client/index.ts';
import type { Session } from '../session/session.ts';
import type { Printer } from '../terminal/printer.ts';
import { type EventType, isLeftover, listenDescription, readEndpoints } from './endpoints.ts';

type Delivery = components['schemas']['WebhookDelivery'];

interface ListenOptions {
  /** The receiver on this machine. */
  to: string;
  /** Null is all of them. */
  events: EventType[] | null;
}

const pollMs = 1_000;
/** As long as the service gives a receiver. */
const answerMs = 10_000;

/**
 * Passes events on to a receiver that the service cannot reach. An endpoint of its own makes the service log every event as a delivery. The
 * log is read once a second, and each body is signed with the secret of that endpoint and posted here, with the same `webhook-id`. What the
 * service posts itself goes to an address of its own that takes no events, so nothing has to be open to the outside. That endpoint is deleted at the end;
 * one that a killed process leaves behind is deleted by the next `listen`, and switched off by the service after three days.
 */
export async function listen(
  { baseUrl, client, printer }: Session,
  { to, events }: ListenOptions,
): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  for (const { id } of (await readEndpoints(client)).filter(isLeftover)) await remove(client, id);
  const body = {
    url: `${baseUrl}/webhooks-listen`,
    description: listenDescription,
    ...(events && { events }),
  };
  const { id, secret } = await unwrap(client.POST('/api/v1/webhook-endpoints', { body }));
  try {
    // Named at once: the receiver needs the secret before the first event.
    if (printer.json) printer.line(JSON.stringify({ endpoint: id, secret, forward_to: to }));
    else printer.line(`Passing events on to ${to}. They are signed with ${secret}`);
    await passOn({ client, printer, endpointId: id, webhook: new Webhook(secret), to }, interruption.signal);
  } finally {
    await remove(client, id);
  }
}

const remove = (client: ShowreelClient, id: string) =>
  unwrap(client.DELETE('/api/v1/webhook-endpoints/{id}', { params: { path: { id } } }));

interface Passing {
  client: ShowreelClient;
  printer: Printer;
  endpointId: string;
  webhook: Webhook;
  to: string;
}

async function passOn(passing: Passing, signal: AbortSignal): Promise<void> {
  const passed = new Set<string>();
  while (!signal.aborted) {
    for (const delivery of await newDeliveries(passing, passed)) {
      if (signal.aborted) return;
      await forward(passing, delivery);
      passed.add(delivery.id);
    }
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Oldest first. The list is newest first, so reading ends at the first page that has one that is known. */
async function newDeliveries(
  { client, endpointId }: Passing,
  passed: ReadonlySet<string>,
): Promise<Delivery[]> {
  const found: Delivery[] = [];
  let cursor: string | undefined;
  do {
    const params = { path: { id: endpointId }, query: { limit: 100, ...(cursor && { cursor }) } };
    const page = await unwrap(client.GET('/api/v1/webhook-endpoints/{id}/deliveries', { params }));
    found.push(...page.deliveries);
    cursor = page.deliveries.some(({ id }) => passed.has(id)) ? undefined : (page.next_cursor ?? undefined);
  } while (cursor);
  return found.filter(({ id }) => !passed.has(id)).reverse();
}

async function forward({ client, printer, webhook, to }: Passing, delivery: Delivery): Promise<void> {
  const { message_id, type } = delivery;
  const { body } = await unwrap(
    client.GET('/api/v1/webhook-deliveries/{id}', { params: { path: { id: delivery.id } } }),
  );
  const at = new Date();
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhook.sign(message_id, at, body),
  };
  const answer = await fetch(to, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  }).catch((fault: Error) => fault);
  const isAnswer = answer instanceof Response;
  if (isAnswer) await answer.body?.cancel();
  const status = isAnswer ? answer.status : null;
  const error = isAnswer ? null : ((answer.cause as Error | undefined)?.message ?? answer.message);
  if (printer.json) printer.line(JSON.stringify({ type, message_id, status, error, body: JSON.parse(body) }));
  else
    printer.line(`${at.toISOString()}  ${type.padEnd(18)} ${message_id}  ${status ?? `not taken: ${error}`}`);
}
