/**
 * Credits: each user's ledger, and what a job costs. Whoever starts a job charges it here in the same transaction, and gives it back
 * when it comes to nothing; it writes credit streams and reads the plan of an account.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

/**
 * The facts of `credits-<userId>`, a ledger. `amount` is what the balance moves by, `entries` is the same movement in
 * double entry: they sum to zero, and those on `balance` sum to `amount`. The other accounts are `bonus` (where
 * granted credits come from), `generations` (what was made with them) and `allowance:<month>` (the plan's share).
 */
const movement = {
  userId: z.string(),
  amount: z.number().int(),
  balanceAfter: z.number().int().min(0),
  entries: z.array(z.object({ account: z.string(), amount: z.number().int() })),
};
const forJob = { jobId: z.string(), demoId: z.string() };

export const creditFacts = {
  CreditAccountOpened: { schemaVersion: 1, data: z.object({ userId: z.string() }) },
  CreditsGranted: {
    schemaVersion: 1,
    data: z.object({ ...movement, transactionId: z.string(), description: z.string() }),
  },
  /** The first use of a month's allowance. */
  AllowanceOpened: { schemaVersion: 1, data: z.object({ userId: z.string(), month: z.string() }) },
  AllowanceUsed: { schemaVersion: 1, data: z.object({ ...movement, ...forJob, month: z.string() }) },
  AllowanceReturned: { schemaVersion: 1, data: z.object({ ...movement, ...forJob, month: z.string() }) },
  CreditsDeducted: {
    schemaVersion: 1,
    data: z.object({ ...movement, ...forJob, transactionId: z.string(), description: z.string() }),
  },
  CreditsRefunded: {
    schemaVersion: 1,
    data: z.object({
      ...movement,
      ...forJob,
      transactionId: z.string(),
      /** The deduct that this gives back. */
      deductTransactionId: z.string(),
      description: z.string(),
    }),
  },
};
export type CreditEvent = EventOf<typeof creditFacts>;

export const creditStream = (userId: string) => `credits-${userId}`;
/** Only this ledger is chained: it is the one that people audit. */
export const isCreditStream = (stream: string) => stream.startsWith('credits-');
