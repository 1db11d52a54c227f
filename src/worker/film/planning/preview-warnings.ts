import type { Plan, PlanWarning } from '../../../planner/index.ts';
import type { StepLog } from '../../../recorder/contract/take-frame.ts';
import type { Redaction } from '../page/redaction.ts';

/** How far a preview has come. */
interface Played {
  /** The step at which the play ended early. */
  ended: StepLog | null;
  isSlow: boolean;
  /** The first step that the page wanted to write at. */
  writingStep: number | null;
}

/** What the preview could not show of the film. */
export function limitsOf({ ended, isSlow, writingStep }: Played, redaction: Redaction): PlanWarning[] {
  const warnings: PlanWarning[] = [];
  if (writingStep !== null)
    warnings.push({
      code: 'not_sent',
      message:
        'From this step on the page sends what may change data, and a preview holds that back. The stills show the page without the answer.',
      step: writingStep,
    });
  if (!ended) return warnings;
  const told = redaction.apply(ended.message ?? '');
  const reason = isSlow
    ? 'There was no time to play the rest.'
    : writingStep !== null
      ? `This step may need what was not sent. ${told}`
      : `The video would fail at this step. ${told}`;
  const message = `${reason.trim()} The stills from here on show the page as it was before.`;
  return [...warnings, { code: 'preview_ended', message, step: ended.step }];
}

export const foundWhileFilming = (toCome: Plan['toCome'] = []): PlanWarning[] =>
  toCome.map(({ deed }) => ({
    code: 'found_while_filming',
    message: `“${deed.said}” follows something that has to be saved first. A preview saves nothing: the video looks for it when the page shows the answer.`,
  }));

export const nothingDone: PlanWarning = {
  code: 'nothing_done',
  message:
    'The page has nothing of what the prompt asks to do. A demo of this prompt fails; this preview shows a tour of the page.',
};
