import { afterAll, beforeEach } from 'vitest';
import { type TestServices, testServices } from './services.ts';
import { startStripe } from './stripe/index.ts';

/**
 * The domain with a provider that gives credits at once, and the same domain with Stripe, until the test file ends. Each
 * test begins with an empty queue.
 */
export async function setUpPayments() {
  const [stripe, atOnce] = await Promise.all([startStripe(), testServices()]);
  const byStripe: TestServices = { ...atOnce, payment: stripe.payment };
  beforeEach(async () => {
    await atOnce.sql`delete from graphile_worker._private_jobs`;
    stripe.requests.length = 0;
    stripe.together = 1;
  });
  afterAll(async () => {
    await stripe.close();
    await atOnce.stop();
  });
  return { stripe, atOnce, byStripe };
}
