/**
 * API keys: made, listed, revoked, and found again when one is presented. Authentication comes in; it writes key streams and
 * notes when a key was last used.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

/** A `test` key does what a live key does, in test mode (see `accounts/test-mode.ts`). */
export const keyTypes = ['live', 'publishable', 'test'] as const;
export type KeyType = (typeof keyTypes)[number];

/** The facts of `api-key-<keyId>`. The key itself is known to its owner alone. */
export const apiKeyFacts = {
  ApiKeyCreated: {
    schemaVersion: 1,
    data: z.object({
      keyId: z.string(),
      userId: z.string(),
      /** SHA-256, hex. */
      keyHash: z.string(),
      /** The first characters, by which its owner recognises it. */
      prefix: z.string(),
      name: z.string(),
      keyType: z.enum(keyTypes),
      projectId: z.string().nullable(),
      allowedDomains: z.array(z.string()).nullable(),
    }),
    personal: ['name', 'allowedDomains'],
  },
  ApiKeyRevoked: { schemaVersion: 1, data: z.object({ keyId: z.string(), userId: z.string() }) },
};
export type ApiKeyEvent = EventOf<typeof apiKeyFacts>;

export const apiKeyStream = (keyId: string) => `api-key-${keyId}`;
