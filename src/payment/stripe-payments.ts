import type Stripe from 'stripe';
import type { PaymentNotice, PaymentState } from '../domain/payment.ts';

/** @param intent with its `latest_charge` expanded. */
export function paymentStateOf(intent: Stripe.PaymentIntent): PaymentState {
  const { id, status, amount_received, latest_charge: charge } = intent;
  const customerId = idOf(intent.customer);
  const paymentMethodId = idOf(intent.payment_method);
  return {
    paymentId: id,
    paidCents: status === 'succeeded' ? amount_received : 0,
    refundedCents: charge !== null && typeof charge === 'object' ? charge.amount_refunded : 0,
    card: customerId !== null && paymentMethodId !== null ? { customerId, paymentMethodId } : null,
  };
}

/** The payment of ours that an event is about, by the metadata that we set; null where it is not one of ours. */
export function paymentNoticeOf(event: Stripe.Event): PaymentNotice | null {
  const payment = paymentIn(event);
  const paymentId = payment && idOf(payment.intent);
  const { user_id: userId, purchase_id: purchaseId } = payment?.metadata ?? {};
  if (!paymentId || !userId || !purchaseId) return null;
  return { noticeId: event.id, userId, purchaseId, paymentId };
}

function paymentIn(event: Stripe.Event) {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { intent: event.data.object.payment_intent, metadata: event.data.object.metadata };
    case 'payment_intent.succeeded':
      return { intent: event.data.object.id, metadata: event.data.object.metadata };
    // A charge carries the metadata of its payment.
    case 'charge.refunded':
      return { intent: event.data.object.payment_intent, metadata: event.data.object.metadata };
    default:
      return null;
  }
}

/** Stripe sends either a record's id or the whole record. */
export const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
