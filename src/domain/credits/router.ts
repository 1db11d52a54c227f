import { z } from 'zod';
import { protectedProcedure, router } from '../../api/trpc.ts';
import { nextCursor, page } from '../input.ts';
import { readCredits } from './accounts.ts';
import { monthOf } from './month.ts';
import { packSchema, packs, topoffSchema, topoffUntilSet } from './packs.ts';
import { listTransactions, transactionSchema } from './transactions.ts';

const tags = ['Credits'];

export const creditRouter = router({
  read: protectedProcedure
    .meta({
      openapi: { method: 'GET', path: '/credits', summary: 'Read the balance and what credits cost', tags },
    })
    .input(z.object({}))
    .output(
      z.object({
        balance: z.number(),
        packs: z.array(packSchema),
        autoTopoff: topoffSchema,
        recentTransactions: z.array(transactionSchema),
      }),
    )
    .query(async ({ ctx: { services, caller } }) => {
      const [{ balance }, { transactions }] = await Promise.all([
        readCredits(services.sql, caller.userId, monthOf(services.clock.now())),
        listTransactions(services.sql, caller.userId, { limit: 10 }),
      ]);
      return { balance, packs, autoTopoff: topoffUntilSet, recentTransactions: transactions };
    }),

  autoTopoff: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/credits/auto-topoff',
        summary: 'Read whether credits are bought automatically',
        tags,
      },
    })
    .input(z.object({}))
    .output(topoffSchema)
    .query(() => topoffUntilSet),

  transactions: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/credits/transactions',
        summary: 'List the movements of the balance, newest first',
        tags,
      },
      errors: [400],
    })
    .input(z.object(page))
    .output(z.object({ transactions: z.array(transactionSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listTransactions(services.sql, caller.userId, input)),
});
