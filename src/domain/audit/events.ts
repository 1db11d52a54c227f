/**
 * Audit: the heads of all hash chains are written to files outside of the log, so that it is noticed when the end of
 * a chain was cut off. The worker and the admin come in; it reads the heads of all chains, and writes one stream that
 * says what was written down and when.
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
      /** Of the file, in the media storage. */
      key: z.string(),
      /** SHA-256 of the file, in hex. */
      sha256: z.string(),
      /** The position in the log up to which the heads were read. */
      position: z.number().int().min(0),
      /** How many chains had grown since the file before. */
      chains: z.number().int().min(0),
    }),
  },
};
export type AuditEvent = EventOf<typeof auditFacts>;
export type HeadsExported = AuditEvent['data'];

export const auditStream = 'audit-heads';
