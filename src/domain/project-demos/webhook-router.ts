import { z } from 'zod';
import { commandOf } from '../context.ts';
import { idField, idOf } from '../fields.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { refreshProject } from './refresh-project.ts';

/** What a deployment pipeline calls. */
export const webhookRouter = router({
  refreshProject: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/webhooks/projects/{projectId}/refresh',
        summary: 'Refresh the demos of a project after a deployment',
        description:
          'The caller is authorised by the webhook secret of the project in `X-Webhook-Secret`, or by a live key. Where a request has ' +
          'both, one valid credential is enough. Every generated demo that is `ready` is queued, as far as the quota reaches.',
        tags: ['Projects'],
      },
      access: 'webhook',
      errors: [404],
      idempotent: true,
    })
    .input(z.object({ projectId: idOf('project') }))
    .output(
      z.object({
        refreshed: z.number().meta({ examples: [1] }),
        jobs: z.array(z.object({ demoId: idField('demo'), jobId: idField('job') })),
        over_quota: z.number().meta({
          description: 'How many demos were not queued because the quota was used up',
          examples: [0],
        }),
      }),
    )
    .mutation(async ({ ctx, input: { projectId } }) => {
      const request = { projectId, userId: ctx.caller.userId, triggeredBy: 'webhook' } as const;
      const { jobs, overQuota } = await refreshProject(ctx.services, commandOf(ctx), request);
      return { refreshed: jobs.length, jobs, over_quota: overQuota };
    }),
});
