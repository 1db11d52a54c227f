/**
 * Backgrounds: what a stage can be dressed in, from the catalogue or brought by a user. The API comes in, and the worker for the
 * pictures; it writes background streams, and its files are put by whoever calls.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

const one = { backgroundId: z.string(), userId: z.string() };

/** The facts of `background-<backgroundId>`. */
export const backgroundFacts = {
  /** The picture was drawn anew from its pixels and lies in the media storage. */
  BackgroundUploaded: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      name: z.string(),
      imageKey: z.string(),
      previewKey: z.string(),
      width: z.number().int().min(1),
      height: z.number().int().min(1),
      sizeBytes: z.number().int().min(1),
    }),
  },
  BackgroundDeleted: { schemaVersion: 1, data: z.object(one) },
};
export type BackgroundEvent = EventOf<typeof backgroundFacts>;

export const backgroundStream = (backgroundId: string) => `background-${backgroundId}`;
