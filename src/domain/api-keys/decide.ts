import { conflict, notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { ApiKeyEvent } from './events.ts';

export type ApiKeyCommand =
  | ({ type: 'create' } & Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data'])
  | { type: 'revoke'; by: string };

/** null: no such key, or one that was revoked. */
export type ApiKeyState = { keyId: string; userId: string } | null;

export const apiKeyDecider: Decider<ApiKeyCommand, ApiKeyEvent, ApiKeyState> = {
  initial: null,
  evolve(_state, event) {
    switch (event.type) {
      case 'ApiKeyCreated':
        return { keyId: event.data.keyId, userId: event.data.userId };
      case 'ApiKeyRevoked':
        return null;
    }
  },
  decide(command, state) {
    switch (command.type) {
      case 'create': {
        if (state) throw conflict('key_exists', 'This API key exists already.');
        const { type: _, ...data } = command;
        return [{ type: 'ApiKeyCreated', data }];
      }
      case 'revoke':
        if (!state || state.userId !== command.by) throw notFound('api_key');
        return [{ type: 'ApiKeyRevoked', data: { keyId: state.keyId, userId: state.userId } }];
    }
  },
};
