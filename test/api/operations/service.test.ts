import { afterAll, beforeAll, expect } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { announce, describeOperation } from '../../support/operation.ts';
import { startStripe, type TestStripe } from '../../support/stripe/index.ts';
import { refusal, text } from './shapes.ts';

let api: TestApi;
let stripe: TestStripe;
/** A service whose buyers pay at Stripe and whose storage is away. */
let shop: TestApi;
beforeAll(async () => {
  stripe = await startStripe();
  const well = async () => undefined;
  const storage = () => Promise.reject(new Error('no disk'));
  const health = { database: well, queue: well, projections: well, storage };
  [api, shop] = await Promise.all([startApi(), startApi({ payment: stripe.payment, health })]);
});
afterAll(async () => {
  await Promise.all([api?.stop(), shop?.stop()]);
  await stripe?.close();
});

const checks = { database: text, queue: text, storage: text, projections: text };

describeOperation('health', {
  '200: every part works; nobody needs a key': async () => {
    const { body } = await api.request('GET', '/api/v1/health', { key: null });
    expect(body).toEqual({ status: 'ok', version: text, checks });
  },
  '503: a part does not work, and the answer says which': async () => {
    const { body } = await shop.request('GET', '/api/v1/health', { key: null });
    const { checks: found } = body as unknown as { checks: Record<string, string> };
    expect(found).toEqual(checks);
    expect(found.storage).not.toBe(found.database);
  },
});

describeOperation('openapi', {
  '200: OpenAPI 3.1.0, version 1.0.0; nobody needs a key': async () => {
    const { body } = await api.request('GET', '/api/v1/openapi.json', { key: null });
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  },
});

const path = '/api/v1/webhooks/stripe';
const send = (to: TestApi, body: string, headers: Record<string, string> = {}) =>
  to.request('POST', path, { key: null, body, headers: { 'content-type': 'application/json', ...headers } });

async function paid() {
  const bought = await shop.request('POST', '/api/v1/credits/purchase', { body: { packId: '5' } });
  const { checkoutUrl } = bought.body as unknown as { checkoutUrl: string };
  return stripe.event('checkout.session.completed', stripe.payCheckout(checkoutUrl).id);
}

describeOperation('payment_notice', {
  '200: the payment brings its credits': async () => {
    const { body, signature } = await paid();
    expect((await send(shop, body, { 'stripe-signature': signature })).body).toEqual({ received: true });
    expect((await shop.request('GET', '/api/v1/credits')).body).toMatchObject({ balance: 5 });
  },
  '400: a signature of other bytes': async () => {
    const { body, signature } = await paid();
    expect((await send(shop, `${body} `, { 'stripe-signature': signature })).status).toBe(400);
  },
  '404: where payment is not by Stripe': async () => {
    expect((await send(api, '{}')).body).toEqual(refusal('payment_not_configured'));
  },
  '413: a body larger than any notice': async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(300 * 2 ** 20) };
    expect((await announce(shop, path, headers)).body).toEqual(refusal('body_too_large'));
  },
  '415: a body of another type': async () => {
    const answer = await send(shop, 'x', { 'content-type': 'x' });
    expect(answer.body).toEqual(refusal('unsupported_media_type'));
  },
  '503: the payment cannot be looked up at the moment': async () => {
    const { body, signature } = await paid();
    stripe.away = true;
    const answer = await send(shop, body, { 'stripe-signature': signature });
    stripe.away = false;
    expect(answer.body).toEqual(refusal('payment_unavailable'));
  },
});
