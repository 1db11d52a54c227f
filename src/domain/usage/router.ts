/**
 * Usage: the plan of an account, what is left of it, and the credits. The API comes in; it reads what the slices
 * below tell of a user, and writes nothing.
 */
import { z } from 'zod';
import { readAccount } from '../accounts/accounts.ts';
import { listedPlans, planIds } from '../accounts/plans.ts';
import { readCredits } from '../credits/accounts.ts';
import { monthOf } from '../credits/charges/month.ts';
import { packListSchema, packs } from '../credits/packs.ts';
import { readTopoff, topoffSchema } from '../credits/purchases/topoffs.ts';
import { lineSchema, readLine } from '../demos/line.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { countUploads } from '../uploads/uploads.ts';

const planSchema = z
  .object({
    id: z.enum(planIds),
    name: z.string(),
    monthlyDemos: z.number().nullable(),
    monthlyUploads: z.number().nullable(),
    maxDurationSec: z.number(),
    resolution: z.enum(['720p', '1080p']),
    formats: z.array(z.enum(['mp4', 'webm'])),
    watermark: z.boolean(),
    price: z.number().describe('In US dollars per month'),
  })
  .meta({ id: 'Plan', examples: [listedPlans[0]] });

const tags = ['Account'];

const leftOf = (limit: number | null, used: number) => (limit === null ? null : Math.max(0, limit - used));

export const usageRouter = router({
  usage: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/usage',
        summary: 'Read the plan and how much of it is left',
        description:
          '`null` stands for no limit. `totalRemaining` is the number of demos left this month plus the credits.',
        tags,
      },
    })
    .input(z.object({}))
    .output(
      z.object({
        plan: planSchema,
        usage: z.object({
          demosThisMonth: z.number().meta({ examples: [1] }),
          demosLimit: z
            .number()
            .nullable()
            .meta({ examples: [10] }),
          demosRemaining: z
            .number()
            .nullable()
            .meta({ examples: [9] }),
          uploadsThisMonth: z.number().meta({ examples: [2] }),
          uploadsLimit: z
            .number()
            .nullable()
            .meta({ examples: [20] }),
          uploadsRemaining: z
            .number()
            .nullable()
            .meta({ examples: [18] }),
        }),
        creditBalance: z.number().meta({ examples: [20] }),
        autoTopoff: topoffSchema,
        creditPacks: packListSchema,
        totalRemaining: z
          .number()
          .nullable()
          .meta({ examples: [29] }),
        demoCount: z.number().meta({ examples: [1] }),
        queue: lineSchema,
      }),
    )
    .query(async ({ ctx: { services, caller } }) => {
      const month = monthOf(services.clock.now());
      const [account, credits, uploadsThisMonth, autoTopoff, queue] = await Promise.all([
        readAccount(services.sql, caller.userId),
        readCredits(services.sql, caller.userId, month),
        countUploads(services.sql, caller.userId, month),
        readTopoff(services.sql, caller.userId),
        readLine(services.sql, caller.userId),
      ]);
      const { terms, demoCount } = account;
      const { balance, demosThisMonth } = credits;
      const demosLimit = terms.monthlyDemos;
      const demosRemaining = leftOf(demosLimit, demosThisMonth);
      const uploadsLimit = terms.monthlyUploads;
      const uploadsRemaining = leftOf(uploadsLimit, uploadsThisMonth);
      return {
        plan: { ...terms, formats: [...terms.formats] },
        usage: {
          demosThisMonth,
          demosLimit,
          demosRemaining,
          uploadsThisMonth,
          uploadsLimit,
          uploadsRemaining,
        },
        creditBalance: balance,
        autoTopoff,
        creditPacks: packs,
        totalRemaining: demosRemaining === null ? null : demosRemaining + balance,
        demoCount,
        queue,
      };
    }),

  plans: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/plans',
        summary: 'List the plans',
        description: 'The plan `unlimited` is not listed, since only the operator of the service can set it.',
        tags,
      },
    })
    .input(z.object({}))
    .output(z.object({ plans: z.array(planSchema).meta({ examples: [listedPlans] }) }))
    .query(() => ({ plans: listedPlans.map((plan) => ({ ...plan, formats: [...plan.formats] })) })),
});
