import { invalid } from '../../../errors.ts';
import type { ActionScript } from '../../../recorder/contract/script.ts';
import type { GenerationJob } from '../jobs/generation.ts';

/** A further wish for a script that is there already. */
export interface Addition {
  prompt: string;
  /** The index of the step before which its steps go. */
  step: number;
}

/** What a preview is asked for besides what a film is asked for. */
export interface PreviewAsks {
  /** Whether to tell what is on each still. */
  elements: boolean;
  addition: Addition | null;
}

export type PreviewJob = GenerationJob & PreviewAsks;

/** @throws AppError 400 where there is no such place in the script */
export function demandPlace({ step }: Addition, script: ActionScript | undefined): void {
  if (!script) throw invalid('`insert` needs the script that it goes into: `action_script` is missing.');
  const first = script.steps.findIndex(({ type }) => type === 'navigate') + 1;
  if (step < first || step > script.steps.length)
    throw invalid(
      `\`insert.step\` must be ${first} to ${script.steps.length}, after the page was opened and within \`action_script\`, but it is ${step}.`,
    );
}
