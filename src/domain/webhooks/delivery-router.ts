import { z } from 'zod';
import { commandOf } from '../context.ts';
import { nextCursor, paging } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import {
  deliveryDetailSchema,
  deliverySchema,
  deliveryStatuses,
  exampleDelivery,
  listDeliveries,
  readDelivery,
} from './deliveries.ts';
import { exampleEndpoint } from './endpoints.ts';
import { replayDelivery } from './manage.ts';

const tags = ['Webhooks'];
const deliveryId = z.string().meta({ examples: [exampleDelivery] });
const one = z.object({
  id: z
    .string()
    .min(1)
    .meta({ description: 'The id of the delivery', examples: [exampleDelivery] }),
});

/** What was sent to the endpoints, and what they answered. */
export const webhookDeliveryRouter = router({
  list: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhook-endpoints/{id}/deliveries',
        summary: 'List the deliveries of a webhook endpoint',
        description: 'Newest first. Deliveries are kept for 30 days.',
        tags,
      },
      errors: [400, 404],
    })
    .input(
      z.object({
        id: z
          .string()
          .min(1)
          .meta({ description: 'The id of the webhook endpoint', examples: [exampleEndpoint] }),
        status: z
          .enum(deliveryStatuses)
          .meta({ description: 'Only deliveries with this status', examples: ['failed'] })
          .optional(),
        ...paging,
      }),
    )
    .output(z.object({ deliveries: z.array(deliverySchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input: { id, ...query } }) =>
      listDeliveries(services.sql, { userId: caller.userId, endpointId: id }, query),
    ),

  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhook-deliveries/{id}',
        summary: 'Read a delivery with its body and the answers',
        description: 'The attempts are listed with what the endpoint answered, or why there was no answer.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(deliveryDetailSchema)
    .query(({ ctx: { services, caller }, input }) => readDelivery(services.sql, caller.userId, input.id)),

  replay: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhook-deliveries/{id}/replay',
        summary: 'Send a delivery once more',
        description:
          'The body and the `webhook-id` are the same, so that a receiver can tell that it has seen it. The timestamp and the signature ' +
          'are new.',
        tags,
      },
      status: 202,
      errors: [404, 409],
      idempotent: true,
    })
    .input(one)
    .output(z.object({ id: deliveryId }))
    .mutation(async ({ ctx, input }) => {
      const wish = { userId: ctx.caller.userId, replayOf: input.id };
      return { id: await replayDelivery(ctx.services, commandOf(ctx), wish) };
    }),
});
