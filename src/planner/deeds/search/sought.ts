import type { Item, Screen } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import type { Choice } from '../candidates/decisions.ts';
import type { Reached } from '../candidates/mentions/scope.ts';

export interface Found<T> {
  found: T;
  confidence: number;
  /** What it is the first of. */
  choice?: Choice;
  /** Whether it is right turns out when it is used. */
  provesItself?: boolean;
}

export interface Sought<T> {
  /**
   * The best that the screen has of what is looked for.
   * @param unknown places that no screen knows, so it need not be there
   */
  find: (screen: Screen, reached: Reached, unknown?: readonly Mention[]) => Found<T> | null;
  /** The confidence from which the search ends. */
  least: number;
  /** Where the search ends in vain: the confidence from which the best that proves itself is taken, of all screens. */
  leastOfAll?: number;
  /** Whether the time is over. */
  until: () => boolean;
  /** Nothing is to be changed: what writes is no way. */
  isReading?: true;
  /** Which ways may be taken. All of them where it is not said. */
  takes?: (way: Item, screen: Screen) => boolean;
}
