import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CardOrder, PaymentByProvider } from '../../src/domain/payment.ts';
import { AppError } from '../../src/errors.ts';
import { stripePayment } from '../../src/payment/stripe.ts';
import { secretKey, startStripe, type TestStripe, webhookSecret } from '../support/stripe/index.ts';

let stripe: TestStripe;
let payment: PaymentByProvider;
beforeAll(async () => {
  stripe = await startStripe();
  payment = stripe.payment;
});
beforeEach(() => {
  stripe.requests.length = 0;
});
afterAll(() => stripe.close());

let serial = 0;
const order = () => ({ userId: 'user_1', purchaseId: `pay_${++serial}`, credits: 20, priceCents: 1800 });

async function checkout() {
  const idempotencyKey = `cmd_${++serial}`;
  const customerId = await payment.openCustomer('user_1', 'customer:user_1');
  const one = { ...order(), customerId, baseUrl: 'https://showreel.test', idempotencyKey };
  const wish = { ...one, expiresAt: new Date('2026-02-10T13:00:00Z') };
  return { wish, ...(await payment.openCheckout(wish)) };
}

/** Saves a card by a purchase. @returns an order to charge that card */
async function savedCard(more: Partial<CardOrder> = {}): Promise<CardOrder> {
  const { checkoutUrl } = await checkout();
  const { card } = await payment.readPayment(stripe.payCheckout(checkoutUrl).id);
  stripe.requests.length = 0;
  const one = order();
  const idempotencyKey = `${one.purchaseId}:attempt-1`;
  return { ...one, attempt: 1, mayBeMade: false, idempotencyKey, card: card!, ...more };
}

