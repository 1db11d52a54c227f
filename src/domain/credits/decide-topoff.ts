import { conflict } from '../../errors.ts';
import { bought } from './decide-purchase.ts';
import type { CreditEvent } from './events.ts';
import { type PackId, termsOfPack } from './packs.ts';
import { type CreditState, findPurchase } from './state.ts';

/** Ids for a top-off, made before it is known whether there will be one. */
export interface TopoffIds {
  purchaseId: string;
  transactionId: string;
  /** True where credits come in the same transaction, without a payment to wait for. */
  atOnce: boolean;
}

export type TopoffCommand =
  | {
      type: 'setTopoff';
      userId: string;
      enabled: boolean;
      packId: PackId;
      threshold: number;
      /** Payment is by a card that somebody has to have left with the payment provider. */
      needsCard: boolean;
    }
  /** A charge finds nothing left. */
  | { type: 'startTopoff'; purchaseId: string }
  /** The time has come to try a declined one again. */
  | { type: 'retryTopoff'; purchaseId: string }
  | { type: 'declineTopoff'; purchaseId: string; attempt: number; reason: string };

/**
 * After this many declines the automatic top-off is turned off: each decline brings the owner of the card a message
 * from the bank.
 */
const declineLimit = 3;

export function decideTopoff(command: TopoffCommand, state: CreditState): CreditEvent[] {
  switch (command.type) {
    case 'setTopoff':
      return setTopoff(command, state);
    case 'startTopoff':
      // Of many charges that found nothing left, the later ones find what the first one bought.
      return state.balance > 0 ? [] : startTopoff(command.purchaseId, state);
    case 'retryTopoff':
      return retryTopoff(command.purchaseId, state);
    case 'declineTopoff':
      return declineTopoff(command, state);
  }
}

function setTopoff(
  command: Extract<TopoffCommand, { type: 'setTopoff' }>,
  state: CreditState,
): CreditEvent[] {
  const { userId, enabled, packId, threshold, needsCard } = command;
  if (enabled && needsCard && !state.card)
    throw conflict(
      'no_saved_card',
      'The automatic top-off needs a card: buy a pack first, its card is kept for later ones.',
    );
  const now = state.topoff;
  const same = now.enabled === enabled && now.packId === packId && now.threshold === threshold;
  // The same setting given again has an effect after a decline: its user has seen to the card, and the wait is over.
  if (same && now.pending?.status !== 'declined') return [];
  return [{ type: 'AutoTopoffSet', data: { userId, enabled, packId, threshold } }];
}

/** Starts none while one is under way, so that many simultaneous charges cause one top-off. */
export function startTopoff(purchaseId: string, { userId, topoff }: CreditState): CreditEvent[] {
  if (!userId || !topoff.enabled || topoff.pending) return [];
  return [{ type: 'TopoffStarted', data: { userId, purchaseId, ...termsOfPack(topoff.packId), attempt: 1 } }];
}

function retryTopoff(purchaseId: string, state: CreditState): CreditEvent[] {
  const { userId, topoff, balance } = state;
  const { pending } = topoff;
  if (!userId || pending?.purchaseId !== purchaseId || pending.status !== 'declined') return [];
  const order = findPurchase(purchaseId, state);
  if (!order || !topoff.enabled || balance > topoff.threshold)
    return [{ type: 'TopoffDropped', data: { userId, purchaseId } }];
  const { packId, credits, priceCents } = order;
  const attempt = pending.attempt + 1;
  return [{ type: 'TopoffStarted', data: { userId, purchaseId, packId, credits, priceCents, attempt } }];
}

function declineTopoff(
  command: Extract<TopoffCommand, { type: 'declineTopoff' }>,
  { userId, topoff: { pending } }: CreditState,
): CreditEvent[] {
  const { purchaseId, attempt, reason } = command;
  const isThis = pending?.purchaseId === purchaseId && pending.attempt === attempt;
  if (!userId || !isThis || pending.status !== 'trying') return [];
  const declined: CreditEvent = { type: 'TopoffDeclined', data: { userId, purchaseId, attempt, reason } };
  if (attempt < declineLimit) return [declined];
  const sentence = `The card was declined ${declineLimit} times, the last time with: ${reason}`;
  return [declined, { type: 'AutoTopoffTurnedOff', data: { userId, reason: sentence } }];
}

export function toppedOffAtOnce(userId: string, ids: TopoffIds, state: CreditState) {
  const { purchaseId, transactionId } = ids;
  const order = { purchaseId, ...termsOfPack(state.topoff.packId) };
  const description = `Automatic top-off: ${order.credits} credits`;
  const data = bought({ userId, transactionId, paymentId: null, description }, order, state.balance);
  return { type: 'CreditsToppedOff' as const, data };
}
