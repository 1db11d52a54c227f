import type { Sql } from 'postgres';
import { newId } from '../../ids.ts';
import type { Reaction, ReactionJob, RowChange, StoredEvent } from '../../store/types.ts';
import { isTestUser } from '../accounts/test-mode.ts';
import { initialCredits } from '../credits/state.ts';
import { withUrls } from '../demos/views/addresses.ts';
import type { WebhookEvent, WebhookEventType } from './events.ts';
import { type Message, messageOf, testMessage, toldFacts } from './message.ts';
import { jobOf } from './tasks.ts';

type EndpointFact = Extract<
  WebhookEvent,
  {
    type:
      | 'WebhookTestAsked'
      | 'WebhookReplayAsked'
      | 'WebhookEndpointSwitchedOff'
      | 'WebhookEndpointSwitchedOn'
      | 'WebhookEndpointDeleted';
  }
>;
const endpointFacts: readonly EndpointFact['type'][] = [
  'WebhookTestAsked',
  'WebhookReplayAsked',
  'WebhookEndpointSwitchedOff',
  'WebhookEndpointSwitchedOn',
  'WebhookEndpointDeleted',
];

interface Consequences {
  changes: RowChange[];
  jobs: ReactionJob[];
}

/**
 * Makes deliveries of what has happened. It reads the log behind the appends, so nothing is sent before it is true, and nothing is left
 * out, whatever stops in between.
 * @param baseUrl the public address of this service, for the addresses of demos
 */
export const webhookReaction = ({ sql }: { sql: Sql }, baseUrl: string): Reaction => ({
  name: 'webhooks',
  version: 1,
  handles: [...toldFacts, ...endpointFacts],
  async react(events) {
    const endpoints = await endpointsOf(sql, events);
    const all: Consequences = { changes: [], jobs: [] };
    // Most events concern users without endpoints, and cost the one query above.
    if (endpoints.length === 0 && !events.some(isOfEndpoint)) return all;
    for (const event of events) {
      const { changes, jobs } = isOfEndpoint(event)
        ? await followEndpoint(sql, event)
        : await tell(sql, event, endpoints, baseUrl);
      all.changes.push(...changes);
      all.jobs.push(...jobs);
    }
    return all;
  },
});

const isOfEndpoint = (event: StoredEvent): event is StoredEvent<EndpointFact> =>
  endpointFacts.some((type) => type === event.type);

interface OpenEndpoint {
  id: string;
  userId: string;
  events: WebhookEventType[] | null;
  createdAt: Date;
  threshold: number;
}

async function endpointsOf(sql: Sql, events: readonly StoredEvent[]): Promise<OpenEndpoint[]> {
  const users = [...new Set(events.map(({ data }) => (data as { userId: string }).userId))];
  if (users.length === 0) return [];
  const rows = await sql<(Omit<OpenEndpoint, 'events'> & { events: string | null })[]>`
    select id, e.user_id as "userId", events, created_at as "createdAt",
      coalesce(threshold, ${initialCredits.topoff.threshold}) as threshold
    from webhook_endpoints e left join credit_auto_topoffs t on t.user_id = e.user_id
    where e.user_id = any(${users}) and off_reason is null`;
  return rows.map((row) => ({ ...row, events: row.events === null ? null : JSON.parse(row.events) }));
}

async function tell(
  sql: Sql,
  event: StoredEvent,
  endpoints: readonly OpenEndpoint[],
  baseUrl: string,
): Promise<Consequences> {
  const { userId } = event.data as { userId: string };
  const own = endpoints.filter((one) => one.userId === userId && one.createdAt <= event.recordedAt);
  const message = own[0] ? messageOf(event, own[0].threshold) : null;
  if (!message) return { changes: [], jobs: [] };
  const wanting = own.filter(({ events }) => events === null || events.includes(message.type));
  if (wanting.length === 0) return { changes: [], jobs: [] };
  const messageId = newId('msg');
  const body = await bodyOf(sql, message, event.recordedAt, baseUrl);
  const deliveries = wanting.map(({ id }) => {
    const sent = { messageId, type: message.type, body, lane: message.lane };
    return deliveryOf({ ...sent, id: newId('dlv'), endpointId: id, userId, at: event.recordedAt });
  });
  return {
    changes: deliveries.map(({ change }) => change),
    jobs: deliveries.map(({ job }) => job),
  };
}

