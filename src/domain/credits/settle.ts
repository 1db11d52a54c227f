import { newId } from '../../ids.ts';
import type { CommandContext } from '../../store/types.ts';
import { stepOf } from '../context.ts';
import type { PaymentByProvider, PaymentNotice } from '../payment.ts';
import type { DomainServices } from '../services.ts';
import { creditDecider } from './decide.ts';
import { creditStream } from './events.ts';

/**
 * The provider says that something happened to a payment. What it says happened does not matter: the payment is looked up, and
 * the ledger is brought to where it is. Notices may so come late, twice and in any order.
 * @throws AppError 400 `invalid_signature`, 503 `payment_unavailable` (the provider sends it again).
 */
export async function receiveNotice(
  services: DomainServices,
  payment: PaymentByProvider,
  message: { body: Buffer; signature: string },
): Promise<void> {
  const notice = payment.readNotice(message.body, message.signature);
  if (!notice) return;
  const { noticeId, purchaseId } = notice;
  const metadata = { actor: payment.name, correlationId: purchaseId, causationId: noticeId };
  await settle(services, payment, { commandId: `${payment.name}:${noticeId}`, metadata }, notice);
}

/** A checkout page has expired: was it paid, although nobody said so? */
export async function settleCheckout(
  services: DomainServices,
  { userId, purchaseId, checkoutId }: { userId: string; purchaseId: string; checkoutId: string },
): Promise<void> {
  const { payment } = services;
  if (payment.atOnce) throw new Error(`a checkout waits to be settled, but payment is ${payment.name}`);
  const paymentId = await payment.paymentOfCheckout(checkoutId);
  if (paymentId === null) return;
  const context = stepOf(purchaseId, 'checkout-expired');
  await settle(services, payment, context, { userId, purchaseId, paymentId });
}

async function settle(
  { store }: DomainServices,
  provider: PaymentByProvider,
  context: CommandContext,
  { userId, purchaseId, paymentId }: Omit<PaymentNotice, 'noticeId'>,
): Promise<void> {
  const payment = await provider.readPayment(paymentId);
  await store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    const ids = { transactionId: newId('txn'), refundTransactionId: newId('txn') };
    credits.decide({ type: 'settle', purchaseId, payment, ...ids });
  });
}