const refusalOf = async (asked: Promise<unknown>): Promise<AppError> => {
  const error = await asked.then(
    () => null,
    (refusal: unknown) => refusal,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

describe('a checkout', () => {
  test('sells the pack to this customer, by card alone, and keeps the card', async () => {
    const { wish, checkoutUrl } = await checkout();
    expect(checkoutUrl).toMatch(/^http:\/\/127.0.0.1:\d+\/pay\/cs_/);
    const { key, form } = stripe.requests.find(({ path }) => path === '/v1/checkout/sessions')!;
    expect(key).toBe(wish.idempotencyKey);
    expect(form).toMatchObject({
      mode: 'payment',
      customer: wish.customerId,
      expires_at: '1770728400',
      metadata: { user_id: 'user_1', purchase_id: wish.purchaseId },
      payment_intent_data: {
        setup_future_usage: 'off_session',
        metadata: { user_id: 'user_1', purchase_id: wish.purchaseId },
      },
      allowed_payment_method_types: { 0: 'card' },
      line_items: {
        0: {
          quantity: '1',
          price_data: { currency: 'usd', unit_amount: '1800', product_data: { name: '20 Showreel credits' } },
        },
      },
      success_url: 'https://showreel.test/?purchase=done',
    });
  });

  test('asked for twice with one key is one page', async () => {
    const { wish, checkoutUrl } = await checkout();
    expect((await payment.openCheckout(wish)).checkoutUrl).toBe(checkoutUrl);
  });

  test('has no payment until it is paid', async () => {
    const { checkoutId, checkoutUrl } = await checkout();
    expect(await payment.paymentOfCheckout(checkoutId)).toBeNull();
    const { id } = stripe.payCheckout(checkoutUrl);
    expect(await payment.paymentOfCheckout(checkoutId)).toBe(id);
    expect(await payment.readPayment(id)).toEqual({
      paymentId: id,
      paidCents: 1800,
      refundedCents: 0,
      card: { customerId: expect.stringMatching(/^cus_/), paymentMethodId: expect.stringMatching(/^pm_/) },
    });
  });
});

describe('charging a saved card', () => {
  test('pays while the owner of the card is away', async () => {
    const wish = await savedCard();
    expect(await payment.chargeSavedCard(wish)).toMatchObject({ kind: 'paid', payment: { paidCents: 1800 } });
    const { key, form } = stripe.requests.find(({ method }) => method === 'POST')!;
    expect(key).toBe(wish.idempotencyKey);
    expect(form).toMatchObject({ off_session: 'true', confirm: 'true', amount: '1800', currency: 'usd' });
  });

  test('is declined with the sentence of the bank, also when it is asked for again', async () => {
    const wish = await savedCard();
    stripe.bank.answers.push({
      says: 'no',
      code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
    const declined = { kind: 'declined', reason: 'Your card has insufficient funds.' };
    expect(await payment.chargeSavedCard(wish)).toEqual(declined);
    expect(await payment.chargeSavedCard(wish)).toEqual(declined);
    expect(await payment.chargeSavedCard({ ...wish, mayBeMade: true })).toEqual(declined);
  });

  test('is declined where the card was removed', async () => {
    const wish = await savedCard();
    stripe.removeCards();
    expect(await payment.chargeSavedCard(wish)).toEqual({
      kind: 'declined',
      reason: 'The saved card was removed.',
    });
  });

  test('charges once where an answer is lost and two ask at the same time', async () => {
    const wish = await savedCard();
    const before = stripe.charged().length;
    stripe.troubles.push('answer lost');
    const outcomes = await Promise.all([payment.chargeSavedCard(wish), payment.chargeSavedCard(wish)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['paid', 'paid']);
    expect(stripe.charged().length - before).toBe(1);
  });

  test('finds what was charged although the key is forgotten', async () => {
    const wish = await savedCard();
    const before = stripe.charged().length;
    await payment.chargeSavedCard(wish);
    stripe.forgetKeys();
    expect(await payment.chargeSavedCard({ ...wish, mayBeMade: true })).toMatchObject({ kind: 'paid' });
    expect(stripe.charged().length - before).toBe(1);
  });

  test('has no outcome until the bank has decided', async () => {
    const wish = await savedCard();
    stripe.bank.answers.push({ says: 'nothing' });
    expect(await refusalOf(payment.chargeSavedCard(wish))).toMatchObject({ code: 'payment_unavailable' });
    const [made] = stripe.requests.flatMap(({ path }) => /payment_intents\/(pi_\w+)/.exec(path)?.[1] ?? []);
    stripe.decide(made!);
    expect(await payment.chargeSavedCard(wish)).toMatchObject({ kind: 'paid' });
  });
});

describe('where Stripe does not answer as it should', () => {
  test('it is tried again with the same key', async () => {
    const wish = await savedCard();
    const before = stripe.charged().length;
    stripe.troubles.push('lost', 'status 500');
    expect(await payment.chargeSavedCard(wish)).toMatchObject({ kind: 'paid' });
    expect(stripe.charged().length - before).toBe(1);
    const keys = stripe.requests.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(keys).toEqual([wish.idempotencyKey, wish.idempotencyKey, wish.idempotencyKey]);
  });

  test('it is a 503 that shows nothing of the key', async () => {
    const wrong = stripePayment({ secretKey: 'sk_test_other_secret', webhookSecret, apiUrl: stripe.url });
    const refusal = await refusalOf(wrong.openCustomer('user_2', 'customer:user_2'));
    expect(refusal).toMatchObject({ code: 'payment_unavailable', status: 503, retryAfterSec: 30 });
    expect(`${refusal.message} ${refusal.detail} ${(refusal.cause as Error).stack}`).not.toContain(
      'other_secret',
    );
  });
});

test('a refund is made once for a key, and the payment shows it', async () => {
  const { checkoutUrl } = await checkout();
  const { id } = stripe.payCheckout(checkoutUrl);
  const refund = { paymentId: id, amountCents: 600, idempotencyKey: 'refund-1' };
  await payment.repay(refund);
  await payment.repay(refund);
  expect(await payment.readPayment(id)).toMatchObject({ paidCents: 1800, refundedCents: 600 });
});

describe('a notice', () => {
  test.each(['checkout.session.completed', 'payment_intent.succeeded', 'charge.refunded'])(
    '%s names the payment and the purchase',
    async (type) => {
      const { wish, checkoutUrl } = await checkout();
      const { id } = stripe.payCheckout(checkoutUrl);
      const { body, signature } = stripe.event(type, id, 'evt_1');
      expect(payment.readNotice(Buffer.from(body), signature)).toEqual({
        noticeId: 'evt_1',
        userId: 'user_1',
        purchaseId: wish.purchaseId,
        paymentId: id,
      });
    },
  );

  test('of something other than a payment, or of a payment that is not ours, is ignored', () => {
    const signed = (event: object) => {
      const body = JSON.stringify(event);
      const header = new Stripe(secretKey).webhooks.generateTestHeaderString({
        payload: body,
        secret: webhookSecret,
      });
      return payment.readNotice(Buffer.from(body), header);
    };
    expect(
      signed({ id: 'evt_2', object: 'event', type: 'customer.created', data: { object: {} } }),
    ).toBeNull();
    const foreign = { id: 'pi_9', object: 'payment_intent', metadata: {} };
    const type = 'payment_intent.succeeded';
    expect(signed({ id: 'evt_3', object: 'event', type, data: { object: foreign } })).toBeNull();
  });

  test('is refused where a byte was changed, where it was signed with another secret, or where it is old', async () => {
    const { checkoutUrl } = await checkout();
    const { body, signature } = stripe.event('payment_intent.succeeded', stripe.payCheckout(checkoutUrl).id);
    const { webhooks } = new Stripe(secretKey);
    const old = webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - 301,
    });
    const other = webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' });
    for (const [given, header] of [
      [body.replace('1800', '1801'), signature],
      [body, old],
      [body, other],
      [body, 'nonsense'],
      ['', signature],
    ] as const) {
      expect(() => payment.readNotice(Buffer.from(given), header)).toThrow(
        expect.objectContaining({ code: 'invalid_signature', status: 400 }),
      );
    }
  });
});
