/**
 * Webhooks that go out: whom a user wants to be told of what has happened, what they are told, and what came of it. The API brings the
 * endpoints, and the worker sends and reports. It reads the facts of demos and credits, and writes endpoint streams and deliveries.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

/** What can be told, by the names that receivers see. */
export const webhookEventTypes = [
  'demo.ready',
  'demo.failed',
  'demo.refreshed',
  'demo.unchanged',
  'credits.low',
  'credits.topped_off',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** `owner`: they asked for it. `failing`: nothing but faults for three days. `gone`: it answered 410. */
export const offReasons = ['owner', 'failing', 'gone'] as const;
export type OffReason = (typeof offReasons)[number];

const one = { endpointId: z.string(), userId: z.string() };
const eventFilter = z.array(z.enum(webhookEventTypes));

/** The facts of `webhook-endpoint-<endpointId>`. Secrets are sealed. */
export const webhookFacts = {
  WebhookEndpointCreated: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      url: z.string(),
      description: z.string().nullable(),
      /** null: all, also those that there will be. */
      events: eventFilter.nullable(),
      sealedSecret: z.string(),
    }),
    personal: ['url', 'description'],
  },
  WebhookEndpointEdited: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      url: z.string().optional(),
      description: z.string().nullable().optional(),
      events: eventFilter.nullable().optional(),
    }),
    personal: ['url', 'description'],
  },
  /** Until `previousUntil` the secret before signs too. */
  WebhookEndpointSecretRotated: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      sealedSecret: z.string(),
      previousSealedSecret: z.string(),
      previousUntil: z.iso.datetime(),
    }),
  },
  /** The same secrets, sealed with another key of the service. */
  WebhookEndpointSecretResealed: {
    schemaVersion: 1,
    data: z.object({ ...one, sealedSecret: z.string(), previousSealedSecret: z.string().nullable() }),
  },
  WebhookEndpointSwitchedOff: {
    schemaVersion: 1,
    data: z.object({ ...one, reason: z.enum(offReasons) }),
  },
  WebhookEndpointSwitchedOn: { schemaVersion: 1, data: z.object(one) },
  /** Its owner wants to see how an event of this type arrives. */
  WebhookTestAsked: {
    schemaVersion: 1,
    data: z.object({ ...one, deliveryId: z.string(), type: z.enum(webhookEventTypes) }),
  },
  /** Its owner wants a delivery once more. */
  WebhookReplayAsked: {
    schemaVersion: 1,
    data: z.object({ ...one, deliveryId: z.string(), replayOf: z.string() }),
  },
  WebhookEndpointDeleted: { schemaVersion: 1, data: z.object(one) },
};
export type WebhookEvent = EventOf<typeof webhookFacts>;

export const webhookEndpointStream = (endpointId: string) => `webhook-endpoint-${endpointId}`;
