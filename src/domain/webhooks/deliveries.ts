import type { Sql } from 'postgres';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { nullableTimeField, timeField } from '../fields.ts';
import { readCursor, toPage } from '../input.ts';
import { exampleEndpoint, readEndpoint } from './endpoints.ts';
import { webhookEventTypes } from './events.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export const exampleDelivery = 'dlv_01kjpx9c4q7w2r8t6y0p3a5s1d';

const deliveryFields = z.object({
  id: z.string().meta({ examples: [exampleDelivery] }),
  endpoint_id: z.string().meta({ examples: [exampleEndpoint] }),
  message_id: z.string().meta({
    description: 'The `webhook-id` that the receiver sees',
    examples: ['msg_01kjpx9b3n6v1m8c5x2z7k4j0h'],
  }),
  type: z.enum(webhookEventTypes),
  status: z.enum(deliveryStatuses).meta({ examples: ['delivered'] }),
  attempts: z
    .number()
    .int()
    .meta({ examples: [1] }),
  status_code: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Of the newest attempt; null where there was no answer', examples: [200] }),
  next_attempt_at: nullableTimeField(null),
  replay_of: z
    .string()
    .nullable()
    .meta({ description: 'The delivery that this one repeats', examples: [null] }),
  created_at: timeField(),
});
export const deliverySchema = deliveryFields.meta({ id: 'WebhookDelivery' });

export const deliveryDetailSchema = deliveryFields
  .extend({
    body: z.string().meta({
      description: 'The body as it was signed and sent',
      examples: ['{"type":"demo.ready","timestamp":"2026-03-02T09:14:31.870Z","livemode":true,"data":{}}'],
    }),
    tries: z
      .array(
        z.object({
          number: z
            .number()
            .int()
            .meta({ examples: [1] }),
          at: timeField(),
          duration_ms: z
            .number()
            .int()
            .meta({ examples: [84] }),
          status_code: z
            .number()
            .int()
            .nullable()
            .meta({ examples: [200] }),
          answer: z
            .string()
            .nullable()
            .meta({ description: 'The first 4,000 characters of the answer', examples: ['ok'] }),
          error: z
            .string()
            .nullable()
            .meta({ description: 'Why there was no answer', examples: [null] }),
        }),
      )
      .meta({ description: 'The attempts, newest first' }),
  })
  .meta({ id: 'WebhookDeliveryDetail' });

interface Row {
  id: string;
  endpoint_id: string;
  message_id: string;
  type: z.infer<typeof deliverySchema>['type'];
  status: (typeof deliveryStatuses)[number];
  attempts: number;
  status_code: number | null;
  next_attempt_at: Date;
  replay_of: string | null;
  created_at: Date;
}

const columns = (sql: Sql) => sql`
  id, endpoint_id, message_id, type, status, attempts, next_attempt_at, replay_of, created_at,
  (select status_code from webhook_attempts where delivery_id = id order by number desc limit 1) as status_code`;

const viewOf = ({ next_attempt_at, created_at, ...row }: Row) => ({
  ...row,
  next_attempt_at: row.status === 'pending' ? next_attempt_at.toISOString() : null,
  created_at: created_at.toISOString(),
});

export interface DeliveryQuery {
  status?: (typeof deliveryStatuses)[number] | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Newest first. @throws AppError 404 where it is no endpoint of this user. */
export async function listDeliveries(
  sql: Sql,
  { userId, endpointId }: { userId: string; endpointId: string },
  { status, limit, cursor }: DeliveryQuery,
) {
  await readEndpoint(sql, userId, endpointId);
  const before = readCursor(cursor, /^dlv_\w{1,64}$/);
  const found = await sql<Row[]>`
    select ${columns(sql)} from webhook_deliveries
    where endpoint_id = ${endpointId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit + 1}`;
  const { rows, nextCursor } = toPage(found, limit, (row) => row.id);
  return { deliveries: rows.map(viewOf), next_cursor: nextCursor };
}

/** @throws AppError 404 where it is no delivery of this user. */
export async function readDelivery(sql: Sql, userId: string, id: string) {
  const [row] = await sql<(Row & { body: string })[]>`
    select ${columns(sql)}, body from webhook_deliveries where id = ${id} and user_id = ${userId}`;
  if (!row) throw notFound('webhook_delivery');
  const tries = await sql<
    {
      number: number;
      at: Date;
      duration_ms: number;
      status_code: number | null;
      answer: string | null;
      error: string | null;
    }[]
  >`
    select number, at, duration_ms, status_code, answer, fault as error from webhook_attempts
    where delivery_id = ${id} order by number desc`;
  return {
    ...viewOf(row),
    body: row.body,
    tries: tries.map((one) => ({ ...one, at: one.at.toISOString() })),
  };
}
