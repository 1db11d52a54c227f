import { z } from 'zod';
import type { Plan, PlanWarning } from '../../planner/index.ts';
import { filmWarningCodes } from './film-warnings.ts';

/** What a warning may be about, each with what it means to the owner of the demo. The API's document lists them. */
const warningCodes = {
  not_done: 'a wish of the prompt that the video does not fulfil',
  changes_data_without_reset:
    'the video changes what the application keeps, and the project has no reset, so every refresh changes it again',
  left_out: 'something that the prompt asked for was left out, since the video is too short for it',
  nothing_done:
    'of a preview: the page has nothing of what the prompt asks to do, and a demo of this prompt fails',
  found_while_filming:
    'of a preview: the page shows what this is about only when something was saved, so the video looks for it while it is filmed',
  not_sent:
    'of a preview: from this step on the page sends what may change data, which a preview holds back, so the stills lack its effect',
  preview_ended:
    'of a preview: the steps from here on were not played, since there was no time or a step failed',
  unknown_member: 'of this answer alone: the request had a member that is not known, and it was ignored',
  ...filmWarningCodes,
} as const;

const meanings = Object.entries(warningCodes).map(([code, meaning]) => `\`${code}\`: ${meaning}`);

const warning = z.object({
  code: z.string().meta({
    description: `What the warning is about. More codes may be added. ${meanings.join('; ')}.`,
    examples: ['not_done'],
  }),
  message: z.string().meta({
    examples: [
      '“press Teleport” was not done. Nothing to press or to fill in was found that goes by these words. The page offers “Pricing” and “Sign in”.',
    ],
  }),
  step: z
    .number()
    .int()
    .optional()
    .meta({ description: 'The index of the step in `action_script` that it is about', examples: [4] }),
});

/** Of a demo or a preview. */
export const warningsField = z
  .array(warning)
  .meta({ description: 'What the video does not do, or does besides what was asked for', examples: [[]] });

export const unmetField = z
  .array(
    z.object({
      said: z.string().meta({ description: 'The words of the prompt', examples: ['press Teleport'] }),
      reason: z.string().meta({
        description: 'What was looked for, and what the page offers instead',
        examples: ['Nothing to press or to fill in was found that goes by these words.'],
      }),
    }),
  )
  .meta({ description: 'The wishes of the prompt that the video does not fulfil', examples: [[]] });

/** All that the owner of a demo should know of its plan: a warning for each unmet wish, then the planner's own. */
export const warningsOf = ({ unmet, warnings }: Pick<Plan, 'unmet' | 'warnings'>): PlanWarning[] => [
  ...unmet.map(({ said, reason }) => ({ code: 'not_done', message: `“${said}” was not done. ${reason}` })),
  ...warnings,
];
