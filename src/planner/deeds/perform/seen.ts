import type { Screen } from '../../page/screen.ts';
import { fingerprint, isAnotherView, type Outcome, type Performed, type SeenScreen } from './performer.ts';

/** The screens that ways alone have led to, the first included. What was written or entered on the way to others cannot be done twice. */
export class SeenScreens {
  readonly #seen: SeenScreen[];
  readonly #known: Set<string>;

  constructor(first: Screen) {
    this.#seen = [{ screen: first, path: [] }];
    this.#known = new Set([fingerprint(first)]);
  }

  get all(): readonly SeenScreen[] {
    return this.#seen;
  }

  add(path: readonly Performed[], outcome: Outcome): void {
    const isSight = outcome.wrote === 0 || isAnotherView(outcome);
    const state = fingerprint(outcome.after);
    if (
      path.at(-1)?.part !== 'way' ||
      !isSight ||
      this.#known.has(state) ||
      !this.#hasBeenAt(path.slice(0, -1))
    )
      return;
    this.#known.add(state);
    this.#seen.push({ screen: outcome.after, path: [...path] });
  }

  #hasBeenAt = (path: readonly Performed[]) =>
    this.#seen.some(
      (seen) => seen.path.length === path.length && path.every((act, at) => act === seen.path[at]),
    );
}
