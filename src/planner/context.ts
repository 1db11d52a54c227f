import type { Shot } from './shots.ts';
import type { Stage } from './stage.ts';
import type { Control } from './view.ts';

/** An action on the page that was planned, for the rehearsal to play. */
export interface Move {
  kind: 'press' | 'change';
  control: Control;
  value?: string;
}

/** The parts that clauses are acted on with; `view` and `aim` change as the page does. */
export interface Rehearsing extends Stage {
  /** Beats and a reason for one clause become a shot. */
  add(shot: Shot): void;
  /** What was added so far; whoever goes back takes off what led nowhere. */
  readonly shots: Shot[];
  /** Opens an address of the site again, off the record. */
  goBack(url: string): Promise<void>;
  miss(words: string): void;
  /** Plays a move and looks again; false where the page did not come along (left the site, no answer). */
  play(move: Move): Promise<boolean>;
  /** How many moves so far would have left the site: the page was held back, and nothing of them can be seen. */
  heldBack: number;
  /** How far the film has scrolled, near enough to know what is on the screen. */
  top: number;
  durationMs: number;
  /** How many actions come after the one at hand. */
  ahead: number;
  /** The prompt says that a form is sent. */
  submits: boolean;
  /** What the prompt asks for, in its words. */
  said: string;
  /** The form that was filled last. */
  form: number | null;
  last: boolean;
  /** Name of what the mouse rests on to keep a menu open. */
  hovering: string | null;
}
