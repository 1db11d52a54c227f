import { conflict, notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { AccountEvent } from './events.ts';
import type { PlanId } from './plans.ts';

export type AccountCommand =
  | { type: 'open'; userId: string; email: string; plan: PlanId }
  | { type: 'changePlan'; plan: PlanId }
  | { type: 'changePassword'; by: 'password' | 'link' }
  | { type: 'issuePasswordLink' }
  | { type: 'verifyEmail'; email: string }
  | { type: 'revokeSessions'; sessionIds: string[] }
  | { type: 'appointOperator' }
  | { type: 'dismissOperator' }
  | { type: 'delete' };

export interface AccountState {
  userId: string | null;
  /** `free` also while no account is open: a user exists from their sign-up on, and the account follows. */
  plan: PlanId;
  /** Absent until the owner has verified one. */
  verifiedEmail?: string;
  /** Absent until the user is made one. */
  isOperator?: boolean;
  /** Absent until its owner has deleted it. It is never opened again: whoever signs up anew is another user. */
  isDeleted?: boolean;
}

export const accountDecider: Decider<AccountCommand, AccountEvent, AccountState> = {
  initial: { userId: null, plan: 'free' },
  evolve(state, event) {
    switch (event.type) {
      case 'AccountOpened':
        return { ...state, userId: event.data.userId, plan: event.data.plan };
      case 'PlanChanged':
        return { ...state, plan: event.data.plan };
      case 'EmailVerified':
        return { ...state, verifiedEmail: event.data.email };
      case 'OperatorAppointed':
        return { ...state, isOperator: true };
      case 'OperatorDismissed':
        return { ...state, isOperator: false };
      case 'AccountDeleted':
        return { ...state, isDeleted: true };
      case 'PasswordChanged':
      case 'PasswordLinkIssued':
      case 'SessionsRevoked':
        return state;
    }
  },
  decide(command, state) {
    if (command.type === 'open') {
      if (state.userId) throw conflict('account_exists', 'This account is open already.');
      const { userId, email, plan } = command;
      return [{ type: 'AccountOpened', data: { userId, email, plan } }];
    }
    const { userId } = state;
    // A deletion that is repeated goes on with what the first one left.
    if (state.isDeleted && command.type === 'delete') return [];
    if (!userId || state.isDeleted) throw notFound('account');
    switch (command.type) {
      case 'changePlan':
        if (state.plan === command.plan) return [];
        return [{ type: 'PlanChanged', data: { userId, plan: command.plan } }];
      case 'changePassword':
        return [{ type: 'PasswordChanged', data: { userId, by: command.by } }];
      case 'issuePasswordLink':
        return [{ type: 'PasswordLinkIssued', data: { userId } }];
      case 'verifyEmail':
        if (state.verifiedEmail === command.email) return [];
        return [{ type: 'EmailVerified', data: { userId, email: command.email } }];
      case 'revokeSessions':
        if (command.sessionIds.length === 0) return [];
        return [{ type: 'SessionsRevoked', data: { userId, sessionIds: command.sessionIds } }];
      case 'appointOperator':
        return state.isOperator ? [] : [{ type: 'OperatorAppointed', data: { userId } }];
      case 'dismissOperator':
        return state.isOperator ? [{ type: 'OperatorDismissed', data: { userId } }] : [];
      case 'delete':
        // Otherwise a service could be left without anybody who operates it.
        if (state.isOperator)
          throw conflict(
            'operator_account',
            'An operator’s account cannot be deleted. Ask whoever runs the service to dismiss you as an operator first.',
          );
        return [{ type: 'AccountDeleted', data: { userId } }];
    }
  },
};
