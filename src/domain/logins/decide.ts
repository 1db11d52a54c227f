import { notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { LoginEvent } from './events.ts';

type Of = { projectId: string; userId: string };
/** Whose the project is was asked before. */
export type LoginCommand = (Of & { type: 'set'; sealedLogin: string }) | (Of & { type: 'remove' });

/** Whether there is one. */
export const loginDecider: Decider<LoginCommand, LoginEvent, boolean> = {
  initial: false,
  evolve: (_, event) => event.type === 'LoginSet',
  decide({ type, ...data }, isSet) {
    if (type === 'set') return [{ type: 'LoginSet', data: data as Of & { sealedLogin: string } }];
    if (!isSet) throw notFound('login');
    return [{ type: 'LoginRemoved', data }];
  },
};
