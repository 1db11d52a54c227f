/**
 * Accounts: who has one, on which plan, and what the plans allow. Every slice may come in; it imports no other slice,
 * and writes account streams. `sign-up` opens accounts, and `usage` shows them.
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
