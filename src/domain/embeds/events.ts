/**
 * Embeds: which demo a page of a site shows. Pages with a publishable key and signed addresses come in; it makes demos through
 * the demos' own use-case, and writes one stream for each thing that can be shown.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

/** The facts of `embed-<contextHash>`. */
export const embedFacts = {
  /** From now on this demo is what is shown there. It is the first one, or it follows a demo that was deleted. */
  EmbedClaimed: {
    schemaVersion: 1,
    data: z.object({
      contextHash: z.string(),
      projectId: z.string(),
      userId: z.string(),
      demoId: z.string(),
    }),
  },
};
export type EmbedEvent = EventOf<typeof embedFacts>;

export const embedStream = (contextHash: string) => `embed-${contextHash}`;
