import type { z } from 'zod';

/** What a slice's events look like now: by type, the current version and the schema of its data. */
export type Facts = Record<
  string,
  {
    schemaVersion: number;
    data: z.ZodType<object>;
    /**
     * Members that hold what a user has said, or what a page of theirs shows. They are sealed with a key of the user's, which is
     * destroyed with the account. Ids, amounts, times and states are none: rules and the ledger need them.
     */
    personal?: readonly string[];
  }
>;

/** The union of the events that `F` describes. */
export type EventOf<F extends Facts> = {
  [Type in keyof F & string]: { type: Type; data: z.infer<F[Type]['data']> };
}[keyof F & string];
