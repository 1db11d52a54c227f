import { newId } from '../../../ids.ts';
import type { CommandContext, StoredEvent } from '../../../store/types.ts';
import { partOf } from '../../context.ts';
import type { PaymentByProvider } from '../../payment.ts';
import type { DomainServices } from '../../services.ts';
import { creditDecider } from '../decide.ts';
import { type CreditEvent, type CreditFact, creditStream } from '../events.ts';
import { type PackId, termsOfPack } from '../packs.ts';
import { settleTask } from './tasks.ts';

export interface PackOrder {
  userId: string;
  packId: PackId;
  /** Public address of this service, to which a buyer comes back. */
  baseUrl: string;
}

export type PurchaseOutcome =
  | { kind: 'bought'; credits: number; balance: number; transactionId: string }
  /** The buyer has to go there; the credits come when it is paid. */
  | { kind: 'checkout'; checkoutUrl: string };

/**
 * Buys a pack: at once, or by sending the buyer to the payment provider.
 * @throws AppError `payment_unavailable` (503).
 */
export function purchasePack(
  services: DomainServices,
  context: CommandContext,
  order: PackOrder,
): Promise<PurchaseOutcome> {
  const { payment } = services;
  return payment.atOnce
    ? purchaseAtOnce(services, context, order)
    : openCheckout(services, payment, context, order);
}

async function purchaseAtOnce(
  { store }: DomainServices,
  context: CommandContext,
  { userId, packId }: PackOrder,
): Promise<PurchaseOutcome> {
  const done = await store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    const ids = { purchaseId: newId('pay'), transactionId: newId('txn') };
    credits.decide({ type: 'purchase', userId, packId, ...ids });
  });
  const { credits, balanceAfter, transactionId } = eventOf(done.events, 'CreditsPurchased').data;
  return { kind: 'bought', credits, balance: balanceAfter, transactionId };
}

/**
 * How long a checkout page can be paid on. The time is counted from the command, so that the command, when repeated,
 * asks for the same page. Stripe wants at least 30 minutes from when it is asked.
 */
const checkoutMs = 2 * 60 * 60_000;
const graceMs = 60_000;

async function openCheckout(
  services: DomainServices,
  payment: PaymentByProvider,
  context: CommandContext,
  { userId, packId, baseUrl }: PackOrder,
): Promise<PurchaseOutcome> {
  const { store } = services;
  const done = await store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    credits.decide({ type: 'startPurchase', userId, packId, purchaseId: newId('pay') });
    return credits.state.customerId;
  });
  const started = eventOf(done.events, 'PurchaseStarted');
  const { purchaseId } = started.data;
  const customerId = done.value ?? (await linkCustomer(services, payment, context, userId));
  const expiresAt = new Date(started.recordedAt.getTime() + checkoutMs);
  const { checkoutId, checkoutUrl } = await payment.openCheckout({
    userId,
    purchaseId,
    customerId,
    baseUrl,
    expiresAt,
    ...termsOfPack(packId),
    idempotencyKey: `${context.commandId}:checkout`,
  });
  // Queued before the buyer hears of the page: when the page has expired, the checkout is looked up once more, in
  // case no notice of a payment came.
  await store.execute(partOf(context, 'checkout'), (unit) => {
    const runAt = new Date(expiresAt.getTime() + graceMs);
    const payload = { userId, purchaseId, checkoutId };
    unit.enqueue({ task: settleTask, payload, key: `${settleTask}:${purchaseId}`, runAt });
  });
  return { kind: 'checkout', checkoutUrl };
}

async function linkCustomer(
  { store }: DomainServices,
  payment: PaymentByProvider,
  context: CommandContext,
  userId: string,
): Promise<string> {
  const customerId = await payment.openCustomer(userId, `customer:${userId}`);
  const { value } = await store.execute(partOf(context, 'customer'), async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    credits.decide({ type: 'linkCustomer', userId, customerId });
    return credits.state.customerId;
  });
  return value ?? customerId;
}

/** What a command appended, whether just now or when it was first given. */
function eventOf<Type extends CreditEvent['type']>(
  events: readonly StoredEvent[],
  type: Type,
): { data: CreditFact<Type>; recordedAt: Date } {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`the command appended no ${type}`);
  return { data: found.data as CreditFact<Type>, recordedAt: found.recordedAt };
}
