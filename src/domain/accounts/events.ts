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
    personal: ['email'],
  },
  PlanChanged: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), plan: z.enum(planIds) }),
  },
  /** By somebody who knew the present password, or by a link. Passwords themselves are in the schema `auth`. */
  PasswordChanged: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), by: z.enum(['password', 'link']) }),
  },
  /** An operator made a link that sets a new password. */
  PasswordLinkIssued: { schemaVersion: 1, data: z.object({ userId: z.string() }) },
  /** The owner has proved that they read mail to this address. */
  EmailVerified: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), email: z.string() }),
    personal: ['email'],
  },
  /** The owner ended sessions of theirs from another one. */
  SessionsRevoked: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), sessionIds: z.array(z.string()) }),
  },
  /** From now on, the user's sessions may do what operators do. */
  OperatorAppointed: { schemaVersion: 1, data: z.object({ userId: z.string() }) },
  OperatorDismissed: { schemaVersion: 1, data: z.object({ userId: z.string() }) },
  /** By its owner, for good. What was theirs is deleted by the events of its own streams. */
  AccountDeleted: { schemaVersion: 1, data: z.object({ userId: z.string() }) },
};
export type AccountEvent = EventOf<typeof accountFacts>;

export const accountStream = (userId: string) => `account-${userId}`;
