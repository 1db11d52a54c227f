import { conflict, invalid, notFound } from '../../errors.ts';
import { transfer } from './entries.ts';
import type { CreditEvent } from './events.ts';
import { type CreditState, findGrant } from './state.ts';

export type GrantCommand =
  | { type: 'grant'; userId: string; transactionId: string; amount: number; description: string }
  | {
      type: 'takeBackGrant';
      /** The transaction of the grant. */
      grantTransactionId: string;
      transactionId: string;
      why: string;
    };

export const decideGrant = (command: GrantCommand, state: CreditState): CreditEvent[] =>
  command.type === 'grant' ? [grant(command, state)] : [takeBack(command, state)];

/** Far above any bonus that is meant, far below what a balance can hold. */
const grantLimit = 1_000_000;

function grant(command: Extract<GrantCommand, { type: 'grant' }>, state: CreditState): CreditEvent {
  const { userId, transactionId, amount, description } = command;
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > grantLimit)
    throw invalid(`amount: expected a whole number from 1 to ${grantLimit}, got ${amount}.`);
  const balanceAfter = state.balance + amount;
  const entries = transfer('bonus', 'balance', amount);
  return {
    type: 'CreditsGranted',
    data: { userId, transactionId, amount, balanceAfter, description, entries },
  };
}

/** Takes a whole grant back, and only while its credits are still there. */
function takeBack(
  { grantTransactionId, transactionId, why }: Extract<GrantCommand, { type: 'takeBackGrant' }>,
  state: CreditState,
): CreditEvent {
  const { userId, balance } = state;
  const found = findGrant(grantTransactionId, state);
  if (!userId || !found) throw notFound('grant');
  const { amount, takenBack } = found;
  if (takenBack) throw conflict('already_taken_back', 'This grant was taken back already.');
  if (balance < amount)
    throw conflict(
      'credits_spent',
      `This grant cannot be taken back: its ${amount} credits would have to go, and ${balance} are left.`,
    );
  const entries = transfer('balance', 'bonus', amount);
  const moved = { amount: -amount, balanceAfter: balance - amount, entries };
  return {
    type: 'GrantTakenBack',
    data: { userId, transactionId, grantTransactionId, ...moved, description: `Grant taken back: ${why}` },
  };
}
