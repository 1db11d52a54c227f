import { z } from 'zod';
import { commandOf } from '../context.ts';
import { deleteOwnDemos } from '../demos/end.ts';
import { repeatableDemoIds } from '../demos/views/catalogue.ts';
import { exampleIds, idField } from '../fields.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { refreshDemos } from './refresh-project.ts';

const tags = ['Demos'];
const idsOf = (most: number) =>
  z
    .array(
      z
        .string()
        .min(1)
        .max(70)
        .meta({ examples: [exampleIds.demo] }),
    )
    .min(1)
    .max(most)
    .transform((ids) => [...new Set(ids)])
    .meta({ description: 'The ids of the demos' });

/** What is done with several demos that somebody has chosen, in one request: a request for each would meet the rate limit. */
export const demoBatchRouter = router({
  refresh: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/refresh',
        summary: 'Refresh several demos',
        description:
          'Each demo is queued as by `POST /demos/{id}/refresh`, in the order given, as far as the quota reaches. Uploaded, busy and unknown demos are skipped.',
        tags,
      },
      errors: [400],
      idempotent: true,
    })
    .input(z.object({ ids: idsOf(100) }))
    .output(
      z.object({
        queued: z.number().meta({ examples: [1] }),
        jobs: z.array(z.object({ demoId: idField('demo'), jobId: idField('job') })),
        skipped: z.number().meta({
          description: 'How many were not refreshed as they cannot be, or are being made',
          examples: [0],
        }),
        over_quota: z.number().meta({
          description: 'How many demos were not queued because the quota was used up',
          examples: [0],
        }),
      }),
    )
    .mutation(async ({ ctx, input: { ids } }) => {
      const { services, caller } = ctx;
      const { userId } = caller;
      const triggeredBy = caller.via === 'key' ? 'api' : 'manual';
      const demoIds = await repeatableDemoIds(services.sql, { userId, ids });
      const { jobs, leftOut } = await refreshDemos(services, commandOf(ctx), {
        demoIds,
        userId,
        triggeredBy,
      });
      const skipped = ids.length - jobs.length - leftOut.length;
      return { queued: jobs.length, jobs, skipped, over_quota: leftOut.length };
    }),

  delete: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/delete',
        summary: 'Delete several demos and their media, all or none',
        description:
          'As `DELETE /demos/{id}` for each. Unknown demos, and those that were deleted before, are skipped, so that the request can be repeated.',
        tags,
      },
      errors: [400],
      idempotent: true,
    })
    .input(z.object({ ids: idsOf(500) }))
    .output(z.object({ deleted: z.number().meta({ examples: [1] }) }))
    .mutation(async ({ ctx, input: { ids } }) => {
      const deleted = await deleteOwnDemos(ctx.services, commandOf(ctx), {
        demoIds: ids,
        userId: ctx.caller.userId,
      });
      return { deleted };
    }),
});
