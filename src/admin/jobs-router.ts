import { z } from 'zod';
import { demandAccount } from './find-accounts.ts';
import { cancelAnyJob, jobSchema, jobStatuses, listJobs, retryJob } from './jobs.ts';
import { adminProcedure, operatorProcedure, reasonFields, router, rowLimit } from './trpc.ts';

const one = z.object({ id: z.string().min(1).max(100), reason: reasonFields.reason.optional() });

export const jobsRouter = router({
  list: adminProcedure
    .input(
      z.object({
        status: z.enum(jobStatuses).optional(),
        account: z.string().optional(),
        limit: rowLimit,
      }),
    )
    .output(z.array(jobSchema))
    .query(async ({ ctx, input: { account, status = null, limit } }) => {
      const { sql } = ctx.services;
      const userId = account === undefined ? null : (await demandAccount(sql, account)).userId;
      return listJobs(sql, { status, userId, id: null, limit });
    }),

  retry: operatorProcedure
    .input(one)
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx: { services, commandOf }, input: { id, reason } }) => ({
      id: await retryJob(services, commandOf('retry', { ...(reason !== undefined && { reason }) }), id),
    })),

  cancel: operatorProcedure
    .input(one)
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx: { services, commandOf }, input: { id, reason } }) => {
      await cancelAnyJob(services, commandOf('cancel', { ...(reason !== undefined && { reason }) }), id);
      return { id };
    }),
});
