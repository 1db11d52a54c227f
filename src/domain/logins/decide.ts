import { notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { LoginEvent } from './events.ts';

type ProjectRef = { projectId: string; userId: string };
/** Whose project it is was checked before, in the same unit of work. */
export type LoginCommand =
  | (ProjectRef & { type: 'set'; sealedLogin: string })
  | (ProjectRef & { type: 'remove' });

/** The state is whether the project has a login. */
export const loginDecider: Decider<LoginCommand, LoginEvent, boolean> = {
  initial: false,
  evolve: (_, event) => event.type === 'LoginSet',
  decide({ type, ...data }, isSet) {
    if (type === 'set') return [{ type: 'LoginSet', data: data as ProjectRef & { sealedLogin: string } }];
    if (!isSet) throw notFound('login');
    return [{ type: 'LoginRemoved', data }];
  },
};
