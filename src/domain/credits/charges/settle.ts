import { newId } from '../../../ids.ts';
import type { CommandContext } from '../../../store/types.ts';
import { stepOf } from '../../context.ts';
import type { PaymentByProvider, PaymentNotice } from '../../payment.ts';
import type { DomainServices } from '../../services.ts';
import { creditDecider } from '../decide.ts';
import { creditStream } from '../events.ts';

/**
 * Takes in a notice that something happened to a payment. What the notice says does not matter: the payment is looked
 * up, and the ledger is brought into line with it. So notices may come late, twice and in any order.
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

/** Finds out, after a checkout page has expired, whether it was paid although no notice came. */
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
