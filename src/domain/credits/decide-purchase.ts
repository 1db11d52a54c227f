import { conflict, notFound } from '../../errors.ts';
import type { PaymentState } from '../payment.ts';
import { transfer } from './entries.ts';
import type { CreditEvent, CreditFact } from './events.ts';
import { type PackId, termsOfPack } from './packs.ts';
import { type CreditState, findPurchase, type Purchase, purchaseOfTransaction } from './state.ts';

export type PurchaseCommand =
  /** Credits at once. */
  | { type: 'purchase'; userId: string; purchaseId: string; transactionId: string; packId: PackId }
  /** Credits when `settle` says that the money is there. */
  | { type: 'startPurchase'; userId: string; purchaseId: string; packId: PackId }
  | { type: 'linkCustomer'; userId: string; customerId: string }
  | {
      type: 'settle';
      purchaseId: string;
      payment: PaymentState;
      /**
       * For the entry that says it is paid, and the one that says money went back, where the ledger does not have
       * them yet.
       */
      transactionId: string;
      refundTransactionId: string;
    }
  | {
      type: 'refundPurchase';
      /** The transaction of the purchase. */
      transactionId: string;
      refundTransactionId: string;
      why: string;
    };

export function decidePurchase(command: PurchaseCommand, state: CreditState): CreditEvent[] {
  switch (command.type) {
    case 'purchase': {
      const { userId, purchaseId, transactionId, packId } = command;
      const order = { purchaseId, ...termsOfPack(packId) };
      const line = { userId, transactionId, paymentId: null, description: `${order.credits} credits` };
      return [{ type: 'CreditsPurchased', data: bought(line, order, state.balance) }];
    }
    case 'startPurchase': {
      const { userId, purchaseId, packId } = command;
      return [{ type: 'PurchaseStarted', data: { userId, purchaseId, ...termsOfPack(packId) } }];
    }
    case 'linkCustomer': {
      const { userId, customerId } = command;
      return state.customerId ? [] : [{ type: 'PaymentCustomerLinked', data: { userId, customerId } }];
    }
    case 'settle':
      return settle(command, state);
    case 'refundPurchase':
      return refundPurchase(command, state);
  }
}

/** What the credits of an order do to the balance. */
export function bought(
  line: { userId: string; transactionId: string; paymentId: string | null; description: string },
  order: { purchaseId: string; packId: string; credits: number; priceCents: number },
  balance: number,
): CreditFact<'CreditsPurchased'> {
  const { purchaseId, packId, credits, priceCents } = order;
  const entries = transfer('sales', 'balance', credits);
  const movement = { amount: credits, balanceAfter: balance + credits, entries };
  return { ...line, purchaseId, packId, credits, priceCents, ...movement };
}

/**
 * Brings the ledger into line with a payment. The result is the same however often, how late and in which order the
 * notices of it come: what counts is what the provider says now.
 */
function settle(command: Extract<PurchaseCommand, { type: 'settle' }>, state: CreditState): CreditEvent[] {
  const { userId } = state;
  const order = findPurchase(command.purchaseId, state);
  if (!userId || !order) return [];
  const events: CreditEvent[] = [];
  const { payment } = command;
  let { balance } = state;
  let transactionId = order.paid?.transactionId;
  if (transactionId === undefined) {
    if (payment.paidCents < order.priceCents) return [];
    transactionId = command.transactionId;
    const description = `${order.automatic ? 'Automatic top-off: ' : ''}${order.credits} credits`;
    const data = bought({ userId, transactionId, paymentId: payment.paymentId, description }, order, balance);
    events.push({ type: order.automatic ? 'CreditsToppedOff' : 'CreditsPurchased', data });
    balance = data.balanceAfter;
    const { card } = payment;
    if (!order.automatic && card && card.paymentMethodId !== state.card?.paymentMethodId)
      events.push({ type: 'CardSaved', data: { userId, ...card } });
  }
  const due = creditsFor(payment.refundedCents, order) - order.takenBack;
  if (due > 0) {
    const line = { userId, transactionId: command.refundTransactionId, purchaseTransactionId: transactionId };
    const { refundedCents } = payment;
    events.push(takenBack(line, order, { due, refundedCents, balance, why: 'paid back' }));
  }
  return events;
}

/** Whole credits that a repayment stands for: the money's share of the pack, rounded to the buyer's favour. */
function creditsFor(refundedCents: number, { credits, priceCents }: Purchase): number {
  if (refundedCents >= priceCents) return credits;
  return Math.floor((credits * refundedCents) / priceCents);
}

/** An operator pays a purchase back: all that is left of it, and only while its credits are still there. */
function refundPurchase(
  command: Extract<PurchaseCommand, { type: 'refundPurchase' }>,
  state: CreditState,
): CreditEvent[] {
  const { transactionId, refundTransactionId, why } = command;
  const { userId, balance } = state;
  const order = purchaseOfTransaction(transactionId, state);
  if (!userId || !order) throw notFound('purchase');
  const due = order.credits - order.takenBack;
  if (due === 0) throw conflict('already_refunded', 'This purchase was paid back already.');
  if (balance < due)
    throw conflict(
      'credits_spent',
      `This purchase cannot be paid back: ${due} of its credits would have to come back, and ${balance} are left.`,
    );
  const line = { userId, transactionId: refundTransactionId, purchaseTransactionId: transactionId };
  return [takenBack(line, order, { due, refundedCents: order.priceCents, balance, why })];
}

/** The balance gives what it has; what was spent already is a loss, for the balance is never negative. */
function takenBack(
  line: { userId: string; transactionId: string; purchaseTransactionId: string },
  order: Purchase,
  refund: { due: number; refundedCents: number; balance: number; why: string },
): CreditEvent {
  const { due, refundedCents, balance, why } = refund;
  const taken = Math.min(due, balance);
  const lost = due - taken;
  const entries = [
    ...(taken > 0 ? transfer('balance', 'sales', taken) : []),
    ...(lost > 0 ? transfer('losses', 'sales', lost) : []),
  ];
  const { purchaseId, packId } = order;
  const movement = { amount: 0 - taken, balanceAfter: balance - taken, entries };
  const description = `${order.credits} credits: ${why}`;
  return {
    type: 'PurchaseRefunded',
    data: { ...line, purchaseId, packId, ...movement, refundedCents, lost, description },
  };
}
