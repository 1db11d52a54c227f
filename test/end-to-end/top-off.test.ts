import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans } from '../../src/domain/accounts/plans.ts';
import { chargeForJob } from '../../src/domain/credits/charges/charge.ts';
import { executeCharged } from '../../src/domain/credits/charges/execute-charged.ts';
import { newId } from '../../src/ids.ts';
import { freshCommand } from '../support/services.ts';
import { secretKey, startStripe, type TestStripe, webhookSecret } from '../support/stripe/index.ts';
import { until } from '../support/within.ts';
import { accountOf, startService, type TestService } from './service.ts';

let stripe: TestStripe;
let service: TestService;
beforeAll(async () => {
  stripe = await startStripe();
  service = await startService({
    role: 'all',
    plan: 'free',
    settings: {
      SHOWREEL_PAYMENT: 'stripe',
      SHOWREEL_STRIPE_SECRET_KEY: secretKey,
      SHOWREEL_STRIPE_WEBHOOK_SECRET: webhookSecret,
      SHOWREEL_STRIPE_API: stripe.url,
    },
  });
});
afterAll(async () => {
  await service?.stop();
  await stripe?.close();
});

test('a service with Stripe sells a pack, its worker tops off by the saved card, and the ledger says what was paid', async () => {
  const { request, userId } = service;
  const bought = await request('POST', '/api/v1/credits/purchase', { packId: '5' });
  expect(bought.status).toBe(202);
  const { id } = stripe.payCheckout((bought.body as { checkoutUrl: string }).checkoutUrl);
  const { body, signature } = stripe.event('checkout.session.completed', id);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const address = `${service.baseUrl}/api/v1/webhooks/stripe`;
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
  const wish = { enabled: true, packId: '20', threshold: 4 };
  expect((await request('PUT', '/api/v1/credits/auto-topoff', wish)).status).toBe(200);

  // Without an allowance one demo costs one credit. The balance falls from 5 to the threshold of 4.
  const services = { ...service.services, payment: stripe.payment };
  const terms = { ...plans.free, monthlyDemos: 0 };
  await executeCharged(services, freshCommand(userId), userId, (unit) =>
    chargeForJob(unit, services, terms, { userId, jobId: newId('job'), demoId: 'demo_1' }),
  );
  const account = await until(async () => {
    const found = await accountOf(service);
    return found.balance === 24 ? found : null;
  }, 20_000);
  expect(account.transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ['purchase', 5],
    ['deduct', -1],
    ['auto_topoff', 20],
  ]);
  expect(stripe.charged()).toMatchObject([{ amount: 1800, metadata: { user_id: userId } }]);
});
