import { notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { LoginEvent } from './events.ts';

type ProjectRef = { projectId: string; userId: string };
/** Whose project it is was checked before, in the same unit of work. */
export type LoginCommand =
  | (ProjectRef & { type: 'set'; sealedLogin: string })
  | (ProjectRef & { type: 'remove' });

/** The state is the sealed login; null where the project has none. */
export const loginDecider: Decider<LoginCommand, LoginEvent, string | null> = {
  initial: null,
  evolve: (_, event) => (event.type === 'LoginSet' ? event.data.sealedLogin : null),
  decide({ type, ...data }, sealedLogin) {
    if (type === 'set') return [{ type: 'LoginSet', data: data as ProjectRef & { sealedLogin: string } }];
    if (sealedLogin === null) throw notFound('login');
    return [{ type: 'LoginRemoved', data }];
  },
};
