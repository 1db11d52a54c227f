import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CreditCommand, creditDecider } from '../../../src/domain/credits/decide.ts';
import { type CreditEvent, creditFacts } from '../../../src/domain/credits/events.ts';
import { packIds } from '../../../src/domain/credits/packs.ts';
import type { CreditState } from '../../../src/domain/credits/state.ts';
import { AppError } from '../../../src/errors.ts';

const userId = 'user_1';
const job = fc.integer({ min: 0, max: 12 });
/** Few, so that orders are met again. */
const purchase = fc.integer({ min: 0, max: 6 });
const cents = fc.constantFrom(0, 1, 250, 500, 900, 1799, 1800, 4000, 7000);

/** What may be wished for or told, in whatever order; ids that only have to differ are put in later. */
const anyWish = fc.oneof(
  fc.record({ type: fc.constant('grant' as const), amount: fc.integer({ min: 1, max: 3 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('charge' as const),
      job,
      monthlyDemos: fc.constantFrom(null, 0, 0, 2),
      month: fc.constantFrom('2026-01', '2026-02'),
      atOnce: fc.boolean(),
    }),
  },
  fc.record({ type: fc.constant('takeBackGrant' as const), of: fc.integer({ min: 0, max: 40 }) }),
  fc.record({ type: fc.constant('giveBack' as const), job }),
  fc.record({
    type: fc.constantFrom('purchase' as const, 'startPurchase' as const),
    packId: fc.constantFrom(...packIds),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('settle' as const),
      purchase,
      paidCents: cents,
      refundedCents: cents,
    }),
  },
  fc.record({ type: fc.constant('refundPurchase' as const), purchase }),
  fc.record({
    type: fc.constant('setTopoff' as const),
    enabled: fc.boolean(),
    packId: fc.constantFrom(...packIds),
    threshold: fc.integer({ min: 0, max: 8 }),
  }),
  {
    weight: 9,
    arbitrary: fc.record({
      type: fc.constantFrom('startTopoff' as const, 'retryTopoff' as const, 'declineTopoff' as const),
    }),
  },
);
type Wish = typeof anyWish extends fc.Arbitrary<infer T> ? T : never;

test('whatever happens in whatever order, no balance is negative and nothing is made or lost', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(anyWish, { maxLength: 100, size: 'max' }), (wishes) => {
      const { log, state } = run(wishes);
      for (const { type } of log) seen.add(type);
      checkMovements(log);
      checkGivenBack(log);
      checkPaidBack(log);
      expect(log.reduce(creditDecider.evolve, creditDecider.initial)).toEqual(state);
    }),
    { numRuns: 1000 },
  );
  // What was never reached was not tested.
  const unreached = Object.keys(creditFacts).filter((type) => !seen.has(type));
  expect(unreached).toEqual(['PaymentCustomerLinked']);
});

/** Every movement sums to zero, and the balance is what all of them make of it. */
function checkMovements(log: CreditEvent[]): void {
  const sums = sumsOf(log);
  let balance = 0;
  for (const event of log) {
    creditFacts[event.type].data.parse(event.data);
    if (!('entries' in event.data)) continue;
    const { entries, amount, balanceAfter } = event.data;
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0);
    const onBalance = entries.filter(({ account }) => account === 'balance');
    expect(onBalance.reduce((sum, entry) => sum + entry.amount, 0)).toBe(amount);
    balance += amount;
    expect(balanceAfter).toBe(balance);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  expect(sums.get('balance') ?? 0).toBe(balance);
  expect([...sums.values()].reduce((all, one) => all + one, 0)).toBe(0);
}

/** A job is charged once, and given back at most once: exactly what it cost. */
function checkGivenBack(log: CreditEvent[]): void {
  const charged = log.filter(({ type }) => type === 'AllowanceUsed' || type === 'CreditsDeducted');
  const returned = log.filter(({ type }) => type === 'AllowanceReturned' || type === 'CreditsRefunded');
  expect(sumsOf(log).get('generations') ?? 0).toBe(charged.length - returned.length);
  for (const events of [charged, returned]) expect(new Set(events.map(jobOf)).size).toBe(events.length);
  const costs = new Map(charged.map((event) => [jobOf(event), amountOf(event)]));
  for (const event of returned) expect(0 - amountOf(event)).toBe(0 + costs.get(jobOf(event))!);
}

