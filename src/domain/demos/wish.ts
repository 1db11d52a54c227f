import { z } from 'zod';
import { presentationSchema } from '../../recorder/contract/presentation.ts';
import { aspects, usualAspect } from '../../recorder/contract/shapes.ts';
import { readUserFlow } from '../../recorder/contract/user-flow.ts';
import { idOf } from '../fields.ts';
import { promptText } from '../input.ts';
import type { DemoRequest } from './create.ts';
import { soundField, soundOf } from './sound.ts';
import { suppliedScript } from './supplied.ts';

export const promptField = promptText.meta({
  description: 'What the demo should show, in one sentence',
  examples: ['Open the pricing section and compare the plans'],
});

export const aspectField = z.enum(aspects).meta({
  description:
    'The shape of the video, width to height. `resolution` is its shorter side: `1080p` in `9:16` is 1080 × 1920. The page is laid out for ' +
    'the shape, and the camera keeps what is pressed inside the picture',
  examples: ['9:16'],
});

/** Of a restyle, which leaves the film's shape as it is where it names none. */
export const restyleAspect = aspectField
  .meta({
    description: 'The shape of the video, width to height. Left out, it stays as it is',
    examples: ['9:16'],
  })
  .optional();

/** What a demo is made of, as its owner asks for it. A preview takes the same. */
export const wish = z.object({
  project_id: idOf('project'),
  prompt: promptField,
  format: z.enum(['mp4', 'webm']).default('mp4'),
  resolution: z.enum(['720p', '1080p']).default('1080p'),
  aspect: aspectField.default(usualAspect),
  duration_target: z.enum(['5s', '10s', '30s']).default('10s'),
  presentation: presentationSchema.optional(),
  mode: z.enum(['script', 'agent']).default('script'),
  action_script: suppliedScript.optional(),
  sound: soundField.optional(),
});

export const requestOf = (
  input: z.infer<typeof wish>,
  by: Pick<DemoRequest, 'userId' | 'triggeredBy'>,
): DemoRequest => ({
  ...by,
  projectId: input.project_id,
  prompt: input.prompt,
  format: input.format,
  resolution: input.resolution,
  aspect: input.aspect,
  durationTarget: input.duration_target,
  presentation: input.presentation ?? null,
  mode: input.mode,
  pageUrl: null,
  context: null,
  contextHash: null,
  ...withSound(input.sound),
  ...(input.action_script !== undefined && { actionScript: readUserFlow(input.action_script) }),
});

function withSound(given: z.infer<typeof wish>['sound']) {
  const sound = given && soundOf(given);
  return sound ? { sound } : {};
}
