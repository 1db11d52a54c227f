import type { PlanWarning } from '../../planner/index.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';

/** The index of the first step after which the page sent a write when the script was filmed last; -1 where none did. */
export const firstDeed = ({ steps }: Pick<ActionScript, 'steps'>): number =>
  steps.findIndex(({ showreel }) => showreel?.writes === true);

/** @param changesData whether the film that is shown changed what the application keeps */
export function dataWarning(changesData: boolean, hasReset: boolean): PlanWarning | null {
  if (!changesData || hasReset) return null;
  return {
    code: 'changes_data_without_reset',
    message:
      'The video changes what the application keeps, and so does every refresh. Name a request that puts the application back: `PUT /projects/{id}/reset`.',
  };
}
