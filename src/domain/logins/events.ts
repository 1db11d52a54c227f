/**
 * Logins: what a project needs to see pages behind a sign-in, and what of them must not be seen on film. The API sets them, the
 * worker reads them; everything that was given is sealed as one text and leaves here in clear only for the recorder.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

const one = { projectId: z.string(), userId: z.string() };

/** The facts of `login-<projectId>`. */
export const loginFacts = {
  /** The first one, and every later one in its place. */
  LoginSet: { schemaVersion: 1, data: z.object({ ...one, sealedLogin: z.string() }) },
  LoginRemoved: { schemaVersion: 1, data: z.object(one) },
};
export type LoginEvent = EventOf<typeof loginFacts>;

export const loginStream = (projectId: string) => `login-${projectId}`;
