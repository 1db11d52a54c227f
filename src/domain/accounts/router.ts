import { z } from 'zod';
import { protectedProcedure, router } from '../../api/trpc.ts';
import { readCredits } from '../credits/accounts.ts';
import { monthOf } from '../credits/month.ts';
import { packSchema, packs } from '../credits/packs.ts';
import { readTopoff, topoffSchema } from '../credits/topoffs.ts';
import { readAccount } from './accounts.ts';
import { listedPlans, planIds } from './plans.ts';

const planSchema = z.object({
  id: z.enum(planIds),
  name: z.string(),
  monthlyDemos: z.number().nullable(),
  monthlyUploads: z.number().nullable(),
  maxDurationSec: z.number(),
  resolution: z.enum(['720p', '1080p']),
  formats: z.array(z.enum(['mp4', 'webm'])),
  watermark: z.boolean(),
  price: z.number(),
});

const tags = ['Account'];

export const accountRouter = router({
  usage: protectedProcedure
    .meta({
      openapi: { method: 'GET', path: '/usage', summary: 'Read the plan and what is left of it', tags },
    })
    .input(z.object({}))
    .output(
      z.object({
        plan: planSchema,
        usage: z.object({
          demosThisMonth: z.number(),
          demosLimit: z.number().nullable(),
          demosRemaining: z.number().nullable(),
        }),
        creditBalance: z.number(),
        autoTopoff: topoffSchema,
        creditPacks: z.array(packSchema),
        totalRemaining: z.number().nullable(),
        demoCount: z.number(),
      }),
    )
    .query(async ({ ctx: { services, caller } }) => {
      const [{ terms, demoCount }, { balance, demosThisMonth }, autoTopoff] = await Promise.all([
        readAccount(services.sql, caller.userId),
        readCredits(services.sql, caller.userId, monthOf(services.clock.now())),
        readTopoff(services.sql, caller.userId),
      ]);
      const demosLimit = terms.monthlyDemos;
      const demosRemaining = demosLimit === null ? null : Math.max(0, demosLimit - demosThisMonth);
      return {
        plan: { ...terms, formats: [...terms.formats] },
        usage: { demosThisMonth, demosLimit, demosRemaining },
        creditBalance: balance,
        autoTopoff,
        creditPacks: packs,
        totalRemaining: demosRemaining === null ? null : demosRemaining + balance,
        demoCount,
      };
    }),

  plans: protectedProcedure
    .meta({ openapi: { method: 'GET', path: '/plans', summary: 'List the plans', tags } })
    .input(z.object({}))
    .output(z.object({ plans: z.array(planSchema) }))
    .query(() => ({ plans: listedPlans.map((plan) => ({ ...plan, formats: [...plan.formats] })) })),
});
