import { newId } from '../../../ids.ts';
import type { CommandContext } from '../../../store/types.ts';
import type { DomainServices } from '../../services.ts';
import { creditDecider } from '../decide.ts';
import { creditStream } from '../events.ts';
import { repayTask } from '../purchases/tasks.ts';
import { readCreditState } from '../purchases/topoff.ts';
import { findPurchase, purchaseOfTransaction } from '../state.ts';

/**
 * An operator pays a purchase or a top-off back. Its credits go first, so that nobody spends them meanwhile; the money
 * follows by a job of the same transaction.
 * @param refund `transactionId` is the purchase's; `why` is shown in the account's statement.
 * @throws AppError 404 `purchase_not_found`, 409 `already_refunded`, 409 `credits_spent`.
 */
export async function refundPurchase(
  { store }: DomainServices,
  context: CommandContext,
  { userId, transactionId, why }: { userId: string; transactionId: string; why: string },
): Promise<void> {
  await store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    credits.decide({ type: 'refundPurchase', transactionId, refundTransactionId: newId('txn'), why });
    const order = purchaseOfTransaction(transactionId, credits.state);
    if (!order?.paid?.paymentId) return;
    const payload = { userId, purchaseId: order.purchaseId };
    unit.enqueue({ task: repayTask, payload, key: `${repayTask}:${order.purchaseId}` });
  });
}

/**
 * Has the provider send back the money of which the ledger says that it goes back, as far as the provider has not
 * sent it yet.
 */
export async function repay(
  services: DomainServices,
  { userId, purchaseId }: { userId: string; purchaseId: string },
): Promise<void> {
  const { payment } = services;
  if (payment.atOnce) throw new Error(`money has to be paid back, but payment is ${payment.name}`);
  const order = findPurchase(purchaseId, await readCreditState(services, userId));
  const paymentId = order?.paid?.paymentId;
  if (!order || !paymentId) return;
  const { refundedCents } = await payment.readPayment(paymentId);
  const amountCents = order.refundedCents - refundedCents;
  if (amountCents <= 0) return;
  const idempotencyKey = `${purchaseId}:repaid-${order.refundedCents}`;
  await payment.repay({ paymentId, amountCents, idempotencyKey });
}
