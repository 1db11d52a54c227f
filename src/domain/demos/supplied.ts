import { z } from 'zod';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { FlowFault, flowLimits, readUserFlow } from '../../recorder/contract/user-flow.ts';
import type { GivenPlan } from './generation.ts';

const description =
  'A Chrome DevTools Recorder user flow, as the Recorder panel exports it: the object, or its JSON text. It is recorded as it ' +
  'is, and nothing is planned. Where it has no `showreel.camera` step, the camera follows its actions. It may have at most ' +
  `${flowLimits.steps} steps and ${flowLimits.sizeBytes / 1024} KB, on pages of the project's site. The steps \`close\` and ` +
  '`emulateNetworkConditions` are ignored. Typed texts can be read in the demo, so put secrets into the login of the project.';

/** As a member of a body; a script that cannot be played is a 400 that names the place in it. */
export const suppliedScript = z
  .union([
    z.string(),
    z.looseObject({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) }),
  ])
  .superRefine((given, context) => {
    try {
      readUserFlow(given);
    } catch (fault) {
      if (!(fault instanceof FlowFault)) throw fault;
      context.addIssue({ code: 'custom', path: fault.path, message: fault.message });
    }
  })
  .meta({
    description,
    examples: [
      {
        title: 'Compare the plans',
        steps: [
          { type: 'navigate', url: 'https://example.com/pricing' },
          { type: 'click', selectors: [['aria/Yearly'], ['#yearly']], offsetX: 12, offsetY: 8 },
        ],
      },
    ],
  });

/** What `ai_plan` says of a script that was supplied: nothing was chosen, and its steps are the scenes. */
export function planOfSupplied(script: ActionScript): GivenPlan {
  const acts = script.steps.filter(({ type }) => !/^(setViewport|navigate|keyUp|customStep)$/.test(type));
  const scenes = acts.map((step) => ({
    what: step.showreel?.intent ?? step.type,
    why: 'The script that was supplied says so.',
    evidence: [],
    section: null,
  }));
  const summary = `Films the script “${script.title}” as it was supplied, in ${script.steps.length} steps.`;
  const aiPlan = { source: 'supplied', summary, scenes };
  return { title: script.title, script, aiPlan, template: {}, unmet: [], warnings: [] };
}
