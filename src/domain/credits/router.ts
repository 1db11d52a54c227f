import { z } from 'zod';
import { commandOf } from '../context.ts';
import { idField } from '../fields.ts';
import { nextCursor, paging } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { readCredits } from './accounts.ts';
import { monthOf } from './charges/month.ts';
import { packIds, packListSchema, packSchema, packs } from './packs.ts';
import { purchasePack } from './purchases/purchase.ts';
import { setTopoff } from './purchases/set-topoff.ts';
import { readTopoff, topoffSchema } from './purchases/topoffs.ts';
import { listTransactions, transactionSchema } from './transactions.ts';

const tags = ['Credits'];
const packId = z.enum(packIds).meta({ examples: ['20'] });

export const creditRouter = router({
  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/credits',
        summary: 'Read the balance and the prices of credits',
        description: 'The answer also has the ten newest transactions.',
        tags,
      },
    })
    .input(z.object({}))
    .output(
      z.object({
        balance: z.number().meta({ examples: [20] }),
        packs: packListSchema,
        autoTopoff: topoffSchema,
        recentTransactions: z.array(transactionSchema),
      }),
    )
    .query(async ({ ctx: { services, caller } }) => {
      const { sql, clock } = services;
      const [{ balance }, autoTopoff, { transactions }] = await Promise.all([
        readCredits(sql, caller.userId, monthOf(clock.now())),
        readTopoff(sql, caller.userId),
        listTransactions(sql, caller.userId, { limit: 10 }),
      ]);
      return { balance, packs, autoTopoff, recentTransactions: transactions };
    }),

  purchase: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/credits/purchase',
        summary: 'Buy a pack of credits',
        description:
          'With 200 the credits are there at once. With 202 the buyer first pays at `checkoutUrl`, and the credits come after the payment.',
        tags,
      },
      otherStatuses: [202],
      errors: [400, 503],
      idempotent: true,
    })
    .input(z.object({ packId }))
    .output(
      z.discriminatedUnion('success', [
        z.object({
          success: z.literal(true),
          creditsAdded: z.number().meta({ examples: [20] }),
          balance: z.number().meta({ examples: [20] }),
          transactionId: idField('transaction'),
          pack: packSchema,
        }),
        z.object({
          success: z.literal(false),
          checkoutUrl: z.string().meta({ examples: ['https://checkout.stripe.com/c/pay/cs_test_a1'] }),
        }),
      ]),
    )
    .mutation(async ({ ctx, input }) => {
      const { services, caller, baseUrl } = ctx;
      const order = { userId: caller.userId, packId: input.packId, baseUrl };
      const outcome = await purchasePack(services, commandOf(ctx), order);
      if (outcome.kind === 'checkout') {
        ctx.setStatus(202);
        return { success: false, checkoutUrl: outcome.checkoutUrl };
      }
      const { credits, balance, transactionId } = outcome;
      const pack = packs.find(({ id }) => id === input.packId)!;
      return { success: true, creditsAdded: credits, balance, transactionId, pack };
    }),

  autoTopoff: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/credits/auto-topoff',
        summary: 'Read whether credits are bought automatically',
        description: 'The answer is the setting that was last made, or the default.',
        tags,
      },
    })
    .input(z.object({}))
    .output(topoffSchema)
    .query(({ ctx: { services, caller } }) => readTopoff(services.sql, caller.userId)),

  setAutoTopoff: protectedProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/credits/auto-topoff',
        summary: 'Set whether credits are bought automatically',
        description:
          'A pack is bought when a charge leaves at most `threshold` credits, and when a charge finds none. Where cards are charged, ' +
          'this needs the card of an earlier purchase. Three declined payments turn it off.',
        tags,
      },
      errors: [400, 409],
    })
    .input(
      z.object({
        enabled: z.boolean().meta({ examples: [true] }),
        packId,
        threshold: z.number().int().min(0).max(1000).default(3),
      }),
    )
    .output(topoffSchema)
    .mutation(async ({ ctx, input }) => {
      const { userId } = ctx.caller;
      await setTopoff(ctx.services, commandOf(ctx), { userId, ...input });
      return readTopoff(ctx.services.sql, userId);
    }),

  transactions: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/credits/transactions',
        summary: 'List the transactions of the balance, newest first',
        description:
          '`amount` is signed. `balance_after` is the balance before the transaction plus `amount`.',
        tags,
      },
      errors: [400],
    })
    .input(z.object(paging))
    .output(z.object({ transactions: z.array(transactionSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listTransactions(services.sql, caller.userId, input)),
});
