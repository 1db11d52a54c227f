/**
 * Audit: what is written down about the log outside of the log, so that a part that was cut off is missed. The worker and the
 * admin come in; it reads the heads of all chains, and writes one stream that says what was written down and when.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

/** The facts of `audit-heads`. */
export const auditFacts = {
  /** The heads of the chains were written to the media storage. */
  ChainHeadsExported: {
    schemaVersion: 1,
    data: z.object({
      /** Such as `2026-02-10`, in UTC; one a day. */
      date: z.string(),
      /** In the media storage. */
      key: z.string(),
      /** Of the file, hex. */
      sha256: z.string(),
      /** How far of the log the heads are. */
      position: z.number().int().min(0),
      /** How many chains had grown since the file before. */
      chains: z.number().int().min(0),
    }),
  },
};
export type AuditEvent = EventOf<typeof auditFacts>;
export type HeadsExported = AuditEvent['data'];

export const auditStream = 'audit-heads';
