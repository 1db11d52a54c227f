import { describe, expect, it } from 'vitest';
import { type CreditCommand, creditDecider } from '../../../src/domain/credits/decide.ts';
import type { CreditEvent } from '../../../src/domain/credits/events.ts';
import { given } from '../../support/given.ts';

const userId = 'user_1';
const opened: CreditEvent = { type: 'CreditAccountOpened', data: { userId } };
const monthOpened: CreditEvent = { type: 'AllowanceOpened', data: { userId, month: '2026-02' } };
const granted = (amount: number, balanceAfter: number): CreditEvent => ({
  type: 'CreditsGranted',
  data: {
    userId,
    transactionId: 'txn_grant',
    amount,
    balanceAfter,
    description: 'Welcome',
    entries: [
      { account: 'bonus', amount: -amount },
      { account: 'balance', amount },
    ],
  },
});
const used = (jobId: string, balanceAfter = 0): CreditEvent => ({
  type: 'AllowanceUsed',
  data: {
    userId,
    jobId,
    demoId: 'demo_1',
    month: '2026-02',
    amount: 0,
    balanceAfter,
    entries: [
      { account: 'allowance:2026-02', amount: -1 },
      { account: 'generations', amount: 1 },
    ],
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
    entries: [
      { account: 'balance', amount: -1 },
      { account: 'generations', amount: 1 },
    ],
  },
});
const refunded = (jobId: string, balanceAfter: number): CreditEvent => ({
  type: 'CreditsRefunded',
  data: {
    userId,
    transactionId: 'txn_refund',
    deductTransactionId: 'txn_deduct',
    jobId,
    demoId: 'demo_1',
    amount: 1,
    balanceAfter,
    description: 'Demo demo_1: failed',
    entries: [
      { account: 'generations', amount: -1 },
      { account: 'balance', amount: 1 },
    ],
  },
});
const charge = (jobId: string, monthlyDemos: number | null): CreditCommand => ({
  type: 'charge',
  userId,
  jobId,
  demoId: 'demo_1',
  transactionId: 'txn_deduct',
  month: '2026-02',
  monthlyDemos,
  secondsToNextMonth: 1000,
  topoff: { purchaseId: 'pay_topoff', transactionId: 'txn_topoff', atOnce: false },
});
const giveBack = (jobId: string): CreditCommand => ({
  type: 'giveBack',
  jobId,
  transactionId: 'txn_refund',
  why: 'failed',
});

describe('charging a job', () => {
  it('opens the account and the month with the first charge', () =>
    given(creditDecider, [])
      .when(charge('job_1', 10))
      .gives([opened, monthOpened, used('job_1')]));
  it('takes the allowance before any credit', () =>
    given(creditDecider, [opened, granted(5, 5), monthOpened, used('job_1', 5)])
      .when(charge('job_2', 2))
      .gives([used('job_2', 5)]));
  it('takes one credit where the allowance is used up', () =>
    given(creditDecider, [opened, granted(5, 5), monthOpened, used('job_1', 5)])
      .when(charge('job_2', 1))
      .gives([deducted('job_2', 4)]));
  it('is refused where neither is left, until the next month', () => {
    const account = given(creditDecider, [opened, monthOpened, used('job_1')]);
    account.when(charge('job_2', 1)).fails('quota_exceeded', 429);
    expect(() => creditDecider.decide(charge('job_2', 1), account.state)).toThrow(
      expect.objectContaining({ retryAfterSec: 1000 }),
    );
  });
  it('counts a new month from zero', () =>
    given(creditDecider, [opened, { type: 'AllowanceOpened', data: { userId, month: '2026-01' } }])
      .when(charge('job_1', 1))
      .gives([monthOpened, used('job_1')]));
  it('never ends the allowance of a plan without a limit', () =>
    given(creditDecider, [opened, monthOpened, used('job_1')])
      .when(charge('job_2', null))
      .gives([used('job_2')]));
  it('charges the same job once', () =>
    given(creditDecider, [opened, monthOpened, used('job_1')])
      .when(charge('job_1', 10))
      .gives([]));
  it('does not charge again for a job that was given back', () =>
    given(creditDecider, [opened, granted(1, 1), deducted('job_1', 0), refunded('job_1', 1)])
      .when(charge('job_1', 0))
      .fails('charge_returned', 409));
});

describe('giving back', () => {
  it('refunds a credit and names its deduct', () =>
    given(creditDecider, [opened, granted(1, 1), deducted('job_1', 0)])
      .when(giveBack('job_1'))
      .gives([refunded('job_1', 1)]));
  it('returns an allowance to the month it was taken from', () =>
    given(creditDecider, [opened, monthOpened, used('job_1'), used('job_2')])
      .when(giveBack('job_1'))
      .gives([
        {
          type: 'AllowanceReturned',
          data: {
            userId,
            jobId: 'job_1',
            demoId: 'demo_1',
            month: '2026-02',
            amount: 0,
            balanceAfter: 0,
            entries: [
              { account: 'generations', amount: -1 },
              { account: 'allowance:2026-02', amount: 1 },
            ],
          },
        },
      ]));
  it('happens once', () =>
    given(creditDecider, [opened, granted(1, 1), deducted('job_1', 0), refunded('job_1', 1)])
      .when(giveBack('job_1'))
      .gives([]));
  it('is nothing for a job that was never charged', () =>
    given(creditDecider, [opened]).when(giveBack('job_9')).gives([]));
});

describe('granting', () => {
  it('adds to the balance', () =>
    given(creditDecider, [opened])
      .when({ type: 'grant', userId, transactionId: 'txn_grant', amount: 5, description: 'Welcome' })
      .gives([granted(5, 5)]));
  for (const amount of [0, -1, 1.5, Number.NaN, 1_000_001])
    it(`is refused for an amount of ${amount}`, () =>
      given(creditDecider, [opened])
        .when({ type: 'grant', userId, transactionId: 'txn_grant', amount, description: '' })
        .fails('validation_failed', 400));
});

describe('taking a grant back', () => {
  const takeBack = (grantTransactionId = 'txn_grant'): CreditCommand => ({
    type: 'takeBackGrant',
    grantTransactionId,
    transactionId: 'txn_back',
    why: 'a zero too many',
  });
  const takenBack: CreditEvent = {
    type: 'GrantTakenBack',
    data: {
      userId,
      transactionId: 'txn_back',
      grantTransactionId: 'txn_grant',
      amount: -5,
      balanceAfter: 2,
      description: 'Grant taken back: a zero too many',
      entries: [
        { account: 'balance', amount: -5 },
        { account: 'bonus', amount: 5 },
      ],
    },
  };
  it('takes all of it', () =>
    given(creditDecider, [opened, granted(5, 7)])
      .when(takeBack())
      .gives([takenBack]));
  it('is refused the second time', () =>
    given(creditDecider, [opened, granted(5, 7), takenBack])
      .when(takeBack())
      .fails('already_taken_back', 409));
  it('is refused where some of it is spent', () =>
    given(creditDecider, [opened, granted(5, 5), deducted('job_1', 4)])
      .when(takeBack())
      .fails('credits_spent', 409));
  it('is refused for what is no grant', () =>
    given(creditDecider, [opened, granted(5, 5), deducted('job_1', 4)])
      .when(takeBack('txn_deduct'))
      .fails('grant_not_found', 404));
});
