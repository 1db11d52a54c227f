import { z } from 'zod';

export const findingSchema = z.object({
  /** null where it is no account that is at fault. */
  userId: z.string().nullable(),
  /** Of the event that is at fault, where it is not of an account's ledger. */
  stream: z.string().optional(),
  /** The first version of the ledger, or of the stream, that is not as it should be; null where it cannot be told. */
  version: z.number().nullable(),
  /**
   * `chain`: changed after it was recorded; `heads`: differs from what was written down outside of the log; `ledger`: breaks a rule
   * of bookkeeping; `read_model`: the API shows something else than the log says; `charge`: a job that nobody paid; `seal`: the log
   * differs from what was sealed, or has a gap since; `guard`: what refuses changes of the log is switched off; `key`: what
   * opens a user's events is gone, or is still there after the account was deleted.
   */
  rule: z.enum(['chain', 'heads', 'ledger', 'read_model', 'charge', 'seal', 'guard', 'key']),
  /** A sentence that begins in lower case. */
  what: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;
