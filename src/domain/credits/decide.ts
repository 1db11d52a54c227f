import { invalid } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import { type ChargeCommand, charge, type GiveBackCommand, giveBack } from './decide-charge.ts';
import { decidePurchase, type PurchaseCommand } from './decide-purchase.ts';
import { decideTopoff, type TopoffCommand } from './decide-topoff.ts';
import { transfer } from './entries.ts';
import type { CreditEvent } from './events.ts';
import { type CreditState, evolveCredits, initialCredits } from './state.ts';

export type CreditCommand =
  | { type: 'open'; userId: string }
  | { type: 'grant'; userId: string; transactionId: string; amount: number; description: string }
  | ChargeCommand
  | GiveBackCommand
  | PurchaseCommand
  | TopoffCommand;

export const creditDecider: Decider<CreditCommand, CreditEvent, CreditState> = {
  initial: initialCredits,
  evolve: evolveCredits,
  decide(command, state) {
    const decided = decideOpened(command, state);
    // A ledger is opened by the first thing that happens in it.
    if (state.userId || !('userId' in command)) return decided;
    return [{ type: 'CreditAccountOpened', data: { userId: command.userId } }, ...decided];
  },
};

function decideOpened(command: CreditCommand, state: CreditState): CreditEvent[] {
  switch (command.type) {
    case 'open':
      return [];
    case 'grant':
      return [grant(command, state)];
    case 'charge':
      return charge(command, state);
    case 'giveBack':
      return giveBack(command, state);
    case 'purchase':
    case 'startPurchase':
    case 'linkCustomer':
    case 'settle':
    case 'refundPurchase':
      return decidePurchase(command, state);
    case 'setTopoff':
    case 'startTopoff':
    case 'retryTopoff':
    case 'declineTopoff':
      return decideTopoff(command, state);
  }
}

/** Far above any bonus that is meant, far below what a balance can hold. */
const grantLimit = 1_000_000;

function grant(command: Extract<CreditCommand, { type: 'grant' }>, state: CreditState): CreditEvent {
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
