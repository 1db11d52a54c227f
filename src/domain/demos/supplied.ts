import { z } from 'zod';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { FlowFault, flowLimits, readUserFlow } from '../../recorder/contract/user-flow.ts';

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

const why = 'The script that was supplied says so.';

/** What `ai_plan` says of a script that was supplied: nothing was chosen, and its steps are the scenes. */
export function planOfSupplied(script: ActionScript) {
  const scenes = scenesIn(script);
  const summary = `Films the script “${script.title}” as it was supplied, in ${script.steps.length} steps.`;
  return {
    title: script.title,
    script,
    aiPlan: {
      source: 'supplied',
      summary,
      scenes: scenes.map(({ what }) => ({ what, why, evidence: [], section: null })),
    },
    sceneSteps: scenes.map(({ step }) => step),
    template: {},
    unmet: [],
    warnings: [],
    nothingDone: false,
  };
}

/** Steps of one intent in a row are a scene, as in the scripts that we write. An act that tells no intent is a scene of its own. */
function scenesIn({ title, steps }: ActionScript): { what: string; step: number }[] {
  const scenes: { what: string; step: number }[] = [];
  let intentBefore: string | undefined;
  for (const [step, { type, showreel }] of steps.entries()) {
    const intent = showreel?.intent;
    if (/^(setViewport|navigate|keyUp)$/.test(type)) continue;
    if (intent === undefined ? type === 'customStep' : intent === intentBefore) continue;
    scenes.push({ what: intent ?? type, step });
    intentBefore = intent;
  }
  return scenes.length > 0 ? scenes : [{ what: title, step: 0 }];
}
