import { describe, it } from 'vitest';
import { type CreditCommand, creditDecider } from '../../../src/domain/credits/decide.ts';
import type { CreditEvent } from '../../../src/domain/credits/events.ts';
import { given } from '../../support/given.ts';

const userId = 'user_1';
const opened: CreditEvent = { type: 'CreditAccountOpened', data: { userId } };
const card: CreditEvent = {
  type: 'CardSaved',
  data: { userId, customerId: 'cus_1', paymentMethodId: 'pm_1' },
};
const set = (enabled: boolean, threshold = 3, packId = '20'): CreditEvent => ({
  type: 'AutoTopoffSet',
  data: { userId, enabled, packId, threshold },
});
const transfer = (from: string, to: string, amount: number) => [
  { account: from, amount: -amount },
  { account: to, amount },
];
const granted = (amount: number): CreditEvent => ({
  type: 'CreditsGranted',
  data: {
    userId,
    transactionId: 'txn_grant',
    amount,
    balanceAfter: amount,
    description: '',
    entries: transfer('bonus', 'balance', amount),
  },
});
const pack = { purchaseId: 'pay_topoff', packId: '20', credits: 20, priceCents: 1800 };
const started = (attempt: number): CreditEvent => ({
  type: 'TopoffStarted',
  data: { userId, ...pack, attempt },
});
const declined = (attempt: number): CreditEvent => ({
  type: 'TopoffDeclined',
  data: { userId, purchaseId: 'pay_topoff', attempt, reason: 'No money.' },
});
const toppedOff = (
  before: number,
  ids = { purchaseId: 'pay_topoff', paymentId: 'pi_1' as string | null },
): CreditEvent => ({
  type: 'CreditsToppedOff',
  data: {
    userId,
    transactionId: 'txn_topoff',
    ...pack,
    ...ids,
    amount: 20,
    balanceAfter: before + 20,
    description: 'Automatic top-off: 20 credits',
    entries: transfer('sales', 'balance', 20),
  },
});
const deducted = (jobId: string, balanceAfter: number): CreditEvent => ({
  type: 'CreditsDeducted',
  data: {
    userId,
    transactionId: 'txn_deduct',
    jobId,
    demoId: 'demo_1',
    amount: -1,
    balanceAfter,
    description: 'Demo demo_1',
    entries: transfer('balance', 'generations', 1),
  },
});
const charge = (atOnce: boolean, jobId = 'job_1'): CreditCommand => ({
  type: 'charge',
  userId,
  jobId,
  demoId: 'demo_1',
  transactionId: 'txn_deduct',
  month: '2026-02',
  monthlyDemos: 0,
  secondsToNextMonth: 1000,
  topoff: { purchaseId: 'pay_topoff', transactionId: 'txn_topoff', atOnce },
});
const decline = (attempt: number): CreditCommand => ({
  type: 'declineTopoff',
  purchaseId: 'pay_topoff',
  attempt,
  reason: 'No money.',
});
const start: CreditCommand = { type: 'startTopoff', purchaseId: 'pay_other' };
const retry: CreditCommand = { type: 'retryTopoff', purchaseId: 'pay_topoff' };
const settle: CreditCommand = {
  type: 'settle',
  purchaseId: 'pay_topoff',
  transactionId: 'txn_topoff',
  refundTransactionId: 'txn_back',
  payment: { paymentId: 'pi_1', paidCents: 1800, refundedCents: 0, card: null },
};
const off: CreditEvent = {
  type: 'AutoTopoffTurnedOff',
  data: { userId, reason: 'The card was declined 3 times, the last time with: No money.' },
};

describe('setting it', () => {
  const wish = { type: 'setTopoff', userId, enabled: true, packId: '20', threshold: 3 } as const;
  it('opens the account, and is kept', () =>
    given(creditDecider, [])
      .when({ ...wish, needsCard: false })
      .gives([opened, set(true)]));
  it('is nothing new where it is so already', () =>
    given(creditDecider, [opened, set(true)])
      .when({ ...wish, needsCard: false })
      .gives([]));
  it('needs a card where cards are charged', () => {
    given(creditDecider, [opened])
      .when({ ...wish, needsCard: true })
      .fails('no_saved_card', 409);
    given(creditDecider, [opened, card])
      .when({ ...wish, needsCard: true })
      .gives([set(true)]);
    given(creditDecider, [opened, set(true)])
      .when({ ...wish, enabled: false, needsCard: true })
      .gives([set(false)]);
  });
  it('said again after a decline ends the waiting', () =>
    given(creditDecider, [opened, card, set(true), started(1), declined(1)])
      .when({ ...wish, needsCard: true })
      .gives([set(true)]));
});

