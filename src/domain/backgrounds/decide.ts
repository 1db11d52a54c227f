import { conflict, notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { BackgroundEvent } from './events.ts';

export type BackgroundCommand =
  | ({ type: 'upload' } & Extract<BackgroundEvent, { type: 'BackgroundUploaded' }>['data'])
  | { type: 'delete'; by: string };

/** null: never uploaded, or deleted. */
export type BackgroundState = { backgroundId: string; userId: string } | null;

export const backgroundDecider: Decider<BackgroundCommand, BackgroundEvent, BackgroundState> = {
  initial: null,
  evolve(_state, event) {
    switch (event.type) {
      case 'BackgroundUploaded':
        return { backgroundId: event.data.backgroundId, userId: event.data.userId };
      case 'BackgroundDeleted':
        return null;
    }
  },
  decide(command, state) {
    switch (command.type) {
      case 'upload': {
        if (state) throw conflict('background_exists', 'This background exists already.');
        const { type: _, ...data } = command;
        return [{ type: 'BackgroundUploaded', data }];
      }
      case 'delete':
        if (!state || state.userId !== command.by) throw notFound('background');
        return [{ type: 'BackgroundDeleted', data: { ...state } }];
    }
  },
};
