/**
 * Backgrounds: what a film shows behind the window, from the catalogue or uploaded by a user. The API comes in, and
 * the worker to read the pictures; it writes background streams. The caller stores the files.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

const one = { backgroundId: z.string(), userId: z.string() };

/** The facts of `background-<backgroundId>`. */
export const backgroundFacts = {
  /** The picture was encoded anew from its pixels, and its files are in the media storage. */
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
    personal: ['name'],
  },
  BackgroundDeleted: { schemaVersion: 1, data: z.object(one) },
};
export type BackgroundEvent = EventOf<typeof backgroundFacts>;

export const backgroundStream = (backgroundId: string) => `background-${backgroundId}`;
