import { describe, expect, test } from 'vitest';
import { plans } from '../../../src/domain/accounts/plans.ts';
import { chargeForJob } from '../../../src/domain/credits/charges/charge.ts';
import { executeCharged } from '../../../src/domain/credits/charges/execute-charged.ts';
import { refundPurchase } from '../../../src/domain/credits/charges/repay.ts';
import { receiveNotice } from '../../../src/domain/credits/charges/settle.ts';
import { isCreditStream } from '../../../src/domain/credits/events.ts';
import { purchasePack } from '../../../src/domain/credits/purchases/purchase.ts';
import { readCreditState } from '../../../src/domain/credits/purchases/topoff.ts';
import { listTransactions } from '../../../src/domain/credits/transactions.ts';
import { projections, upcasters } from '../../../src/domain/index.ts';
import { newId } from '../../../src/ids.ts';
import { verifyChain, verifyProjection } from '../../../src/store/index.ts';
import { paymentTasks } from '../../../src/worker/chores/payment-tasks.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { setUpPayments } from '../../support/payments.ts';
import { freshCommand, openUser } from '../../support/services.ts';

const { stripe, atOnce, byStripe } = await setUpPayments();

const baseUrl = 'https://showreel.test';
const order = (userId: string) => ({ userId, packId: '20' as const, baseUrl });
const balanceOf = async (userId: string) => (await readCreditState(atOnce, userId)).balance;
const linesOf = async (userId: string) =>
  (await listTransactions(atOnce.sql, userId, { limit: 100 })).transactions.reverse();

async function spend(userId: string, credits: number): Promise<void> {
  for (let n = 0; n < credits; n++)
    await executeCharged(byStripe, freshCommand(userId), userId, (unit) =>
      chargeForJob(
        unit,
        byStripe,
        { ...plans.free, monthlyDemos: 0 },
        { userId, jobId: newId('job'), demoId: 'd' },
      ),
    );
}

/** A buyer at the checkout page. */
async function checkout(context = freshCommand()) {
  const userId = await openUser(byStripe);
  const outcome = await purchasePack(byStripe, context, order(userId));
  if (outcome.kind !== 'checkout') throw new Error('no checkout');
  return { userId, checkoutUrl: outcome.checkoutUrl };
}

/** A buyer who has paid; nobody has been told. */
async function paid() {
  const { userId, checkoutUrl } = await checkout();
  return { userId, paymentId: stripe.payCheckout(checkoutUrl).id };
}

const notify = (type: string, paymentId: string, eventId?: string) => {
  const { body, signature } = stripe.event(type, paymentId, eventId);
  return receiveNotice(byStripe, stripe.payment, { body: Buffer.from(body), signature });
};

describe('a pack that is paid at once', () => {
  test('is one purchase however often the command comes', async () => {
    const userId = await openUser(atOnce);
    const context = freshCommand(userId);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => purchasePack(atOnce, context, order(userId))),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toEqual({
      kind: 'bought',
      credits: 20,
      balance: 20,
      transactionId: expect.stringMatching(/^txn_/),
    });
    expect(await linesOf(userId)).toMatchObject([
      { type: 'purchase', amount: 20, balance_after: 20, pack_id: '20', description: '20 credits' },
    ]);
  });

  test('can be paid back while its credits are there, once', async () => {
    const userId = await openUser(atOnce);
    const bought = await purchasePack(atOnce, freshCommand(userId), order(userId));
    const { transactionId } = bought as { transactionId: string };
    const refund = { userId, transactionId, why: 'bought by mistake' };
    await refundPurchase(atOnce, freshCommand('admin:ada'), refund);
    expect((await linesOf(userId)).at(-1)).toMatchObject({
      type: 'refund',
      amount: -20,
      balance_after: 0,
      pack_id: '20',
      description: '20 credits: bought by mistake',
    });
    await expect(refundPurchase(atOnce, freshCommand(), refund)).rejects.toMatchObject({
      code: 'already_refunded',
    });
    const unknown = { ...refund, transactionId: 'txn_unknown' };
    await expect(refundPurchase(atOnce, freshCommand(), unknown)).rejects.toMatchObject({ status: 404 });
    expect(await queuedJobs(atOnce)).toEqual([]);
  });
});

