/**
 * Payment providers: they translate the domain's payment interface into a provider's API. `start` builds one of them. Of ours the room
 * imports the domain's payment types and `errors` only.
 */
import Stripe from 'stripe';
import type { CardCharge, CardOrder, CheckoutOrder, PaymentByProvider } from '../domain/payment.ts';
import { invalid } from '../errors.ts';
import { asDecline, asked, undecided } from './stripe-faults.ts';
import { idOf, paymentNoticeOf, paymentStateOf } from './stripe-payments.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Base address of the API, where it differs from Stripe's. */
  apiUrl: string | null;
}

/** Two more attempts of 10 s each stay below the minute for which a request reserves its Idempotency-Key. */
const timeoutMs = 10_000;
const retries = 2;

export function stripePayment(settings: StripeSettings): PaymentByProvider {
  const stripe = new Stripe(settings.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(settings.apiUrl !== null && addressOf(settings.apiUrl)),
  });
  return {
    name: 'stripe',
    atOnce: false,
    async openCustomer(userId, idempotencyKey) {
      const wish = { metadata: { user_id: userId } };
      return (await asked(stripe.customers.create(wish, { idempotencyKey }))).id;
    },
    openCheckout: (order) => openCheckout(stripe, order),
    async paymentOfCheckout(checkoutId) {
      const { payment_intent } = await asked(stripe.checkout.sessions.retrieve(checkoutId));
      return idOf(payment_intent);
    },
    chargeSavedCard: (order) => chargeSavedCard(stripe, order),
    async readPayment(paymentId) {
      return paymentStateOf(await readIntent(stripe, paymentId));
    },
    async repay({ paymentId, amountCents, idempotencyKey }) {
      const wish = { payment_intent: paymentId, amount: amountCents };
      await asked(stripe.refunds.create(wish, { idempotencyKey }));
    },
    readNotice(body, signature) {
      return paymentNoticeOf(verified(stripe, body, signature, settings.webhookSecret));
    },
  };
}

function addressOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? '80' : '443'), protocol: scheme };
}

async function openCheckout(stripe: Stripe, order: CheckoutOrder) {
  const { customerId, baseUrl, expiresAt, credits, priceCents, idempotencyKey } = order;
  const metadata = { user_id: order.userId, purchase_id: order.purchaseId };
  const session = await asked(
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer: customerId,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: priceCents,
              product_data: { name: `${credits} Showreel credits` },
            },
          },
        ],
        // Only cards are paid at once and can be charged later without their owner.
        allowed_payment_method_types: ['card'],
        payment_intent_data: { setup_future_usage: 'off_session', metadata },
        metadata,
        client_reference_id: order.purchaseId,
        expires_at: Math.floor(expiresAt.getTime() / 1000),
        success_url: `${baseUrl}/?purchase=done`,
        cancel_url: `${baseUrl}/?purchase=cancelled`,
      },
      { idempotencyKey },
    ),
  );
  if (!session.url) throw new Error(`Stripe opened the checkout ${session.id} without an address`);
  return { checkoutId: session.id, checkoutUrl: session.url };
}

async function chargeSavedCard(stripe: Stripe, order: CardOrder): Promise<CardCharge> {
  const found = order.mayBeMade ? await findAttempt(stripe, order) : null;
  if (found) return chargeOf(await readIntent(stripe, found));
  const { card, purchaseId, attempt, priceCents, credits, idempotencyKey } = order;
  const metadata = { user_id: order.userId, purchase_id: purchaseId, attempt: String(attempt) };
  try {
    const intent = await asked(
      stripe.paymentIntents.create(
        {
          amount: priceCents,
          currency: 'usd',
          customer: card.customerId,
          payment_method: card.paymentMethodId,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description: `${credits} Showreel credits, automatic top-off`,
          metadata,
        },
        { idempotencyKey },
      ),
    );
    // Stripe answers a repeated request with the state at the first one.
    return chargeOf(await readIntent(stripe, intent.id));
  } catch (error) {
    const reason = asDecline(error);
    if (reason === null) throw error;
    return { kind: 'declined', reason };
  }
}

/**
 * Finds the payment of an attempt. Stripe forgets idempotency keys after a day, but not payments. The list is newest first, and one
 * customer never makes a hundred payments between an attempt and this search.
 */
async function findAttempt(stripe: Stripe, { card, purchaseId, attempt }: CardOrder): Promise<string | null> {
  const { data } = await asked(stripe.paymentIntents.list({ customer: card.customerId, limit: 100 }));
  const found = data.find(
    ({ metadata }) => metadata.purchase_id === purchaseId && metadata.attempt === String(attempt),
  );
  return found?.id ?? null;
}

/** @throws AppError `payment_unavailable` while the bank has not decided */
function chargeOf(intent: Stripe.PaymentIntent): CardCharge {
  if (intent.status === 'succeeded') return { kind: 'paid', payment: paymentStateOf(intent) };
  const reason = asDecline(intent);
  if (reason === null) throw undecided(intent.id);
  return { kind: 'declined', reason };
}

const readIntent = (stripe: Stripe, paymentId: string) =>
  asked(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }));

function verified(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    throw invalid(
      'The body does not match its Stripe-Signature header, or was signed more than five minutes ago.',
      'invalid_signature',
    );
  }
}
