import Stripe from 'stripe';
import { AppError } from '../errors.ts';

/**
 * Returns Stripe's answer. Throws AppError `payment_unavailable` (503) where the result of the request is unknown. A refusal that
 * a repetition would not change (a declined card, a removed card) is thrown unchanged: see asDecline.
 */
export async function asked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || asDecline(error) !== null) throw error;
    const { type, code, statusCode, requestId } = error;
    throw unavailable(
      `${type} ${code ?? ''} (status ${statusCode ?? 'none'}, request ${requestId ?? 'none'})`,
      error,
    );
  }
}

/** The bank has not decided on the payment yet. */
export const undecided = (paymentId: string) => unavailable(`${paymentId} is still being processed`);

const unavailable = (detail: string, cause?: unknown) =>
  new AppError(
    'payment_unavailable',
    503,
    'The payment provider does not answer as it should just now; try again shortly.',
    { detail, retryAfterSec: 30, ...(cause !== undefined && { cause }) },
  );

/** Why a card was not charged, as a sentence for its owner; null for any other error. */
export function asDecline(outcome: unknown): string | null {
  if (outcome instanceof Stripe.errors.StripeCardError) return sentence(outcome.message);
  if (outcome instanceof Stripe.errors.StripeInvalidRequestError)
    return isCardGone(outcome) ? 'The saved card was removed.' : null;
  if (!isIntent(outcome)) return null;
  const { status, last_payment_error: fault } = outcome;
  if (status === 'canceled') return 'The payment was cancelled.';
  return status === 'requires_payment_method' ? sentence(fault?.message ?? '') : null;
}

const isIntent = (outcome: unknown): outcome is Stripe.PaymentIntent =>
  typeof outcome === 'object' &&
  outcome !== null &&
  'object' in outcome &&
  outcome.object === 'payment_intent';

/** The card was detached from its customer, or the customer was deleted. */
const isCardGone = ({ code, param }: Stripe.errors.StripeInvalidRequestError) =>
  (code === 'resource_missing' && (param === 'payment_method' || param === 'customer')) ||
  code === 'payment_method_unexpected_state';

const sentence = (message: string) => message.trim() || 'Your card was declined.';
