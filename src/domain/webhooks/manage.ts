import { AppError, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { newWebhookSecret } from '../../secrets.ts';
import type { CommandContext, StoredEvent } from '../../store/types.ts';
import { partOf } from '../context.ts';
import type { DomainServices } from '../services.ts';
import { type EndpointWish, type WebhookCommand, webhookDecider } from './decide.ts';
import { type OffReason, type WebhookEvent, type WebhookEventType, webhookEndpointStream } from './events.ts';
import { offMailTask } from './tasks.ts';

export const mostEndpoints = 10;
/** How long the secret before a rotation still signs: time to put the new one into every receiver. */
const overlapMs = 24 * 3_600_000;

type Ref = { endpointId: string; userId: string };
type Services = Pick<DomainServices, 'store'>;

/**
 * @returns the endpoint's id and its secret in clear, which nobody can read again
 * @throws AppError 409 where the user has ten already, or where this very command made one before.
 */
export async function createEndpoint(
  { store, sql, secrets }: DomainServices,
  context: CommandContext,
  { userId, url, description = null, events = null }: { userId: string; url: string } & EndpointWish,
): Promise<{ endpointId: string; secret: string }> {
  if ((await countEndpoints(sql, userId)) >= mostEndpoints) throw tooMany();
  const [endpointId, secret] = [newId('hook'), newWebhookSecret()];
  const { duplicate } = await store.execute(context, (unit) => {
    const stream = unit.begin(webhookDecider, webhookEndpointStream(endpointId));
    const sealedSecret = secrets.seal(secret);
    stream.decide({ type: 'create', endpointId, userId, url, description, events, sealedSecret });
  });
  if (duplicate)
    throw new AppError(
      'secret_unreadable',
      409,
      'An earlier request made this endpoint and its answer was lost. Rotate the secret of that endpoint, or delete it.',
    );
  // Others may have been made since they were counted. Each that then finds too many takes its own away: none too many stays.
  if ((await countEndpoints(sql, userId)) > mostEndpoints) {
    await deleteEndpoint({ store }, partOf(context, 'too-many'), { endpointId, userId });
    throw tooMany();
  }
  return { endpointId, secret };
}

async function countEndpoints(sql: DomainServices['sql'], userId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int from webhook_endpoints where user_id = ${userId}`;
  return row.count;
}

const tooMany = () =>
  new AppError(
    'too_many_webhook_endpoints',
    409,
    `An account has ${mostEndpoints} webhook endpoints at most. Delete one that you do not need.`,
  );

/** @throws AppError 404. */
export async function editEndpoint(
  services: Services,
  context: CommandContext,
  ref: Ref,
  { enabled, ...wish }: EndpointWish & { enabled?: boolean | undefined },
): Promise<void> {
  const onOrOff: WebhookCommand = enabled
    ? { type: 'switchOn', ...ref }
    : { type: 'switchOff', ...ref, reason: 'owner' };
  await decide(
    services,
    context,
    { type: 'edit', ...ref, wish },
    ...(enabled === undefined ? [] : [onOrOff]),
  );
}

/**
 * @returns the secret that the command made, whether just now or when it was first given
 * @throws AppError 404.
 */
export async function rotateSecret(
  services: DomainServices,
  context: CommandContext,
  ref: Ref,
): Promise<{ secret: string; previousUntil: string }> {
  const { secrets, clock } = services;
  const previousUntil = new Date(clock.now().getTime() + overlapMs).toISOString();
  const sealedSecret = secrets.seal(newWebhookSecret());
  const events = await decide(services, context, { type: 'rotate', ...ref, sealedSecret, previousUntil });
  const { data } = events[0] as StoredEvent<Extract<WebhookEvent, { type: 'WebhookEndpointSecretRotated' }>>;
  return { secret: secrets.open(data.sealedSecret), previousUntil: data.previousUntil };
}

/** @throws AppError 404. */
export const deleteEndpoint = (services: Services, context: CommandContext, ref: Ref) =>
  decide(services, context, { type: 'delete', ...ref });

/**
 * Asks for an event that looks like a real one.
 * @returns the id of its delivery, which exists as soon as the log has been read on
 * @throws AppError 404; 409 while the endpoint is off.
 */
export async function testEndpoint(
  services: Services,
  context: CommandContext,
  ref: Ref,
  eventType: WebhookEventType,
): Promise<string> {
  const asked = await decide(services, context, {
    type: 'test',
    ...ref,
    deliveryId: newId('dlv'),
    eventType,
  });
  return deliveryAsked(asked);
}

/**
 * Sends a delivery once more, with the same body and the same `webhook-id`.
 * @returns the id of the new delivery
 * @throws AppError 404; 409 while the endpoint is off.
 */
export async function replayDelivery(
  services: DomainServices,
  context: CommandContext,
  { userId, replayOf }: { userId: string; replayOf: string },
): Promise<string> {
  const [found] = await services.sql<{ endpointId: string }[]>`
    select endpoint_id as "endpointId" from webhook_deliveries where id = ${replayOf} and user_id = ${userId}`;
  if (!found) throw notFound('webhook_delivery');
  const wish = { type: 'replay' as const, userId, ...found, deliveryId: newId('dlv'), replayOf };
  return deliveryAsked(await decide(services, context, wish));
}

const deliveryAsked = ([event]: StoredEvent[]) =>
  (event as StoredEvent<Extract<WebhookEvent, { type: 'WebhookTestAsked' }>>).data.deliveryId;

/** Switches an endpoint off that cannot be reached any more, and has its owner told where mail is sent. Does nothing where it is off or gone. */
export async function giveUpOn(
  { store }: Services,
  context: CommandContext,
  { endpointId, userId }: Ref,
  { reason, sendsMail }: { reason: Exclude<OffReason, 'owner'>; sendsMail: boolean },
): Promise<void> {
  await store.execute(context, async (unit) => {
    const stream = await unit.load(webhookDecider, webhookEndpointStream(endpointId));
    if (!stream.state || stream.state.offReason) return;
    stream.decide({ type: 'switchOff', endpointId, userId, reason });
    if (sendsMail) unit.enqueue({ task: offMailTask, payload: { userId, reason }, maxAttempts: 25 });
  });
}

async function decide(
  { store }: Services,
  context: CommandContext,
  ...commands: WebhookCommand[]
): Promise<StoredEvent[]> {
  const { events } = await store.execute(context, async (unit) => {
    const stream = await unit.load(webhookDecider, webhookEndpointStream(commands[0]!.endpointId));
    for (const command of commands) stream.decide(command);
  });
  return events;
}
