import { z } from 'zod';
import { commandOf } from '../context.ts';
import { nextCursor, pageUrl, paging, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { endpointSchema, exampleEndpoint, listEndpoints, readEndpoint } from './endpoints.ts';
import { webhookEventTypes } from './events.ts';
import {
  createEndpoint,
  deleteEndpoint,
  editEndpoint,
  mostEndpoints,
  rotateSecret,
  testEndpoint,
} from './manage.ts';

const tags = ['Webhooks'];
const one = z.object({
  id: z
    .string()
    .min(1)
    .meta({ description: 'The id of the webhook endpoint', examples: [exampleEndpoint] }),
});
const address = pageUrl.meta({
  description: 'Where events are sent, by POST. It must be an address that pages may be recorded from',
  format: 'uri',
  examples: ['https://example.com/hooks/showreel'],
});
const description = text(0, 200)
  .nullable()
  .meta({ examples: ['Staging'] });
const events = z
  .array(z.enum(webhookEventTypes))
  .min(1)
  .max(20)
  .nullable()
  .meta({
    description: 'The events to be told of. Null is all of them, also those that there will be',
    examples: [['demo.ready', 'demo.failed']],
  });
const secret = z.string().meta({
  description: 'What the events are signed with. Only this answer shows it',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfDfrYZMzA='],
});

/** Whom a user wants to be told of what has happened. */
export const webhookEndpointRouter = router({
  create: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhook-endpoints',
        summary: 'Create a webhook endpoint',
        description:
          'From now on, events are sent to its address as [Standard Webhooks](https://www.standardwebhooks.com) describe: a JSON body ' +
          '`{type, timestamp, livemode, data}`, and the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. An answer ' +
          `with a 2xx status within 10 seconds is a success. An account has ${mostEndpoints} endpoints at most.`,
        tags,
      },
      status: 201,
      errors: [400, 409],
      idempotent: true,
    })
    .input(z.object({ url: address, description: description.optional(), events: events.optional() }))
    .output(endpointSchema.extend({ secret }))
    .mutation(async ({ ctx: { services, caller, ...ctx }, input }) => {
      const { userId } = caller;
      const made = await createEndpoint(services, commandOf({ ...ctx, caller }), { userId, ...input });
      return { ...(await readEndpoint(services.sql, userId, made.endpointId)), secret: made.secret };
    }),

  list: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhook-endpoints',
        summary: 'List webhook endpoints',
        description: 'Newest first. The secrets are not shown.',
        tags,
      },
      errors: [400],
    })
    .input(z.object(paging))
    .output(z.object({ endpoints: z.array(endpointSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listEndpoints(services.sql, caller.userId, input)),

  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhook-endpoints/{id}',
        summary: 'Read a webhook endpoint',
        description: 'Says too since when it fails, and why it was switched off. The secret is not shown.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(endpointSchema)
    .query(({ ctx: { services, caller }, input }) => readEndpoint(services.sql, caller.userId, input.id)),

  edit: protectedProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/webhook-endpoints/{id}',
        summary: 'Change a webhook endpoint, or switch it on or off',
        description:
          'What waits for an endpoint that is switched off is not sent any more; it can be replayed. What happens while it is off is not ' +
          'told later.',
        tags,
      },
      errors: [400, 404],
    })
    .input(
      one.extend({
        url: address.optional(),
        description: description.optional(),
        events: events.optional(),
        enabled: z
          .boolean()
          .meta({ examples: [true] })
          .optional(),
      }),
    )
    .output(endpointSchema)
    .mutation(async ({ ctx: { services, caller, ...ctx }, input: { id, ...wish } }) => {
      const ref = { endpointId: id, userId: caller.userId };
      await editEndpoint(services, commandOf({ ...ctx, caller }), ref, wish);
      return readEndpoint(services.sql, caller.userId, id);
    }),

  delete: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/webhook-endpoints/{id}',
        summary: 'Delete a webhook endpoint',
        description: 'Nothing is sent to it any more, and the list of its deliveries goes with it.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      const ref = { endpointId: input.id, userId: ctx.caller.userId };
      await deleteEndpoint(ctx.services, commandOf(ctx), ref);
      return { ok: true };
    }),

  rotateSecret: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhook-endpoints/{id}/secret/rotate',
        summary: 'Replace the secret of a webhook endpoint',
        description:
          'For 24 hours, events carry two signatures: one with the new secret and one with the secret before it. A receiver may know ' +
          'either.',
        tags,
      },
      errors: [404],
      idempotent: true,
    })
    .input(one)
    .output(
      z.object({
        secret,
        previous_secret_until: z.string().meta({
          description: 'Until then the secret before it signs too',
          format: 'date-time',
          examples: ['2026-03-03T09:14:05.120Z'],
        }),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const ref = { endpointId: input.id, userId: ctx.caller.userId };
      const made = await rotateSecret(ctx.services, commandOf(ctx), ref);
      return { secret: made.secret, previous_secret_until: made.previousUntil };
    }),

  test: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhook-endpoints/{id}/test',
        summary: 'Send a test event',
        description:
          'It has the form of a real event of this type, with `"livemode": false`, `"test": true` and ids that name nothing. Its delivery ' +
          'is in the list of deliveries within moments.',
        tags,
      },
      status: 202,
      errors: [400, 404, 409],
      idempotent: true,
    })
    .input(one.extend({ type: z.enum(webhookEventTypes).default('demo.ready') }))
    .output(
      z.object({
        id: z
          .string()
          .meta({ description: 'The id of the delivery', examples: ['dlv_01kjpx9c4q7w2r8t6y0p3a5s1d'] }),
      }),
    )
    .mutation(async ({ ctx, input: { id, type } }) => {
      const ref = { endpointId: id, userId: ctx.caller.userId };
      return { id: await testEndpoint(ctx.services, commandOf(ctx), ref, type) };
    }),
});
