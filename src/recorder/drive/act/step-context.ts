import type { Step } from '../../contract/script.ts';
import type { Found } from '../element/found.ts';

/** What a step is performed with. */
export interface StepContext {
  /** How many times as fast as normal the movements are. */
  speed: number;
  /** The script has no camera steps: the camera follows the action by itself. */
  autoZoom: boolean;
  /** The steps after this one. */
  ahead: Step[];
  /**
   * The film grows for what the step still has to do, in ms, as far as it may.
   * @returns whether there is time for it
   */
  makeRoom(neededMs: number): boolean;
}

/** What became of a step: the element that it found, or why it was skipped. */
export interface StepOutcome {
  found?: Found;
  /** For the recording log: what is not as the step gives it. */
  note?: string;
  skipped?: string;
}

/** The step has moved for longer than was foreseen: the film is over before its press. */
export const noTimeToPress = 'There was no time left to press.';

export const notOnPage: StepOutcome = { skipped: 'The page has no visible element that fits.' };
