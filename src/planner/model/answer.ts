import { z } from 'zod';
import { templateIds } from '../../recorder/contract/presentation.ts';

/** What a model may answer: steps about things that the description of the screen names, by their refs, and nothing else. */
export const answerSchema = z.object({
  template: z.enum(templateIds),
  confidence: z.number(),
  reason: z.string(),
  signals: z.array(z.string()),
  steps: z.array(
    z.object({
      do: z.enum(['show', 'press', 'type', 'choose', 'turn', 'hover', 'back']),
      ref: z.string(),
      value: z.string().nullable(),
      what: z.string(),
      why: z.string(),
      evidence: z.array(z.string()),
    }),
  ),
  /** Nothing is left to do after these steps. */
  done: z.boolean(),
});
export type Answer = z.infer<typeof answerSchema>;
export type ModelStep = Answer['steps'][number];
