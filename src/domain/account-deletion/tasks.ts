import { z } from 'zod';

/** The queue's task that finishes a deletion. */
export const deleteAccountTask = 'account.delete';
export const deleteAccountPayload = z.object({ userId: z.string() });
