import type { Decider } from '../../store/types.ts';
import { type ChargeCommand, charge, type GiveBackCommand, giveBack } from './decide-charge.ts';
import { decideGrant, type GrantCommand } from './decide-grant.ts';
import { decidePurchase, type PurchaseCommand } from './decide-purchase.ts';
import { decideTopoff, type TopoffCommand } from './decide-topoff.ts';
import type { CreditEvent } from './events.ts';
import { type CreditState, evolveCredits, initialCredits } from './state.ts';

export type CreditCommand =
  | { type: 'open'; userId: string }
  | GrantCommand
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
    case 'takeBackGrant':
      return decideGrant(command, state);
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
