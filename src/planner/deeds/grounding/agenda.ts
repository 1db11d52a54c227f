import type { Move } from './move.ts';
import { isBlindLink, keyOf, type Open, wayName } from './node.ts';

const leastHope = 0.003;
/** What accounts for less than this share of the most so far is behind. */
const leastOfBest = 0.75;

/** The moves that may still be made, over all screens that were seen. */
export class Agenda {
  readonly #hasMap: boolean;
  #open: Open[] = [];
  /** Moves that were made, each with the state that it was made in. */
  readonly #made = new Set<string>();
  /** How often a way of this name was taken. */
  readonly #taken = new Map<string, number>();
  /** The most that any way so far accounts for. */
  #most = 0;

  readonly #standing: (open: Open) => number;

  /**
   * @param hasMap the screens of the whole application were seen before the search began
   * @param standing how a move stands beside others of its kind, from 0 to 1
   */
  constructor(hasMap: boolean, standing: (open: Open) => number) {
    this.#hasMap = hasMap;
    this.#standing = standing;
  }

  add(open: Open): void {
    this.#open.push(open);
  }

  /** A move is made already. */
  skip(open: Open): void {
    this.#made.add(keyOf(open));
  }

  /** A way has led to where so much of the utterance is accounted for. */
  reached(share: number): void {
    this.#most = Math.max(this.#most, share);
  }

  /** Takes the move out of which most is hoped. Null where too little is hoped of any. */
  next(): Open | null {
    const hoped = this.#open
      .map((open) => ({ open, hope: this.#hope(open) }))
      .sort((a, b) => b.hope - a.hope);
    for (const { open, hope } of hoped) {
      if (hope < leastHope) return null;
      this.#open = this.#open.filter((one) => one !== open);
      const key = keyOf(open);
      if (this.#made.has(key) || isBlindLink(open)) continue;
      this.#made.add(key);
      return open;
    }
    return null;
  }

  /** A way was taken, or a thing was opened. */
  take(move: Move, isNavigation: boolean): void {
    if (isNavigation || move.isWay || move.item.kind === 'body' || move.item.kind === 'link')
      this.#taken.set(wayName(move), (this.#taken.get(wayName(move)) ?? 0) + 1);
  }

  /**
   * Of a way that was taken from another screen, less is hoped. With the screens of the whole application, the search goes on from where most is accounted
   * for, and opens a thing that many screens list from one of them.
   */
  #hope(open: Open): number {
    const { move, priority, reaches } = open;
    const worth =
      (this.#hasMap && reaches < leastOfBest * this.#most ? 0.4 * priority : priority) * this.#standing(open);
    if (move === 'commit') return worth;
    const again = move.isWay ? 0.3 : this.#hasMap ? 0.5 : 1;
    return worth * again ** (this.#taken.get(wayName(move)) ?? 0);
  }
}
