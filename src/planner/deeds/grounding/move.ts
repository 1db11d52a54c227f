import type { Item, Screen } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import type { Evidence, Strengths } from './evidence.ts';
import type { Pairing } from './pairing.ts';
import type { Surroundings } from './surroundings.ts';
import type { Span } from './utterance.ts';

/** Something that can be done on a screen, and what of the utterance it accounts for. */
export interface Move {
  how: 'press' | 'double-press' | 'menu-press' | 'choose' | 'look-up' | 'fill';
  item: Item;
  /** What is chosen or looked up. */
  span: Span | null;
  /** What is accounted for when it is done. */
  strengths: Strengths;
  /** How likely it is meant, from 0 to 1, whatever it accounts for. */
  likely: number;
  /** How likely it was meant once it has worked. The same where it is not said. */
  likelyDone?: number;
  /** It only leads on. */
  isWay: boolean;
  /** What of the deed it opens or selects. */
  opens: Mention[];
  /** What a form is filled in with. */
  pairings?: readonly Pairing[];
  /** It is the likeliest of all that the application has. */
  hasWon?: true;
  /** How well the form fits the utterance, as a logarithm of odds. */
  fit?: number;
}

/** What has happened on the way to a screen. */
export interface Standing {
  covered: Strengths;
  /** Spans that were entered. */
  used: ReadonlySet<Span>;
  /** Places of controls that were given a value. */
  filled: ReadonlySet<string>;
  /** The screen before the last act that led on. */
  before: Screen | null;
}

/** What the moves on a screen are judged with. */
export interface Look {
  evidence: Evidence;
  standing: Standing;
  around: Surroundings;
  /** The utterance asks for something new. */
  creates: boolean;
  /** Something on the screen keeps what is entered. */
  isForm: boolean;
  /** The most that the screen says of each unit. */
  shown: Strengths;
}

/** The least gain for which something is done: less than one word of the utterance. */
export const leastGain = 0.3;

/** How much more of the utterance is accounted for. */
export const gainOf = (strengths: Strengths, { evidence: { utterance }, standing }: Look): number =>
  utterance.units.reduce(
    (sum, { weight }, at) => sum + weight * Math.max(0, strengths[at]! - standing.covered[at]!),
    0,
  );

export const move = (
  how: Move['how'],
  item: Item,
  given: Pick<Move, 'strengths' | 'likely'> & Partial<Move>,
): Move => ({ how, item, span: null, isWay: false, opens: [], ...given });
