import type { z } from 'zod';

/**
 * What a slice's events look like now: by type, the current version and the schema of its data. A fact whose members were only added
 * since an older version names that version in `readableFrom`, and one that older code may pass over has 0 there: then processes of
 * both versions can run side by side (see the store's `EventTypes`).
 */
export type Facts = Record<string, { schemaVersion: number; readableFrom?: number; data: z.ZodType<object> }>;

/** The union of the events that `F` describes. */
export type EventOf<F extends Facts> = {
  [Type in keyof F & string]: { type: Type; data: z.infer<F[Type]['data']> };
}[keyof F & string];
