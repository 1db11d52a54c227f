/**
 * Credits: each user's ledger, what a job costs, and how credits are bought. Whoever starts a job charges it here in
 * the same transaction, and gives the charge back when the job comes to nothing. It writes credit streams and reads
 * the plan of an account.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

/**
 * The facts of `credits-<userId>`, a ledger. `amount` is what the balance moves by, `entries` is the same movement in
 * double entry: they sum to zero, and those on `balance` sum to `amount`. The other accounts are `bonus` (where
 * granted credits come from), `sales` (bought ones), `generations` (what was made with them), `allowance:<month>` (the plan's
 * share) and `losses` (credits whose money went back after they were spent).
 */
const movement = {
  userId: z.string(),
  amount: z.number().int(),
  balanceAfter: z.number().int().min(0),
  entries: z.array(z.object({ account: z.string(), amount: z.number().int() })),
};
const forJob = { jobId: z.string(), demoId: z.string() };
/** A pack as it was offered when it was bought: offers change, facts do not. */
const ofPack = {
  purchaseId: z.string(),
  packId: z.string(),
  credits: z.number().int().min(1),
  /** US cents. */
  priceCents: z.number().int().min(0),
};
const asLine = { transactionId: z.string(), description: z.string() };
const paid = {
  ...movement,
  ...ofPack,
  ...asLine,
  /** The payment provider's name for it; null where no money moved. */
  paymentId: z.string().nullable(),
};

const jobFacts = {
  /** The first use of a month's allowance. */
  AllowanceOpened: { schemaVersion: 1, data: z.object({ userId: z.string(), month: z.string() }) },
  AllowanceUsed: { schemaVersion: 1, data: z.object({ ...movement, ...forJob, month: z.string() }) },
  AllowanceReturned: { schemaVersion: 1, data: z.object({ ...movement, ...forJob, month: z.string() }) },
  CreditsDeducted: {
    schemaVersion: 1,
    data: z.object({ ...movement, ...forJob, ...asLine }),
  },
  CreditsRefunded: {
    schemaVersion: 1,
    data: z.object({
      ...movement,
      ...forJob,
      ...asLine,
      /** The deduct that this gives back. */
      deductTransactionId: z.string(),
    }),
  },
};

const purchaseFacts = {
  /** Somebody was sent to the payment provider; nothing is paid yet. */
  PurchaseStarted: { schemaVersion: 1, data: z.object({ userId: z.string(), ...ofPack }) },
  CreditsPurchased: { schemaVersion: 1, data: z.object(paid) },
  /** Money of a purchase or top-off went back, in whole or in part, and credits with it. */
  PurchaseRefunded: {
    schemaVersion: 1,
    data: z.object({
      ...movement,
      ...asLine,
      purchaseId: z.string(),
      packId: z.string(),
      /** The purchase or top-off that this takes back. */
      purchaseTransactionId: z.string(),
      /** US cents that went back so far, this time and before. */
      refundedCents: z.number().int().min(1),
      /** Credits that should have come back but were spent; the account `losses` bears them. */
      lost: z.number().int().min(0),
    }),
  },
  PaymentCustomerLinked: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), customerId: z.string() }),
  },
  /** With what the next top-off is paid: the provider's names, no card number. */
  CardSaved: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), customerId: z.string(), paymentMethodId: z.string() }),
  },
};

const topoffFacts = {
  AutoTopoffSet: {
    schemaVersion: 1,
    data: z.object({
      userId: z.string(),
      enabled: z.boolean(),
      packId: z.string(),
      threshold: z.number().int().min(0),
    }),
  },
  /** The saved card is about to be charged: written down before, so that a crash cannot forget a charge. */
  TopoffStarted: {
    schemaVersion: 1,
    data: z.object({ userId: z.string(), ...ofPack, attempt: z.number().int().min(1) }),
  },
  TopoffDeclined: {
    schemaVersion: 1,
    data: z.object({
      userId: z.string(),
      purchaseId: z.string(),
      attempt: z.number().int().min(1),
      /** The provider's sentence for the card's owner. */
      reason: z.string(),
    }),
  },
  /** A declined top-off that is not tried again, since credits came from elsewhere or nobody wants it any more. */
  TopoffDropped: { schemaVersion: 1, data: z.object({ userId: z.string(), purchaseId: z.string() }) },
  CreditsToppedOff: { schemaVersion: 1, data: z.object(paid) },
  /** Too many declines. */
  AutoTopoffTurnedOff: { schemaVersion: 1, data: z.object({ userId: z.string(), reason: z.string() }) },
};

export const creditFacts = {
  CreditAccountOpened: { schemaVersion: 1, data: z.object({ userId: z.string() }) },
  CreditsGranted: { schemaVersion: 1, data: z.object({ ...movement, ...asLine }) },
  /** An operator took a grant back. */
  GrantTakenBack: {
    schemaVersion: 1,
    data: z.object({ ...movement, ...asLine, grantTransactionId: z.string() }),
  },
  ...jobFacts,
  ...purchaseFacts,
  ...topoffFacts,
};
export type CreditEvent = EventOf<typeof creditFacts>;
export type CreditFact<Type extends CreditEvent['type']> = Extract<CreditEvent, { type: Type }>['data'];

export const creditStreamPrefix = 'credits-';
export const creditStream = (userId: string) => `${creditStreamPrefix}${userId}`;
export const isCreditStream = (stream: string) => stream.startsWith(creditStreamPrefix);
