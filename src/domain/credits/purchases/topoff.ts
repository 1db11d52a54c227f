import { AppError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { CommandContext, UnitOfWork } from '../../../store/types.ts';
import { stepOf } from '../../context.ts';
import type { CardCharge, PaymentByProvider } from '../../payment.ts';
import type { DomainServices } from '../../services.ts';
import { creditDecider } from '../decide.ts';
import { creditStream } from '../events.ts';
import { type AutoTopoff, type CreditState, findPurchase } from '../state.ts';
import { topoffTask } from './tasks.ts';

/**
 * How long the queued task leaves a charge alone that is made on the spot: longer than the provider may take to
 * answer.
 */
const patienceMs = 120_000;

/**
 * Buys credits by the saved card for a charge that found nothing left. However many such charges come at once, one top-off is
 * made.
 * @returns `off` where the automatic top-off is off; else whether it helped, or a sentence that says why not.
 */
export async function topOff(
  services: DomainServices,
  payment: PaymentByProvider,
  context: CommandContext,
  userId: string,
): Promise<'off' | 'helped' | { why: string }> {
  const purchaseId = newId('pay');
  await services.store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    const before = credits.state.topoff;
    credits.decide({ type: 'startTopoff', purchaseId });
    // The task finishes the top-off if this process dies.
    enqueueStarted(unit, userId, { before, after: credits.state.topoff }, soon(services, patienceMs));
  });
  const { topoff, balance } = await readCreditState(services, userId);
  const { pending } = topoff;
  if (balance > 0) return 'helped';
  if (!pending) return topoff.enabled ? 'helped' : 'off';
  if (pending.status === 'declined') return declined(pending.reason);
  try {
    await chargeOnce(services, payment, userId, { ...pending, mayBeMade: pending.purchaseId !== purchaseId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { why: error.message };
  }
  const after = await readCreditState(services, userId);
  if (findPurchase(pending.purchaseId, after)?.paid) return 'helped';
  return declined(after.topoff.pending?.reason ?? 'The card was declined too often, so it was turned off.');
}

const declined = (reason: string) => ({ why: reason });

/** The task of the queue: finishes an attempt that was left unfinished, or makes the next one after a decline. */
export async function tendTopoff(
  services: DomainServices,
  { userId, purchaseId, attempt }: { userId: string; purchaseId: string; attempt: number },
): Promise<void> {
  const { payment } = services;
  // The provider was taken out of the settings: the attempt waits until it is back.
  if (payment.atOnce) throw new Error(`a top-off by card waits, but payment is ${payment.name}`);
  await services.store.execute(stepOf(purchaseId, `start-${attempt}`), async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    if (credits.state.topoff.pending?.attempt === attempt - 1)
      credits.decide({ type: 'retryTopoff', purchaseId });
  });
  const { pending } = (await readCreditState(services, userId)).topoff;
  if (pending?.purchaseId !== purchaseId || pending.attempt !== attempt) return;
  await chargeOnce(services, payment, userId, { ...pending, mayBeMade: true });
}

interface Attempt {
  purchaseId: string;
  attempt: number;
  mayBeMade: boolean;
}

/**
 * The requests of this process that the provider has not answered yet: a hundred charges that wait for one top-off
 * make one request.
 */
const running = new Map<string, Promise<void>>();

function chargeOnce(
  services: DomainServices,
  payment: PaymentByProvider,
  userId: string,
  attempt: Attempt,
): Promise<void> {
  const name = `${attempt.purchaseId}:${attempt.attempt}`;
  const known = running.get(name);
  if (known) return known;
  const charging = chargeCard(services, payment, userId, attempt).finally(() => running.delete(name));
  running.set(name, charging);
  return charging;
}

async function chargeCard(
  services: DomainServices,
  payment: PaymentByProvider,
  userId: string,
  { purchaseId, attempt, mayBeMade }: Attempt,
): Promise<void> {
  const state = await readCreditState(services, userId);
  const order = findPurchase(purchaseId, state);
  const { pending } = state.topoff;
  const isUp = pending?.purchaseId === purchaseId && pending.attempt === attempt;
  if (!order || !isUp || pending.status !== 'trying') return;
  // The id of the command that stores the outcome is also the provider's idempotency key: one name for one effect.
  const step = stepOf(purchaseId, `attempt-${attempt}`);
  const { credits, priceCents } = order;
  const asked = {
    userId,
    purchaseId,
    credits,
    priceCents,
    attempt,
    mayBeMade,
    idempotencyKey: step.commandId,
  };
  const outcome: CardCharge = state.card
    ? await payment.chargeSavedCard({ ...asked, card: state.card })
    : { kind: 'declined', reason: 'No card is saved; buy a pack first, its card is kept.' };
  await services.store.execute(step, async (unit) => {
    const account = await unit.load(creditDecider, creditStream(userId));
    if (outcome.kind === 'paid') {
      const ids = { transactionId: newId('txn'), refundTransactionId: newId('txn') };
      account.decide({ type: 'settle', purchaseId, payment: outcome.payment, ...ids });
      return;
    }
    account.decide({ type: 'declineTopoff', purchaseId, attempt, reason: outcome.reason });
    if (account.state.topoff.pending?.status === 'declined')
      enqueueTopoff(unit, { userId, purchaseId, attempt: attempt + 1 }, soon(services, retryMs(attempt)));
  });
}

/** Ten minutes after the first decline, an hour after the second: banks refuse what is asked again at once. */
const retryMs = (attempt: number) => (attempt === 1 ? 10 : 60) * 60_000;

/** Adds the job of a top-off that began in this unit of work, if one did. */
export function enqueueStarted(
  unit: UnitOfWork,
  userId: string,
  { before, after }: { before: AutoTopoff; after: AutoTopoff },
  runAt?: Date,
): void {
  const { pending } = after;
  if (!pending || pending.purchaseId === before.pending?.purchaseId) return;
  enqueueTopoff(unit, { userId, purchaseId: pending.purchaseId, attempt: pending.attempt }, runAt);
}

function enqueueTopoff(
  unit: UnitOfWork,
  payload: { userId: string; purchaseId: string; attempt: number },
  runAt?: Date,
): void {
  const key = `${topoffTask}:${payload.purchaseId}:${payload.attempt}`;
  unit.enqueue({ task: topoffTask, payload, key, ...(runAt && { runAt }) });
}

const soon = ({ clock }: DomainServices, inMs: number) => new Date(clock.now().getTime() + inMs);

/** The state of the ledger, folded from its stream and not taken from a read model. */
export async function readCreditState(services: DomainServices, userId: string): Promise<CreditState> {
  const reading = { commandId: newId('cmd'), metadata: { actor: 'system' } };
  const { value } = await services.store.execute(reading, (unit) =>
    unit.load(creditDecider, creditStream(userId)),
  );
  return value.state;
}
