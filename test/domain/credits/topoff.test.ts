import { describe, expect, test } from 'vitest';
import { chargeForJob } from '../../../src/domain/credits/charges/charge.ts';
import { executeCharged } from '../../../src/domain/credits/charges/execute-charged.ts';
import { receiveNotice } from '../../../src/domain/credits/charges/settle.ts';
import { OutOfCredits } from '../../../src/domain/credits/out-of-credits.ts';
import { readCreditState } from '../../../src/domain/credits/purchases/topoff.ts';
import { readTopoff } from '../../../src/domain/credits/purchases/topoffs.ts';
import type { DomainServices } from '../../../src/domain/services.ts';
import { newId } from '../../../src/ids.ts';
import { verifyChain } from '../../../src/store/index.ts';
import { paymentTasks } from '../../../src/worker/chores/payment-tasks.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { freshCommand, openUser } from '../../support/services.ts';
import {
  atOnce,
  balanceOf,
  byStripe,
  cardHolder,
  charge,
  chargeAtOnce,
  chargedFor,
  countOf,
  declined,
  executeChargedElsewhere,
  grant,
  linesOf,
  performTopoff,
  stripe,
  terms,
  topoff,
} from './charging.ts';

describe('without a top-off', () => {
  test('of forty charges at once on a balance of seven, exactly seven succeed', async () => {
    const userId = await openUser(atOnce, { plan: 'free', credits: 7 });
    expect(await chargeAtOnce(atOnce, userId, 40)).toBe(7);
    expect(await balanceOf(userId)).toBe(0);
    expect(await countOf(userId, 'deduct')).toBe(7);
    expect(await verifyChain(atOnce.sql, `credits-${userId}`)).toMatchObject({ intact: true });
  });
});

describe('a top-off that is paid at once', () => {
  test('steps in where nothing is left, in the same transaction', async () => {
    const userId = await openUser(atOnce, { plan: 'free' });
    await topoff(atOnce, userId, '5');
    await charge(atOnce, userId);
    expect(await linesOf(userId)).toMatchObject([
      { type: 'auto_topoff', amount: 5, balance_after: 5, pack_id: '5' },
      { type: 'deduct', amount: -1, balance_after: 4, pack_id: null },
    ]);
    const events = await atOnce.store.readStream(`credits-${userId}`);
    expect(new Set(events.slice(-2).map(({ commandId }) => commandId)).size).toBe(1);
  });

  test('follows a deduct that leaves the threshold, not one that leaves more', async () => {
    const userId = await openUser(atOnce, { plan: 'free', credits: 5 });
    await topoff(atOnce, userId, '20', 3);
    await charge(atOnce, userId);
    expect(await balanceOf(userId)).toBe(4);
    await charge(atOnce, userId);
    expect(await balanceOf(userId)).toBe(23);
  });

  test('happens once for many charges at once', async () => {
    const userId = await openUser(atOnce, { plan: 'free' });
    await topoff(atOnce, userId, '20', 0);
    expect(await chargeAtOnce(atOnce, userId, 12)).toBe(12);
    expect(await countOf(userId, 'auto_topoff')).toBe(1);
    expect(await balanceOf(userId)).toBe(8);
  });
});

describe('a top-off by card', () => {
  test('cannot be turned on before a card is saved', async () => {
    const userId = await openUser(byStripe, { plan: 'free' });
    await expect(topoff(byStripe, userId)).rejects.toMatchObject({ code: 'no_saved_card', status: 409 });
  });

  test('is made while the charge waits, and the charge then succeeds', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId, '20');
    await charge(byStripe, userId);
    expect((await linesOf(userId)).slice(-2)).toMatchObject([
      { type: 'auto_topoff', amount: 20, balance_after: 20, pack_id: '20' },
      { type: 'deduct', amount: -1, balance_after: 19 },
    ]);
    expect(chargedFor(userId)).toMatchObject([{ amount: 1800 }]);
  });

  test('is one charge of the card for many charges at once, in two processes', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId, '20', 0);
    const inOtherProcess = await executeChargedElsewhere();
    expect(inOtherProcess).toBeTypeOf('function');
    expect(inOtherProcess).not.toBe(executeCharged);
    // A process that comes later finds the charge made, and does not ask for one.
    stripe.together = 2;
    expect(await chargeAtOnce(byStripe, userId, 12, [executeCharged, inOtherProcess])).toBe(12);
    const asked = stripe.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/payment_intents',
    );
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(chargedFor(userId)).toHaveLength(1);
    expect(await countOf(userId, 'auto_topoff')).toBe(1);
    expect(await balanceOf(userId)).toBe(8);
  });

  test('is made again for those who found that others had taken it all', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId, '5', 0);
    expect(await chargeAtOnce(byStripe, userId, 8)).toBe(8);
    expect(chargedFor(userId)).toHaveLength(2);
    expect(await balanceOf(userId)).toBe(2);
  });
});

