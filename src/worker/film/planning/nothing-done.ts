import type { Plan } from '../../../planner/index.ts';
import { RecordingFault } from '../../../recorder/contract/fault.ts';
import { shorten } from '../../../text.ts';

/**
 * The page has nothing of what the prompt asks to do. A tour of the page in its place is not what was asked for, so nothing is
 * filmed.
 */
export class NothingDone extends RecordingFault {
  readonly unmet: Plan['unmet'];
  constructor(unmet: Plan['unmet']) {
    super('nothing_done', messageFor(unmet));
    this.unmet = unmet;
  }
}

const mostToldOf = 3;

function messageFor(unmet: Plan['unmet']): string {
  const told = unmet.slice(0, mostToldOf).map(({ said, reason }) => `“${shorten(said, 120)}”: ${reason}`);
  return ['The page has nothing of what the prompt asks to do, so nothing was filmed.', ...told].join(' ');
}
