/**
 * Uploads: films that people recorded themselves, and the pictures that stand for them. The API comes in, and the
 * worker that makes the pictures. It counts the uploads of a month in a stream of its own, writes demo streams by the
 * demos' commands, and touches files through the intake alone.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

/** The facts of `uploads-<userId>`. */
export const uploadFacts = {
  UploadCounted: {
    schemaVersion: 1,
    data: z.object({
      userId: z.string(),
      demoId: z.string(),
      /** Such as 2026-02, in UTC. */
      month: z.string(),
    }),
  },
};
export type UploadEvent = EventOf<typeof uploadFacts>;

export const uploadStream = (userId: string) => `uploads-${userId}`;