describe('a pack that is paid by Stripe', () => {
  test('sends the buyer to pay, and brings nothing before', async () => {
    const { userId, checkoutUrl } = await checkout();
    expect(checkoutUrl).toContain('/pay/cs_');
    expect([await balanceOf(userId), await linesOf(userId)]).toEqual([0, []]);
  });

  test('is one purchase for notices that come late, often, at once and in any order', async () => {
    const { userId, paymentId } = await paid();
    const types = ['payment_intent.succeeded', 'checkout.session.completed', 'payment_intent.succeeded'];
    await Promise.all([...types, ...types, ...types].map((type) => notify(type, paymentId)));
    await notify('checkout.session.completed', paymentId, 'evt_much_later');
    expect(await linesOf(userId)).toMatchObject([{ type: 'purchase', amount: 20, pack_id: '20' }]);
    expect(await balanceOf(userId)).toBe(20);
    const { card, customerId } = await readCreditState(byStripe, userId);
    expect(card).toMatchObject({ customerId });
  });

  test('is the same page for a command that is said again after its process died', async () => {
    const context = freshCommand();
    const userId = await openUser(byStripe);
    const first = await purchasePack(byStripe, context, order(userId));
    byStripe.clock.advance(61_000);
    expect(await purchasePack(byStripe, context, order(userId))).toEqual(first);
    const started = await byStripe.store.readCommand(context.commandId);
    expect(started.map(({ type }) => type)).toEqual(['CreditAccountOpened', 'PurchaseStarted']);
    expect(await queuedJobs(byStripe, 'credits.settle')).toHaveLength(1);
  });

  test('is one customer at Stripe for many purchases', async () => {
    const { userId } = await paid();
    await purchasePack(byStripe, freshCommand(userId), order(userId));
    const customers = stripe.requests.filter(
      ({ path, form }) =>
        path === '/v1/customers' && (form.metadata as { user_id?: string }).user_id === userId,
    );
    expect(customers).toHaveLength(1);
  });

  test('is found out when the page has expired, where no notice came', async () => {
    const { userId } = await paid();
    const [job] = await queuedJobs(byStripe, 'credits.settle');
    expect(job!.runAt.getTime() - byStripe.clock.now().getTime()).toBe(121 * 60_000);
    await perform(paymentTasks(byStripe), job!);
    await perform(paymentTasks(byStripe), job!);
    expect(await balanceOf(userId)).toBe(20);
  });

  test('that nobody paid is nothing when the page has expired', async () => {
    const { userId } = await checkout();
    const [job] = await queuedJobs(byStripe, 'credits.settle');
    await perform(paymentTasks(byStripe), job!);
    expect(await balanceOf(userId)).toBe(0);
  });
});

describe('a pack at a Stripe that is away, or shared', () => {
  test('is a 503 where Stripe cannot be reached, and works with the next try', async () => {
    const userId = await openUser(byStripe);
    stripe.troubles.push('lost', 'lost', 'lost', 'lost');
    await expect(purchasePack(byStripe, freshCommand(userId), order(userId))).rejects.toMatchObject({
      code: 'payment_unavailable',
      status: 503,
    });
    stripe.troubles.length = 0;
    expect(await purchasePack(byStripe, freshCommand(userId), order(userId))).toMatchObject({
      kind: 'checkout',
    });
  });

  test('that another service sold on the same Stripe account is none of ours', async () => {
    const { userId, checkoutUrl } = await checkout();
    const intent = stripe.payCheckout(checkoutUrl);
    intent.metadata = { user_id: userId, purchase_id: 'pay_elsewhere' };
    await notify('payment_intent.succeeded', intent.id);
    expect(await balanceOf(userId)).toBe(0);
  });
});

