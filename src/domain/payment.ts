/**
 * How packs of credits are paid. The credits need it; the providers in `src/payment` implement it. There are two
 * kinds: `development` gives credits at once and takes no money; a provider takes money, over the network and in its
 * own time, and is never asked inside a unit of work.
 */
export type Payment = PaymentAtOnce | PaymentByProvider;

export interface PaymentAtOnce {
  readonly name: string;
  readonly atOnce: true;
}

/**
 * Every call that changes something takes an idempotency key: repeated with the same key, it takes effect once. Every
 * call throws AppError `payment_unavailable` (503) where its outcome is not known.
 */
export interface PaymentByProvider {
  readonly name: string;
  readonly atOnce: false;
  /** @returns the provider's name for this user. */
  openCustomer(userId: string, idempotencyKey: string): Promise<string>;
  /** A page on which somebody pays, and leaves a card for later top-offs. */
  openCheckout(order: CheckoutOrder): Promise<{ checkoutId: string; checkoutUrl: string }>;
  /** The payment that a checkout ended in; null while there is none. */
  paymentOfCheckout(checkoutId: string): Promise<string | null>;
  /** Charges a saved card without its owner being there. */
  chargeSavedCard(order: CardOrder): Promise<CardCharge>;
  readPayment(paymentId: string): Promise<PaymentState>;
  repay(refund: { paymentId: string; amountCents: number; idempotencyKey: string }): Promise<void>;
  /**
   * Reads a notice that the provider sent of its own accord; null where the notice is about nothing of ours.
   * @throws AppError 400 `invalid_signature`.
   */
  readNotice(body: Buffer, signature: string): PaymentNotice | null;
}

/** A payment as the provider describes it now; earlier notices do not count. */
export interface PaymentState {
  paymentId: string;
  /** US cents; 0 while nothing is paid. */
  paidCents: number;
  /** US cents that went back so far. */
  refundedCents: number;
  card: { customerId: string; paymentMethodId: string } | null;
}

interface Order {
  userId: string;
  purchaseId: string;
  credits: number;
  /** US cents. */
  priceCents: number;
  idempotencyKey: string;
}

export interface CheckoutOrder extends Order {
  customerId: string;
  /** Public address of this service, to which the buyer comes back. */
  baseUrl: string;
  expiresAt: Date;
}

export interface CardOrder extends Order {
  card: { customerId: string; paymentMethodId: string };
  attempt: number;
  /**
   * True where a process may have made this very attempt and died before it stored the outcome. The provider is
   * searched for the attempt first.
   */
  mayBeMade: boolean;
}

export type CardCharge =
  | { kind: 'paid'; payment: PaymentState }
  /** `reason` is a sentence for the card's owner. */
  | { kind: 'declined'; reason: string };

export interface PaymentNotice {
  /** The id of the notice, which is the same when the notice is sent again. */
  noticeId: string;
  userId: string;
  purchaseId: string;
  paymentId: string;
}
