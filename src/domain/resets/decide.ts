import { notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { ResetEvent, ResetMethod } from './events.ts';

type ProjectRef = { projectId: string; userId: string };
interface Reset {
  url: string;
  method: ResetMethod;
  sealedSecret: string;
}

/** Whose project it is was checked before, in the same unit of work. */
export type ResetCommand =
  /** `sealedSecret` counts where the project has no reset yet: another address is signed with the same secret. */
  | (ProjectRef & Reset & { type: 'set' })
  | (ProjectRef & { type: 'rotate'; sealedSecret: string })
  /** `sealedSecret` is the secret that is there. */
  | (ProjectRef & { type: 'reseal'; sealedSecret: string })
  | (ProjectRef & { type: 'remove' });

/** null: the project has no reset. */
export const resetDecider: Decider<ResetCommand, ResetEvent, Reset | null> = {
  initial: null,
  evolve(state, event) {
    switch (event.type) {
      case 'ResetSet': {
        const { url, method, sealedSecret } = event.data;
        return { url, method, sealedSecret };
      }
      case 'ResetSecretRotated':
      case 'ResetSecretResealed':
        return state && { ...state, sealedSecret: event.data.sealedSecret };
      case 'ResetRemoved':
        return null;
    }
  },
  decide(command, state) {
    const one = { projectId: command.projectId, userId: command.userId };
    if (command.type === 'set') {
      const { url, method } = command;
      if (state?.url === url && state.method === method) return [];
      const { sealedSecret } = state ?? command;
      return [{ type: 'ResetSet', data: { ...one, url, method, sealedSecret } }];
    }
    if (!state) throw notFound('reset');
    if (command.type === 'remove') return [{ type: 'ResetRemoved', data: one }];
    const type = command.type === 'rotate' ? 'ResetSecretRotated' : 'ResetSecretResealed';
    return [{ type, data: { ...one, sealedSecret: command.sealedSecret } }];
  },
};
