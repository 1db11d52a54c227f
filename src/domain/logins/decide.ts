import { notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { LoginEvent } from './events.ts';

type ProjectRef = { projectId: string; userId: string };
/** Whose project it is was checked before, in the same unit of work. */
export type LoginCommand =
  | (ProjectRef & { type: 'set'; sealedLogin: string })
  /** `sealedLogin` is the login that is there. */
  | (ProjectRef & { type: 'reseal'; sealedLogin: string })
  | (ProjectRef & { type: 'remove' });

/** The state is the sealed login; null where the project has none. */
export const loginDecider: Decider<LoginCommand, LoginEvent, string | null> = {
  initial: null,
  evolve: (_, event) => (event.type === 'LoginRemoved' ? null : event.data.sealedLogin),
  decide(command, sealedLogin) {
    const { projectId, userId } = command;
    const one = { projectId, userId };
    if (command.type === 'set')
      return [{ type: 'LoginSet', data: { ...one, sealedLogin: command.sealedLogin } }];
    if (sealedLogin === null) throw notFound('login');
    if (command.type === 'reseal')
      return [{ type: 'LoginResealed', data: { ...one, sealedLogin: command.sealedLogin } }];
    return [{ type: 'LoginRemoved', data: one }];
  },
};
