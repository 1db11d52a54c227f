import { describe, it } from 'vitest';
import { type CreditCommand, creditDecider } from '../../../src/domain/credits/decide.ts';
import type { CreditEvent } from '../../../src/domain/credits/events.ts';
import { given } from '../../support/given.ts';

const userId = 'user_1';
const opened: CreditEvent = { type: 'CreditAccountOpened', data: { userId } };
const pack = { purchaseId: 'pay_1', packId: '20', credits: 20, priceCents: 1800 };
const transfer = (from: string, to: string, amount: number) => [
  { account: from, amount: -amount },
  { account: to, amount },
];
const started: CreditEvent = { type: 'PurchaseStarted', data: { userId, ...pack } };
const purchased = (paymentId: string | null): CreditEvent => ({
  type: 'CreditsPurchased',
  data: {
    userId,
    ...pack,
    transactionId: 'txn_1',
    description: '20 credits',
    paymentId,
    amount: 20,
    balanceAfter: 20,
    entries: transfer('sales', 'balance', 20),
  },
});
const linked = (customerId: string): CreditEvent => ({
  type: 'PaymentCustomerLinked',
  data: { userId, customerId },
});
const card = { customerId: 'cus_1', paymentMethodId: 'pm_1' };
const cardSaved: CreditEvent = { type: 'CardSaved', data: { userId, ...card } };
const spent = (balanceAfter: number): CreditEvent => ({
  type: 'CreditsDeducted',
  data: {
    userId,
    transactionId: 'txn_deduct',
    jobId: 'job_1',
    demoId: 'demo_1',
    description: '',
    amount: balanceAfter - 20,
    balanceAfter,
    entries: transfer('balance', 'generations', 20 - balanceAfter),
  },
});
const refunded = (refund: {
  taken: number;
  lost: number;
  before: number;
  cents: number;
  why?: string;
}): CreditEvent => ({
  type: 'PurchaseRefunded',
  data: {
    userId,
    transactionId: 'txn_back',
    purchaseTransactionId: 'txn_1',
    purchaseId: 'pay_1',
    packId: '20',
    amount: 0 - refund.taken,
    balanceAfter: refund.before - refund.taken,
    entries: [
      ...(refund.taken > 0 ? transfer('balance', 'sales', refund.taken) : []),
      ...(refund.lost > 0 ? transfer('losses', 'sales', refund.lost) : []),
    ],
    refundedCents: refund.cents,
    lost: refund.lost,
    description: `20 credits: ${refund.why ?? 'paid back'}`,
  },
});
const settle = (paidCents: number, refundedCents = 0, given = card): CreditCommand => ({
  type: 'settle',
  purchaseId: 'pay_1',
  transactionId: 'txn_1',
  refundTransactionId: 'txn_back',
  payment: { paymentId: 'pi_1', paidCents, refundedCents, card: given },
});
const refund: CreditCommand = {
  type: 'refundPurchase',
  transactionId: 'txn_1',
  refundTransactionId: 'txn_back',
  why: 'goodwill',
};

describe('buying', () => {
  it('at once opens the account and adds the credits', () =>
    given(creditDecider, [])
      .when({ type: 'purchase', userId, purchaseId: 'pay_1', transactionId: 'txn_1', packId: '20' })
      .gives([opened, purchased(null)]));
  it('by a provider only notes the order', () =>
    given(creditDecider, [])
      .when({ type: 'startPurchase', userId, purchaseId: 'pay_1', packId: '20' })
      .gives([opened, started]));
  it('keeps the first name that the provider gave the customer', () => {
    const link = { type: 'linkCustomer', userId, customerId: 'cus_2' } as const;
    given(creditDecider, [opened])
      .when(link)
      .gives([linked('cus_2')]);
    given(creditDecider, [opened, linked('cus_1')])
      .when(link)
      .gives([]);
  });
});

describe('settling', () => {
  it('adds the credits and keeps the card', () =>
    given(creditDecider, [opened, started])
      .when(settle(1800))
      .gives([purchased('pi_1'), cardSaved]));
  it('keeps a card once', () =>
    given(creditDecider, [opened, cardSaved, started])
      .when(settle(1800))
      .gives([purchased('pi_1')]));
  it('does nothing that was done', () =>
    given(creditDecider, [opened, started, purchased('pi_1'), cardSaved])
      .when(settle(1800))
      .gives([]));
  it('does nothing for too little, nor for an order that is not in this ledger', () => {
    given(creditDecider, [opened, started]).when(settle(1799)).gives([]);
    given(creditDecider, [opened]).when(settle(1800)).gives([]);
    given(creditDecider, []).when(settle(1800)).gives([]);
  });
  it('takes back what went back, also of a payment that it hears of for the first time', () =>
    given(creditDecider, [opened, started])
      .when(settle(1800, 1800))
      .gives([purchased('pi_1'), cardSaved, refunded({ taken: 20, lost: 0, before: 20, cents: 1800 })]));
  it('takes back only what has not come back yet, however small the steps are', () => {
    const past = [opened, started, purchased('pi_1'), cardSaved];
    const first = refunded({ taken: 5, lost: 0, before: 20, cents: 500 });
    given(creditDecider, past).when(settle(1800, 500)).gives([first]);
    given(creditDecider, [...past, first])
      .when(settle(1800, 500))
      .gives([]);
    given(creditDecider, [...past, first])
      .when(settle(1800, 539))
      .gives([]);
    given(creditDecider, [...past, first])
      .when(settle(1800, 540))
      .gives([refunded({ taken: 1, lost: 0, before: 15, cents: 540 })]);
  });
  it('books what was spent as lost', () => {
    const past = [opened, started, purchased('pi_1'), cardSaved];
    given(creditDecider, [...past, spent(3)])
      .when(settle(1800, 1800))
      .gives([refunded({ taken: 3, lost: 17, before: 3, cents: 1800 })]);
    given(creditDecider, [...past, spent(0)])
      .when(settle(1800, 1800))
      .gives([refunded({ taken: 0, lost: 20, before: 0, cents: 1800 })]);
  });
});

describe('paying back', () => {
  const past = [opened, started, purchased('pi_1')];
  const whole = refunded({ taken: 20, lost: 0, before: 20, cents: 1800, why: 'goodwill' });
  it('takes all of its credits', () => given(creditDecider, past).when(refund).gives([whole]));
  it('takes the rest where a part went back before', () => {
    const part = refunded({ taken: 5, lost: 0, before: 20, cents: 500 });
    given(creditDecider, [...past, part])
      .when(refund)
      .gives([refunded({ taken: 15, lost: 0, before: 15, cents: 1800, why: 'goodwill' })]);
  });
  it('happens once, and what the provider says of it later is nothing new', () => {
    given(creditDecider, [...past, whole])
      .when(refund)
      .fails('already_refunded', 409);
    given(creditDecider, [...past, whole])
      .when(settle(1800, 1800))
      .gives([]);
  });
  it('is refused where a credit of it is spent, and where there is no such purchase', () => {
    given(creditDecider, [...past, spent(19)])
      .when(refund)
      .fails('credits_spent', 409);
    given(creditDecider, [opened, started]).when(refund).fails('purchase_not_found', 404);
  });
});