async function bodyOf(sql: Sql, message: Message, at: Date, baseUrl: string): Promise<string> {
  const { type, demoId, data } = message;
  const [demo] = demoId
    ? await sql<Parameters<typeof withUrls>[0][]>`
        select id, format, source, video_key, gif_key, thumbnail_key, has_captions, has_chapters from demos where id = ${demoId}`
    : [];
  const urls = demoId !== null && { urls: demo ? withUrls(demo, baseUrl).urls : null };
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    livemode: !isTestUser(message.userId),
    data: { ...data, ...urls },
  });
}

async function followEndpoint(
  sql: Sql,
  { type, data, recordedAt }: StoredEvent<EndpointFact>,
): Promise<Consequences> {
  const { endpointId, userId } = data;
  const forgetFailures: RowChange = {
    op: 'delete',
    table: 'webhook_failures',
    key: { endpoint_id: endpointId },
  };
  switch (type) {
    case 'WebhookTestAsked': {
      const { deliveryId: id, type: eventType } = data as { deliveryId: string; type: WebhookEventType };
      const { data: told } = testMessage(eventType, userId);
      const body = JSON.stringify({
        type: eventType,
        timestamp: recordedAt.toISOString(),
        livemode: false,
        test: true,
        data: told,
      });
      const sent = { messageId: newId('msg'), type: eventType, body, lane: id };
      const { change, job } = deliveryOf({ ...sent, id, endpointId, userId, at: recordedAt });
      return { changes: [change], jobs: [job] };
    }
    case 'WebhookReplayAsked': {
      const { deliveryId: id, replayOf } = data as { deliveryId: string; replayOf: string };
      const [past] = await sql<{ messageId: string; type: WebhookEventType; body: string }[]>`
        select message_id as "messageId", type, body from webhook_deliveries where id = ${replayOf}`;
      if (!past) return { changes: [], jobs: [] };
      const { change, job } = deliveryOf({
        ...past,
        id,
        endpointId,
        userId,
        replayOf,
        lane: id,
        at: recordedAt,
      });
      return { changes: [change], jobs: [job] };
    }
    // What waits is given up by the jobs of its lanes: only they write what became of a delivery.
    case 'WebhookEndpointSwitchedOff':
    case 'WebhookEndpointDeleted': {
      const lanes = await sql<{ lane: string }[]>`
        select distinct lane from webhook_deliveries where endpoint_id = ${endpointId} and status = 'pending'`;
      const jobs = lanes.map(({ lane }) => jobOf({ endpointId, lane: `${lane}` })).map(atOnce);
      return { changes: [forgetFailures], jobs };
    }
    case 'WebhookEndpointSwitchedOn':
      return { changes: [forgetFailures], jobs: [] };
  }
}

/** Beside the job that waits for the next attempt, not in its place: that one stays at its time. */
const atOnce = (job: ReactionJob): ReactionJob => ({ ...job, key: `${job.key}:now` });

interface NewDelivery {
  id: string;
  endpointId: string;
  userId: string;
  messageId: string;
  type: WebhookEventType;
  lane: string;
  body: string;
  replayOf?: string;
  at: Date;
}

function deliveryOf(of: NewDelivery): { change: RowChange; job: ReactionJob } {
  const row = {
    id: of.id,
    endpoint_id: of.endpointId,
    user_id: of.userId,
    message_id: of.messageId,
    type: of.type,
    lane: of.lane,
    body: of.body,
    replay_of: of.replayOf ?? null,
    next_attempt_at: of.at,
    created_at: of.at,
  };
  return { change: { op: 'insert', table: 'webhook_deliveries', row }, job: jobOf(of) };
}
