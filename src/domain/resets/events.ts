/**
 * Resets: what a project calls to put its application back before each film, so that a deed is not added to those of
 * earlier films. The API sets it, and the worker calls it. It imports the slice of projects, and writes reset streams.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

export const resetMethods = ['POST', 'PUT', 'DELETE', 'GET'] as const;
export type ResetMethod = (typeof resetMethods)[number];

const one = { projectId: z.string(), userId: z.string() };

/** The facts of `reset-<projectId>`. */
export const resetFacts = {
  /** The first request, and every later one in its place. The secret that it is signed with is sealed. */
  ResetSet: {
    schemaVersion: 1,
    data: z.object({ ...one, url: z.string(), method: z.enum(resetMethods), sealedSecret: z.string() }),
    personal: ['url'],
  },
  ResetSecretRotated: { schemaVersion: 1, data: z.object({ ...one, sealedSecret: z.string() }) },
  /** The same secret, sealed with another key of the service. */
  ResetSecretResealed: { schemaVersion: 1, data: z.object({ ...one, sealedSecret: z.string() }) },
  ResetRemoved: { schemaVersion: 1, data: z.object(one) },
};
export type ResetEvent = EventOf<typeof resetFacts>;

export const resetStream = (projectId: string) => `reset-${projectId}`;
