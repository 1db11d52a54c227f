import type { Control } from '../page/view.ts';
import type { Shot } from '../storyboard/shots.ts';
import type { Stage } from '../storyboard/stage.ts';

/** One action on the page that the rehearsal plays. */
export interface Move {
  kind: 'press' | 'change';
  control: Control;
  value?: string;
}

/** What the functions that act on a clause (`act-*.ts`) work with. `view` and `aim` are replaced whenever the page changes. */
export interface Rehearsing extends Stage {
  /** Adds a shot to the film. */
  add(shot: Shot): void;
  /** The shots so far. Code that goes back from a dead end removes the shots of the dead end. */
  readonly shots: Shot[];
  /** Loads an address of the site again. No shot is added for it. */
  goBack(url: string): Promise<void>;
  miss(words: string): void;
  /** Plays a move and reads the page again. False where the page would have left the site, or gave no answer. */
  play(move: Move): Promise<boolean>;
  /** How many moves so far would have left the site. The page was kept on the site, so such a move has no visible effect. */
  heldBack: number;
  /** How many writes the moves so far would have made. What such a move leads to is seen only in the film. */
  readonly heldWrites: number;
  /** How far the film has scrolled: an estimate, good enough to know what is on the screen. */
  top: number;
  durationMs: number;
  /** How many actions of the prompt come after the present one. */
  ahead: number;
  /** The prompt asks for a form to be sent. */
  submits: boolean;
  /** All that the prompt asks for, in its own words. */
  said: string;
  /** The form that was filled last. */
  form: number | null;
  last: boolean;
  /** The name of the control that the mouse rests on to keep a menu open. */
  hovering: string | null;
}