describe('money that goes back', () => {
  test('takes the credits with it, however often and early it is told', async () => {
    const { userId, paymentId } = await paid();
    stripe.payBack(paymentId);
    // The refund is heard of before the payment itself.
    await notify('charge.refunded', paymentId);
    await notify('payment_intent.succeeded', paymentId);
    await notify('charge.refunded', paymentId, 'evt_again');
    expect(await linesOf(userId)).toMatchObject([
      { type: 'purchase', amount: 20, balance_after: 20 },
      { type: 'refund', amount: -20, balance_after: 0, pack_id: '20' },
    ]);
  });

  test('in parts takes its share, in whole credits to the favour of the buyer', async () => {
    const { userId, paymentId } = await paid();
    await notify('payment_intent.succeeded', paymentId);
    stripe.payBack(paymentId, 500);
    await notify('charge.refunded', paymentId, 'evt_part_1');
    expect(await balanceOf(userId)).toBe(15);
    stripe.payBack(paymentId, 1300);
    await notify('charge.refunded', paymentId, 'evt_part_2');
    expect(await balanceOf(userId)).toBe(0);
    const amounts = (await linesOf(userId)).map(({ amount }) => amount);
    expect(amounts).toEqual([20, -5, -15]);
  });

  test('for credits that were spent is a loss, and the balance is not negative', async () => {
    const { userId, paymentId } = await paid();
    await notify('payment_intent.succeeded', paymentId);
    await spend(userId, 18);
    stripe.payBack(paymentId);
    await notify('charge.refunded', paymentId);
    expect(await balanceOf(userId)).toBe(0);
    const last = (await byStripe.store.readStream(`credits-${userId}`)).at(-1)!;
    expect(last).toMatchObject({
      type: 'PurchaseRefunded',
      commandId: `stripe:evt_charge.refunded_${paymentId}`,
      data: {
        amount: -2,
        balanceAfter: 0,
        lost: 18,
        refundedCents: 1800,
        entries: [
          { account: 'balance', amount: -2 },
          { account: 'sales', amount: 2 },
          { account: 'losses', amount: -18 },
          { account: 'sales', amount: 18 },
        ],
      },
    });
  });
});

describe('money that is sent back', () => {
  test('by an operator leaves by a job, once, and what Stripe then says changes nothing', async () => {
    const { userId, paymentId } = await paid();
    await notify('payment_intent.succeeded', paymentId);
    const transactionId = (await linesOf(userId))[0]!.id;
    await refundPurchase(byStripe, freshCommand('admin:ada'), { userId, transactionId, why: 'goodwill' });
    const [job] = await queuedJobs(byStripe, 'credits.repay');
    await perform(paymentTasks(byStripe), job!);
    await perform(paymentTasks(byStripe), job!);
    expect(await stripe.payment.readPayment(paymentId)).toMatchObject({
      paidCents: 1800,
      refundedCents: 1800,
    });
    await notify('charge.refunded', paymentId);
    expect((await linesOf(userId)).map(({ amount }) => amount)).toEqual([20, -20]);
  });

  test('by an operator is the rest where a part went back before', async () => {
    const { userId, paymentId } = await paid();
    await notify('payment_intent.succeeded', paymentId);
    stripe.payBack(paymentId, 500);
    await notify('charge.refunded', paymentId);
    const transactionId = (await linesOf(userId))[0]!.id;
    await refundPurchase(byStripe, freshCommand('admin:ada'), { userId, transactionId, why: 'goodwill' });
    const [job] = await queuedJobs(byStripe, 'credits.repay');
    await perform(paymentTasks(byStripe), job!);
    stripe.forgetKeys();
    await perform(paymentTasks(byStripe), job!);
    expect(await stripe.payment.readPayment(paymentId)).toMatchObject({ refundedCents: 1800 });
    expect((await linesOf(userId)).map(({ amount }) => amount)).toEqual([20, -5, -15]);
  });

  test('by an operator is refused where the credits are spent', async () => {
    const { userId, paymentId } = await paid();
    await notify('payment_intent.succeeded', paymentId);
    await spend(userId, 1);
    const transactionId = (await linesOf(userId))[0]!.id;
    const refund = { userId, transactionId, why: 'goodwill' };
    await expect(refundPurchase(byStripe, freshCommand(), refund)).rejects.toMatchObject({
      code: 'credits_spent',
      status: 409,
    });
  });
});

test('every ledger of this file is whole, and the read models say the same', async () => {
  const streams = await atOnce.sql<{ stream: string }[]>`select distinct stream from events`;
  const ledgers = streams.map(({ stream }) => stream).filter(isCreditStream);
  expect(ledgers.length).toBeGreaterThan(10);
  for (const ledger of ledgers) {
    expect(await verifyChain(atOnce.sql, ledger)).toMatchObject({ intact: true });
    const sums = new Map<string, number>();
    for (const { data } of await atOnce.store.readStream(ledger)) {
      const { entries = [] } = data as { entries?: { account: string; amount: number }[] };
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + amount);
    }
    expect(sums.get('balance') ?? 0).toBe(await balanceOf(ledger.replace('credits-', '')));
  }
  for (const projection of projections.filter(({ name }) => name.startsWith('credit_')))
    expect(
      await verifyProjection({ sql: atOnce.sql, upcasters, keys: atOnce.subjectKeys, projection }),
    ).toMatchObject({
      differences: [],
    });
});
