import { expect } from 'vitest';
import { AppError } from '../../src/errors.ts';
import type { Decider, DomainEvent } from '../../src/store/types.ts';

/** given(decider, past).when(command).gives(exactly these events), or .fails(code). */
export function given<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, past: readonly E[]) {
  const state = past.reduce((before, event) => decider.evolve(before, event), decider.initial);
  return {
    when(command: C) {
      return {
        gives(expected: readonly E[]) {
          expect(decider.decide(command, state)).toStrictEqual(expected);
        },
        fails(code: string, status?: number) {
          let refusal: unknown;
          try {
            decider.decide(command, state);
          } catch (error) {
            refusal = error;
          }
          expect(refusal).toBeInstanceOf(AppError);
          expect(refusal).toMatchObject({ code, ...(status !== undefined && { status }) });
        },
      };
    },
    /** The state after these events. */
    state,
  };
}
