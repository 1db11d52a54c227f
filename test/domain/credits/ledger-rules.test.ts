import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CreditCommand, creditDecider } from '../../../src/domain/credits/decide.ts';
import type { CreditEvent } from '../../../src/domain/credits/events.ts';
import { createLedgerRules } from '../../../src/domain/credits/ledger-rules.ts';
import { AppError } from '../../../src/errors.ts';
import {
  changed,
  deducted,
  granted,
  job,
  opened,
  paidBack,
  purchased,
  refunded,
  returned,
  takenBack,
  transfer,
  used,
  userId,
} from './ledger-facts.ts';

/** What is said of each event; empty lists where all is well. */
function judged(events: readonly { type: string; data: object }[]): string[][] {
  const rules = createLedgerRules(userId);
  return events.map((event) => rules.next(event));
}

test('a ledger in order is in order', () => {
  const events = [
    ...[opened, granted(3, 3), used('job_1', 3), deducted('job_2', 2), refunded('job_2', 1, 3)],
    ...[purchased(5, 8), paidBack(4, 1, 4)],
  ];
  expect(judged(events).flat()).toEqual([]);
});

const start = [opened, granted(3, 3)];
const cases: [string, { type: string; data: object }[], RegExp][] = [
  [
    'entries that do not sum to zero',
    [opened, changed(granted(3, 3), { entries: [{ account: 'balance', amount: 3 }] })],
    /entries sum to 3, not to zero/,
  ],
  [
    'entries that move another amount',
    [opened, changed(granted(3, 3), { entries: transfer('bonus', 'balance', 4) })],
    /move the balance by 4, and its amount is 3/,
  ],
  ['a balance that does not follow', [opened, granted(3, 4)], /said to be 4, and 0 \+ 3 is 3/],
  [
    'a balance below zero',
    [...start, changed(deducted('job_1', 0, 4), { balanceAfter: 0 })],
    /takes the balance to -1/,
  ],
  [
    'a job charged twice',
    [...start, deducted('job_1', 2), changed(deducted('job_1', 1), { transactionId: 'txn_other' })],
    /job_1 is charged a second time/,
  ],
  [
    'a job charged by allowance and credit',
    [...start, used('job_1', 3), deducted('job_1', 2)],
    /job_1 is charged a second time/,
  ],
  [
    'a grant taken back twice',
    [...start, takenBack(3, 0), takenBack(3, 0, 'txn_again')],
    /is no grant or was taken back before/,
  ],
  ['another amount taken back', [...start, takenBack(2, 1)], /takes 2 credits back, and the grant was 3/],
  ['a deduct that adds', [...start, changed(deducted('job_1', 4, -1), {})], /a deduct of 1/],
  [
    'a refund of no deduct',
    [...start, refunded('job_9', 1, 4)],
    /refunds txn_job_9, which is no deduct for job_9/,
  ],
  [
    'a refund of another job’s deduct',
    [...start, deducted('job_1', 2), deducted('job_2', 1), refunded('job_1', 1, 2, 'txn_job_2')],
    /no deduct for job_1/,
  ],
  [
    'a refund larger than its deduct',
    [...start, deducted('job_1', 2), refunded('job_1', 2, 4)],
    /refunds 2, and the deduct was 1/,
  ],
  [
    'a refund given twice',
    [...start, deducted('job_1', 2), refunded('job_1', 1, 3), refunded('job_1', 1, 4)],
    /is refunded a second time/,
  ],
  ['an allowance returned that was not used', [opened, returned('job_1')], /did not use/],
  [
    'an allowance returned to another month',
    [opened, used('job_1'), returned('job_1', '2026-03')],
    /a demo of 2026-03 that job_1 did not use/,
  ],
  [
    'an allowance returned twice',
    [opened, used('job_1'), returned('job_1'), returned('job_1')],
    /returned a second time/,
  ],
  ['a pack that brings more than it has', [opened, purchased(5, 6, 6)], /a pack of 5 credits brought 6/],
  [
    'more paid back than was bought',
    [opened, purchased(5, 5), granted(5, 10), paidBack(6, 0, 4)],
    /6 credits of a pack of 5/,
  ],
  ['a purchase paid back that never was', [...start, paidBack(1, 0, 2)], /which is no purchase/],
  [
    'one transaction twice',
    [opened, granted(3, 3, 'txn_1'), granted(3, 6, 'txn_1')],
    /txn_1 is there a second time/,
  ],
  [
    'somebody else’s event',
    [opened, changed(granted(3, 3), { userId: 'user_2' })],
    /names user_2, whose ledger this is not/,
  ],
  ['an account opened twice', [opened, opened], /opened a second time/],
  ['an account that was never opened', [granted(3, 3)], /before the account was opened/],
  [
    'an event of another kind',
    [opened, { type: 'DemoDeleted', data: {} }],
    /DemoDeleted is not an event of a ledger/,
  ],
  ['an event of no kind', [opened, { type: 'constructor', data: {} }], /is not an event of a ledger/],
  [
    'an event that lacks a field',
    [opened, { type: 'CreditsGranted', data: { userId } }],
    /its data is not that of a CreditsGranted: .*amount/,
  ],
];