describe('a charge that finds nothing', () => {
  it('buys at once where that is possible', () =>
    given(creditDecider, [opened, set(true)])
      .when(charge(true))
      .gives([toppedOff(0, { purchaseId: 'pay_topoff', paymentId: null }), deducted('job_1', 19)]));
  it('is refused where a card has to be charged, which is not done here', () =>
    given(creditDecider, [opened, card, set(true)])
      .when(charge(false))
      .fails('quota_exceeded', 429));
  it('is refused where it is off', () =>
    given(creditDecider, [opened, set(false)])
      .when(charge(true))
      .fails('quota_exceeded', 429));
  it('tops off once, although less than the threshold is left after it', () =>
    given(creditDecider, [opened, set(true, 1000)])
      .when(charge(true))
      .gives([toppedOff(0, { purchaseId: 'pay_topoff', paymentId: null }), deducted('job_1', 19)]));
});

describe('a deduct', () => {
  it.each([
    [3, true],
    [4, false],
  ])('from %i tops off at the threshold of 2: %s', (balance, tops) =>
    given(creditDecider, [opened, granted(balance), set(true, 2)])
      .when(charge(false))
      .gives([deducted('job_1', balance - 1), ...(tops ? [started(1)] : [])]),
  );
  it('that leaves the threshold is followed by credits where they are there at once', () =>
    given(creditDecider, [opened, granted(3), set(true, 2)])
      .when(charge(true))
      .gives([deducted('job_1', 2), toppedOff(2, { purchaseId: 'pay_topoff', paymentId: null })]));
  it('starts none while one is under way, or waits after a decline', () => {
    const before = [opened, card, granted(3), set(true), started(1)];
    given(creditDecider, before)
      .when(charge(false))
      .gives([deducted('job_1', 2)]);
    given(creditDecider, [...before, declined(1)])
      .when(charge(false))
      .gives([deducted('job_1', 2)]);
  });
});

describe('starting one', () => {
  it('is for whoever found nothing, and not for those who come when credits are there again', () => {
    given(creditDecider, [opened, card, set(true)])
      .when(start)
      .gives([{ type: 'TopoffStarted', data: { userId, ...pack, purchaseId: 'pay_other', attempt: 1 } }]);
    given(creditDecider, [opened, card, set(true), granted(1)])
      .when(start)
      .gives([]);
  });
  it('is nothing while one is under way, waits after a decline, or is off', () => {
    for (const past of [[set(true), started(1)], [set(true), started(1), declined(1)], [set(false)]])
      given(creditDecider, [opened, card, ...past])
        .when(start)
        .gives([]);
  });
});

describe('the money', () => {
  it('brings the credits once', () => {
    given(creditDecider, [opened, card, set(true), started(1)])
      .when(settle)
      .gives([toppedOff(0)]);
    given(creditDecider, [opened, card, set(true), started(1), toppedOff(0)])
      .when(settle)
      .gives([]);
  });
  it('brings the credits although the setting was turned off meanwhile', () =>
    given(creditDecider, [opened, card, set(true), started(1), set(false)])
      .when(settle)
      .gives([toppedOff(0)]));
  it('that is less than the price brings nothing', () =>
    given(creditDecider, [opened, card, set(true), started(1)])
      .when({ ...settle, payment: { ...settle.payment, paidCents: 1799 } })
      .gives([]));
});

describe('a decline', () => {
  const first = [opened, card, set(true), started(1)];
  it('is noted once, and only of the attempt that runs', () => {
    given(creditDecider, first)
      .when(decline(1))
      .gives([declined(1)]);
    given(creditDecider, [...first, declined(1)])
      .when(decline(1))
      .gives([]);
    given(creditDecider, [...first, declined(1), started(2)])
      .when(decline(1))
      .gives([]);
    given(creditDecider, [...first, toppedOff(0)])
      .when(decline(1))
      .gives([]);
  });
  it('the third time turns it off', () =>
    given(creditDecider, [...first, declined(1), started(2), declined(2), started(3)])
      .when(decline(3))
      .gives([declined(3), off]));
  it('is tried again with the same order', () =>
    given(creditDecider, [...first, declined(1)])
      .when(retry)
      .gives([started(2)]));
  it('is not tried again while it is being tried', () => given(creditDecider, first).when(retry).gives([]));
  it('is dropped where credits came from elsewhere or it was turned off', () => {
    const dropped: CreditEvent = { type: 'TopoffDropped', data: { userId, purchaseId: 'pay_topoff' } };
    given(creditDecider, [...first, declined(1), granted(4)])
      .when(retry)
      .gives([dropped]);
    given(creditDecider, [...first, declined(1), granted(3)])
      .when(retry)
      .gives([started(2)]);
    given(creditDecider, [...first, declined(1), set(false)])
      .when(retry)
      .gives([]);
  });
  it('is forgotten with the card', () =>
    given(creditDecider, [
      ...first,
      declined(1),
      { type: 'CardSaved', data: { userId, customerId: 'cus_1', paymentMethodId: 'pm_2' } },
    ])
      .when(start)
      .gives([{ type: 'TopoffStarted', data: { userId, ...pack, purchaseId: 'pay_other', attempt: 1 } }]));
});
