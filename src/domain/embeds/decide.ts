import { conflict } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { EmbedEvent } from './events.ts';

/** `instead` is the deleted demo that was shown there before; null where there was none. */
export type EmbedCommand = { type: 'claim'; instead: string | null } & EmbedEvent['data'];

/** null: nothing was ever shown there. */
export type EmbedState = { demoId: string } | null;

export const embedDecider: Decider<EmbedCommand, EmbedEvent, EmbedState> = {
  initial: null,
  evolve: (_state, { data }) => ({ demoId: data.demoId }),
  decide({ type: _, instead, ...data }, state) {
    if ((state?.demoId ?? null) !== instead)
      throw conflict('embed_taken', 'Another demo is shown here already.');
    return [{ type: 'EmbedClaimed', data }];
  },
};
