import type { Sql } from 'postgres';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { nullableTimeField, timeField } from '../fields.ts';
import { readCursor, toPage } from '../input.ts';
import { projection } from '../projection.ts';
import { offReasons, type WebhookEvent, webhookEventTypes } from './events.ts';

/** Read model: whom users want to be told. */
export const webhookEndpointsProjection = projection<WebhookEvent>({
  name: 'webhook_endpoints',
  version: 1,
  tables: ['webhook_endpoints'],
  documents: { webhook_endpoints: ['events'] },
  on: {
    WebhookEndpointCreated: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'webhook_endpoints',
        row: {
          id: data.endpointId,
          user_id: data.userId,
          url: data.url,
          description: data.description,
          events: data.events && JSON.stringify(data.events),
          sealed_secret: data.sealedSecret,
          previous_sealed_secret: null,
          previous_until: null,
          off_reason: null,
          created_at: recordedAt,
          updated_at: recordedAt,
        },
      },
    ],
    WebhookEndpointEdited: ({ data: { endpointId, url, description, events }, recordedAt }) =>
      change(endpointId, recordedAt, {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(events !== undefined && { events: events && JSON.stringify(events) }),
      }),
    WebhookEndpointSecretRotated: ({ data, recordedAt }) =>
      change(data.endpointId, recordedAt, {
        sealed_secret: data.sealedSecret,
        previous_sealed_secret: data.previousSealedSecret,
        previous_until: data.previousUntil,
      }),
    WebhookEndpointSecretResealed: ({ data }) => [
      {
        op: 'update',
        table: 'webhook_endpoints',
        key: { id: data.endpointId },
        set: { sealed_secret: data.sealedSecret, previous_sealed_secret: data.previousSealedSecret },
      },
    ],
    WebhookEndpointSwitchedOff: ({ data, recordedAt }) =>
      change(data.endpointId, recordedAt, { off_reason: data.reason }),
    WebhookEndpointSwitchedOn: ({ data, recordedAt }) =>
      change(data.endpointId, recordedAt, { off_reason: null }),
    WebhookEndpointDeleted: ({ data }) => [
      { op: 'delete', table: 'webhook_endpoints', key: { id: data.endpointId } },
    ],
  },
});

const change = (id: string, at: Date, set: Record<string, string | null>) => [
  { op: 'update' as const, table: 'webhook_endpoints', key: { id }, set: { ...set, updated_at: at } },
];

export const exampleEndpoint = 'hook_01kjpx9a2mfs8v3d6q0b7c5n4e';

export const endpointSchema = z
  .object({
    id: z.string().meta({ examples: [exampleEndpoint] }),
    url: z.string().meta({ format: 'uri', examples: ['https://example.com/hooks/showreel'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Staging'] }),
    events: z
      .array(z.enum(webhookEventTypes))
      .nullable()
      .meta({
        description: 'The events that it is told of; null for all',
        examples: [['demo.ready', 'demo.failed']],
      }),
    enabled: z.boolean().meta({ examples: [true] }),
    disabled_reason: z
      .enum(offReasons)
      .nullable()
      .meta({
        description:
          '`owner`: you switched it off. `failing`: it failed for three days. `gone`: it answered with 410. Null while it is on',
        examples: [null],
      }),
    failing_since: nullableTimeField(null),
    previous_secret_until: nullableTimeField(null),
    created_at: timeField(),
    updated_at: timeField(),
  })
  .meta({ id: 'WebhookEndpoint' });
export type EndpointView = z.infer<typeof endpointSchema>;

interface Row {
  id: string;
  url: string;
  description: string | null;
  events: string | null;
  off_reason: EndpointView['disabled_reason'];
  failing_since: Date | null;
  previous_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = (sql: Sql) => sql`
  id, url, description, events, off_reason, failing_since, previous_until, created_at, updated_at
  from webhook_endpoints left join webhook_failures on endpoint_id = id`;

const viewOf = (row: Row): EndpointView => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events === null ? null : JSON.parse(row.events),
  enabled: row.off_reason === null,
  disabled_reason: row.off_reason,
  failing_since: row.failing_since?.toISOString() ?? null,
  previous_secret_until: row.previous_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** @throws AppError 404 where it is no endpoint of this user. */
export async function readEndpoint(sql: Sql, userId: string, id: string): Promise<EndpointView> {
  const [row] = await sql<Row[]>`select ${columns(sql)} where id = ${id} and user_id = ${userId}`;
  if (!row) throw notFound('webhook_endpoint');
  return viewOf(row);
}

/** Newest first. */
export async function listEndpoints(
  sql: Sql,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const before = readCursor(cursor, /^hook_\w{1,64}$/);
  const found = await sql<Row[]>`
    select ${columns(sql)}
    where user_id = ${userId} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit + 1}`;
  const { rows, nextCursor } = toPage(found, limit, (row) => row.id);
  return { endpoints: rows.map(viewOf), next_cursor: nextCursor };
}