/** A purchase brings its credits once, and no more of them goes back than it brought. */
function checkPaidBack(log: CreditEvent[]): void {
  const left = new Map<string, number>();
  for (const { type, data } of log) {
    if (type === 'CreditsPurchased' || type === 'CreditsToppedOff') {
      expect(left.has(data.purchaseId)).toBe(false);
      left.set(data.purchaseId, data.credits);
    }
    if (type === 'PurchaseRefunded') {
      const rest = left.get(data.purchaseId)! + data.amount - data.lost;
      expect(rest).toBeGreaterThanOrEqual(0);
      left.set(data.purchaseId, rest);
    }
  }
}

function sumsOf(log: CreditEvent[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { data } of log)
    if ('entries' in data)
      for (const { account, amount } of data.entries) sums.set(account, (sums.get(account) ?? 0) + amount);
  return sums;
}

const jobOf = ({ data }: CreditEvent) => ('jobId' in data ? data.jobId : '');
const amountOf = ({ data }: CreditEvent) => ('amount' in data ? data.amount : 0);

function run(wishes: Wish[]): { log: CreditEvent[]; state: CreditState } {
  const log: CreditEvent[] = [];
  let state = creditDecider.initial;
  for (const [at, wish] of wishes.entries()) {
    try {
      for (const event of creditDecider.decide(commandOf(wish, at, state), state)) {
        log.push(event);
        state = creditDecider.evolve(state, event);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { log, state };
}

function commandOf(wish: Wish, at: number, state: CreditState): CreditCommand {
  const transactionId = `txn_${at}`;
  const refundTransactionId = `txn_back_${at}`;
  const purchaseId = `pay_${at}`;
  switch (wish.type) {
    case 'grant':
      return { ...wish, userId, transactionId, description: '' };
    case 'takeBackGrant':
      return { type: 'takeBackGrant', grantTransactionId: `txn_${wish.of}`, transactionId, why: 'a slip' };
    case 'charge': {
      const { month, monthlyDemos, atOnce } = wish;
      const topoff = { purchaseId, transactionId: `txn_topoff_${at}`, atOnce };
      const one = { userId, jobId: `job_${wish.job}`, demoId: 'demo_1', transactionId };
      return { type: 'charge', ...one, month, monthlyDemos, secondsToNextMonth: 1, topoff };
    }
    case 'giveBack':
      return { type: 'giveBack', jobId: `job_${wish.job}`, transactionId, why: 'failed' };
    case 'purchase':
      return { ...wish, type: 'purchase', userId, purchaseId, transactionId };
    case 'startPurchase':
      return { ...wish, type: 'startPurchase', userId, purchaseId };
    case 'settle': {
      const { paidCents, refundedCents } = wish;
      const card = { customerId: 'cus_1', paymentMethodId: `pm_${at % 3}` };
      const payment = { paymentId: `pi_${at}`, paidCents, refundedCents, card };
      return { type: 'settle', ...known(wish.purchase, state), payment, transactionId, refundTransactionId };
    }
    case 'refundPurchase': {
      const { transactionId: bought } = known(wish.purchase, state);
      return { type: 'refundPurchase', transactionId: bought, refundTransactionId, why: 'goodwill' };
    }
    case 'setTopoff':
      return { ...wish, userId, needsCard: false };
    case 'startTopoff':
      return { type: 'startTopoff', purchaseId };
    case 'retryTopoff':
    case 'declineTopoff': {
      const { purchaseId: pending = '', attempt = 1 } = state.topoff.pending ?? {};
      return { type: wish.type, purchaseId: pending, attempt, reason: 'No money.' };
    }
  }
}

/** The n-th newest purchase there is, as far as there is one. */
function known(nth: number, state: CreditState): { purchaseId: string; transactionId: string } {
  let one = state.latestPurchase;
  for (let n = 0; n < nth && one?.before; n++) one = one.before;
  return { purchaseId: one?.purchaseId ?? 'pay_none', transactionId: one?.paid?.transactionId ?? 'txn_none' };
}
