import { conflict, notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { AccountEvent } from './events.ts';
import type { PlanId } from './plans.ts';

export type AccountCommand =
  | { type: 'open'; userId: string; email: string; plan: PlanId }
  | { type: 'changePlan'; plan: PlanId };

export interface AccountState {
  userId: string | null;
  /** `free` also while no account is open: a user exists from their sign-up on, and the account follows. */
  plan: PlanId;
}

export const accountDecider: Decider<AccountCommand, AccountEvent, AccountState> = {
  initial: { userId: null, plan: 'free' },
  evolve(state, event) {
    switch (event.type) {
      case 'AccountOpened':
        return { userId: event.data.userId, plan: event.data.plan };
      case 'PlanChanged':
        return { ...state, plan: event.data.plan };
    }
  },
  decide(command, state) {
    switch (command.type) {
      case 'open': {
        if (state.userId) throw conflict('account_exists', 'This account is open already.');
        const { userId, email, plan } = command;
        return [{ type: 'AccountOpened', data: { userId, email, plan } }];
      }
      case 'changePlan':
        if (!state.userId) throw notFound('account');
        if (state.plan === command.plan) return [];
        return [{ type: 'PlanChanged', data: { userId: state.userId, plan: command.plan } }];
    }
  },
};
