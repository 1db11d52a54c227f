/**
 * Logins: what a project needs to open pages behind a sign-in, and what on these pages no film may show. The API sets
 * them, and the worker reads them. All that was given is encrypted as one text, and is in clear only for the
 * recorder.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

const one = { projectId: z.string(), userId: z.string() };

/** The facts of `login-<projectId>`. */
export const loginFacts = {
  /** The first login, and every later one in its place. */
  LoginSet: {
    schemaVersion: 1,
    data: z.object({ ...one, sealedLogin: z.string() }),
    personal: ['sealedLogin'],
  },
  /** The same login, sealed with another key of the service. */
  LoginResealed: {
    schemaVersion: 1,
    data: z.object({ ...one, sealedLogin: z.string() }),
    personal: ['sealedLogin'],
  },
  LoginRemoved: { schemaVersion: 1, data: z.object(one) },
};
export type LoginEvent = EventOf<typeof loginFacts>;

export const loginStream = (projectId: string) => `login-${projectId}`;