describe('each rule is broken by a ledger of its own, at its last event and nowhere else:', () => {
  test.each(cases)('%s', (_what, events, sentence) => {
    const verdicts = judged(events);
    expect(verdicts.slice(0, -1).flat()).toEqual([]);
    expect(verdicts.at(-1)!.join('; ')).toMatch(sentence);
  });
});

/** Commands as they come, sensible or not; some are refused. */
const command = fc.oneof(
  fc.record({ type: fc.constant('grant' as const), amount: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    type: fc.constant('charge' as const),
    job: fc.integer({ min: 1, max: 12 }),
    allowance: fc.constantFrom(0, 2, null),
  }),
  fc.record({ type: fc.constant('giveBack' as const), job: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ type: fc.constant('purchase' as const) }),
  fc.record({ type: fc.constant('takeBackGrant' as const), grant: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ type: fc.constant('refundPurchase' as const), purchase: fc.integer({ min: 0, max: 30 }) }),
  fc.record({
    type: fc.constant('setTopoff' as const),
    enabled: fc.boolean(),
    threshold: fc.integer({ min: 0, max: 3 }),
  }),
);

test('whatever sequence of commands is given, what the deciders make of it breaks no rule, and both add up alike', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      let state = creditDecider.initial;
      const rules = createLedgerRules(userId);
      for (const [index, given] of commands.entries()) {
        let events: CreditEvent[];
        try {
          events = creditDecider.decide(asCommand(given, index), state);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          continue;
        }
        for (const event of events) {
          expect(rules.next(event)).toEqual([]);
          state = creditDecider.evolve(state, event);
          expect(rules.balance).toBe(state.balance);
        }
      }
    }),
    { numRuns: 500 },
  );
});

type Given = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

function asCommand(given: Given, index: number): CreditCommand {
  const transactionId = `txn_${index}`;
  switch (given.type) {
    case 'grant':
      return { type: 'grant', userId, transactionId, amount: given.amount, description: 'x' };
    case 'takeBackGrant':
      return { type: 'takeBackGrant', grantTransactionId: `txn_${given.grant}`, transactionId, why: 'x' };
    case 'charge':
      return {
        type: 'charge',
        userId,
        ...job(`job_${given.job}`),
        transactionId,
        month: '2026-02',
        monthlyDemos: given.allowance,
        secondsToNextMonth: 1,
        topoff: { purchaseId: `pay_${index}t`, transactionId: `txn_${index}t`, atOnce: true },
      };
    case 'giveBack':
      return { type: 'giveBack', jobId: `job_${given.job}`, transactionId, why: 'failed' };
    case 'purchase':
      return { type: 'purchase', userId, purchaseId: `pay_${index}`, transactionId, packId: '5' };
    case 'refundPurchase':
      return {
        type: 'refundPurchase',
        transactionId: `txn_${given.purchase}`,
        refundTransactionId: transactionId,
        why: 'x',
      };
    case 'setTopoff':
      return {
        type: 'setTopoff',
        userId,
        enabled: given.enabled,
        packId: '5',
        threshold: given.threshold,
        needsCard: false,
      };
  }
}

test('the stored examples of a ledger’s events are events of a ledger', () => {
  for (const type of [
    'CreditsGranted',
    'CreditsDeducted',
    'CreditsRefunded',
    'GrantTakenBack',
    'PurchaseRefunded',
    'TopoffDeclined',
  ]) {
    const path = new URL(`../../fixtures/events/${type}.v1.json`, import.meta.url);
    const { data } = JSON.parse(readFileSync(path, 'utf8')) as { data: object };
    expect(createLedgerRules('x').next({ type, data }).join()).not.toMatch(/not an event|not that of/);
  }
});
