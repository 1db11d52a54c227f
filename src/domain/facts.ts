import type { z } from 'zod';

/** What a slice's events look like now: by type, the current version and the schema of its data. */
export type Facts = Record<
  string,
  {
    schemaVersion: number;
    /**
     * For the time in which older code runs beside this code: the version whose readers may take an event as their own, because members were only
     * added since; 0 where code that does not know the type may pass over it. Default: none, see the store's `EventTypes`.
     */
    readableFrom?: number;
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
