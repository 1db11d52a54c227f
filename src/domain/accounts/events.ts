/**
 * Accounts: who has one, on which plan, and what the plans allow. Other slices come in for the terms of a plan; it reads what
 * credits publish about a user, and writes account streams.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';
import { planIds } from './plans.ts';

/** The facts of `account-<userId>`. */
export const accountFacts = {
  AccountOpened: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), email: z.string(), plan: z.enum(planIds) }),
  },
  PlanChanged: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), plan: z.enum(planIds) }),
  },
};
export type AccountEvent = EventOf<typeof accountFacts>;

export const accountStream = (userId: string) => `account-${userId}`;