describe('a top-off by card that is made later or told of first', () => {
  test('at the threshold is left to a job, and one is enough', async () => {
    const userId = await cardHolder(5);
    await topoff(byStripe, userId, '50', 3);
    for (let n = 0; n < 4; n++) await charge(byStripe, userId);
    expect(chargedFor(userId)).toEqual([]);
    expect(await performTopoff()).toHaveLength(1);
    expect(chargedFor(userId)).toMatchObject([{ amount: 4000 }]);
    expect(await balanceOf(userId)).toBe(51);
  });

  test('is not paid twice where the process dies between the card and the ledger', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId, '20');
    const dying: DomainServices = {
      ...byStripe,
      store: {
        ...byStripe.store,
        execute: (context, work) =>
          /:attempt-\d$/.test(context.commandId)
            ? Promise.reject(new Error('the process died'))
            : byStripe.store.execute(context, work),
      },
    };
    await expect(charge(dying, userId)).rejects.toThrow('the process died');
    expect([chargedFor(userId).length, await balanceOf(userId)]).toEqual([1, 0]);
    stripe.forgetKeys();
    const jobs = await performTopoff();
    expect(jobs).toHaveLength(1);
    expect([chargedFor(userId).length, await balanceOf(userId)]).toEqual([1, 20]);
    for (const job of jobs) await perform(paymentTasks(byStripe), job);
    expect([chargedFor(userId).length, await balanceOf(userId)]).toEqual([1, 20]);
  });

  test('that the provider tells of first is one top-off', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId, '20');
    const overtaken: DomainServices = {
      ...byStripe,
      payment: {
        ...stripe.payment,
        async chargeSavedCard(order) {
          const outcome = await stripe.payment.chargeSavedCard(order);
          const { id } = chargedFor(userId)[0]!;
          const { body, signature } = stripe.event('payment_intent.succeeded', id);
          await receiveNotice(byStripe, stripe.payment, { body: Buffer.from(body), signature });
          return outcome;
        },
      },
    };
    await charge(overtaken, userId);
    expect([await countOf(userId, 'auto_topoff'), await balanceOf(userId)]).toEqual([1, 19]);
  });

  test('refuses the charge where Stripe cannot be reached, and is finished later', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId, '20');
    stripe.troubles.push('lost', 'lost', 'lost', 'lost');
    await expect(charge(byStripe, userId)).rejects.toMatchObject({
      code: 'quota_exceeded',
      status: 429,
      message: expect.stringContaining('The payment provider does not answer'),
    });
    stripe.troubles.length = 0;
    await performTopoff();
    expect([chargedFor(userId).length, await balanceOf(userId)]).toEqual([1, 20]);
  });
});

describe('a declined card', () => {
  test('is said to whoever waits, and is not asked again for every charge', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId);
    stripe.bank.answers.push(declined);
    stripe.requests.length = 0;
    const refusal = {
      code: 'quota_exceeded',
      status: 429,
      message: expect.stringContaining('Your card has insufficient funds.'),
    };
    for (let n = 0; n < 5; n++) await expect(charge(byStripe, userId)).rejects.toMatchObject(refusal);
    // Nor by the job that was to finish the attempt after a crash.
    const [finish] = await queuedJobs(byStripe, 'credits.topoff');
    expect(finish!.payload).toMatchObject({ attempt: 1 });
    await perform(paymentTasks(byStripe), finish!);
    expect(stripe.requests.map(({ path }) => path)).toEqual(['/v1/payment_intents']);
    expect(await readTopoff(byStripe.sql, userId)).toMatchObject({ enabled: true, disabledReason: null });
  });

  test('is tried again after ten minutes and an hour; the third decline turns the top-off off and says so', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId, '20');
    stripe.bank.answers.push(declined, declined, declined);
    await expect(charge(byStripe, userId)).rejects.toMatchObject({ code: 'quota_exceeded' });
    const waits: number[] = [];
    for (;;) {
      const [next] = (await queuedJobs(byStripe, 'credits.topoff')).filter(
        ({ payload }) => (payload as { attempt?: number }).attempt !== 1,
      );
      if (!next) break;
      waits.push(next.runAt.getTime() - byStripe.clock.now().getTime());
      await performTopoff();
    }
    expect(waits).toEqual([10 * 60_000, 60 * 60_000]);
    expect(await readTopoff(byStripe.sql, userId)).toEqual({
      enabled: false,
      packId: '20',
      threshold: 3,
      disabledReason: 'The card was declined 3 times, the last time with: Your card has insufficient funds.',
    });
    expect(chargedFor(userId)).toEqual([]);
    await expect(charge(byStripe, userId)).rejects.toMatchObject({
      message: expect.stringContaining('buy credits or wait'),
    });
    await topoff(byStripe, userId, '20');
    expect(await readTopoff(byStripe.sql, userId)).toMatchObject({ enabled: true, disabledReason: null });
    await charge(byStripe, userId);
    expect(await balanceOf(userId)).toBe(19);
  });

  test('that is good again pays at the second try', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId);
    stripe.bank.answers.push(declined);
    await expect(charge(byStripe, userId)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await performTopoff();
    expect([chargedFor(userId).length, await balanceOf(userId)]).toEqual([1, 20]);
  });
});

describe('a declined card, and credits from elsewhere', () => {
  test('refuses no charge for which credits came meanwhile', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId);
    stripe.bank.answers.push(declined);
    await expect(charge(byStripe, userId)).rejects.toMatchObject({ code: 'quota_exceeded' });
    let found = false;
    await executeCharged(byStripe, freshCommand(userId), userId, async (unit) => {
      if (!found) {
        found = true;
        await grant(userId, 5);
        throw new OutOfCredits(0, 1000);
      }
      await chargeForJob(unit, byStripe, terms, { userId, jobId: newId('job'), demoId: 'demo_1' });
    });
    expect([chargedFor(userId).length, await balanceOf(userId)]).toEqual([0, 4]);
  });

  test('is not tried again where credits came from elsewhere', async () => {
    const userId = await cardHolder();
    await topoff(byStripe, userId);
    stripe.bank.answers.push(declined);
    await expect(charge(byStripe, userId)).rejects.toMatchObject({ code: 'quota_exceeded' });
    await grant(userId, 10);
    await performTopoff();
    expect([chargedFor(userId).length, await balanceOf(userId)]).toEqual([0, 10]);
    expect((await readCreditState(byStripe, userId)).topoff.pending).toBeNull();
  });
});
