import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestAnswer, type TestApi } from '../support/api.ts';
import { startStripe, type TestStripe } from '../support/stripe/index.ts';

let stripe: TestStripe;
let api: TestApi;
beforeAll(async () => {
  stripe = await startStripe();
  api = await startApi({ payment: stripe.payment });
});
afterAll(async () => {
  await api?.stop();
  await stripe?.close();
});

const path = '/api/v1/webhooks/stripe';

/** A notice as Stripe sends it: bytes, a signature over them, and no credential. */
const send = (body: string, headers: Record<string, string>): Promise<TestAnswer> =>
  api.request('POST', path, {
    key: null,
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

async function paidEvent(type = 'checkout.session.completed') {
  const bought = await api.request('POST', '/api/v1/credits/purchase', { body: { packId: '20' } });
  const { id } = stripe.payCheckout((bought.body as { checkoutUrl?: string }).checkoutUrl!);
  return stripe.event(type, id);
}

const balance = async () =>
  ((await api.request('GET', '/api/v1/credits')).body as { balance?: number }).balance;

describe('a notice of a payment', () => {
  test('brings the credits once, however often it is sent', async () => {
    const { body, signature } = await paidEvent();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(body, { 'stripe-signature': signature })),
    );
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array.from({ length: 10 }, () => '200 {"received":true}'),
    );
    expect(await balance()).toBe(20);
    const { body: page } = await api.request('GET', '/api/v1/credits/transactions');
    expect(page).toMatchObject({ transactions: [{ type: 'purchase', amount: 20, pack_id: '20' }] });
    const topoff = { body: { enabled: true, packId: '20' } };
    expect((await api.request('PUT', '/api/v1/credits/auto-topoff', topoff)).status).toBe(200);
  });

  test('is a 400 where the signature is missing or made over other bytes, and brings nothing', async () => {
    const { body, signature } = await paidEvent();
    const before = await balance();
    const spaced = JSON.stringify(JSON.parse(body), null, 1);
    for (const [given, headers] of [
      [body, {}],
      [body, { 'stripe-signature': 't=1,v1=00' }],
      [spaced, { 'stripe-signature': signature }],
      ['', { 'stripe-signature': signature }],
    ] as const) {
      const answer = await send(given, headers);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_signature']);
      expect(answer.body.requestId).toMatch(/^req_/);
    }
    expect(await balance()).toBe(before);
  });

  test('is a 503 where the payment cannot be looked up, so that Stripe sends it again', async () => {
    const { body, signature } = await paidEvent();
    const before = (await balance())!;
    stripe.away = true;
    const answer = await send(body, { 'stripe-signature': signature });
    expect([answer.status, answer.body.code]).toEqual([503, 'payment_unavailable']);
    stripe.away = false;
    expect((await send(body, { 'stripe-signature': signature })).status).toBe(200);
    expect(await balance()).toBe(before + 20);
  });

  test('is a 405 by another method, and a 413 where it is too large', async () => {
    const wrong = await api.request('GET', path);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
    expect((await send('x'.repeat(1024 * 1024 + 1), { 'stripe-signature': 'x' })).status).toBe(413);
  });
});
