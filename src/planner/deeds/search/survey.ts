import type { Mention } from '../../prompt/deed.ts';
import { isInFocus } from '../candidates/mentions/focus.ts';
import { isListed } from '../candidates/mentions/rows.ts';
import { isShown } from '../candidates/mentions/shown.ts';
import type { Performer, SeenScreen } from '../perform/performer.ts';
import { reachedBy } from '../perform/reached-by.ts';
import type { Found, Sought } from './sought.ts';

/**
 * The screens that searches for the same thing have seen. What the first search found may turn out to be wrong, and the next best is often
 * on a screen that was seen already.
 */
export class Survey {
  readonly #seen: SeenScreen[] = [];

  get isEmpty(): boolean {
    return this.#seen.length === 0;
  }

  add({ screen, path }: Pick<SeenScreen, 'screen' | 'path'>): void {
    this.#seen.push({ screen, path: [...path] });
  }

  /** The mentions that none of the screens knows. */
  unknownAmong(mentions: readonly Mention[]): Mention[] {
    return mentions.filter((mention) =>
      this.#seen.every(
        ({ screen }) =>
          !isInFocus(mention, screen) &&
          !isListed(mention, screen) &&
          (mention.name === null || !isShown(mention, screen)),
      ),
    );
  }

  /**
   * Goes to the best that the screens have.
   * @param least the confidence that it needs
   * @param isWanted what else is asked of it
   * @returns null, with the performer anywhere, where there is none
   */
  async goToBest<T>(
    performer: Performer,
    { find }: Sought<T>,
    least: number,
    isWanted: (found: Found<T>) => boolean = () => true,
  ): Promise<Found<T> | null> {
    const ranked = this.#seen
      .map(({ screen, path }) => ({ path, found: find(screen, reachedBy(path, screen)) }))
      .filter(({ found }) => found !== null && found.confidence >= least && isWanted(found))
      .sort((a, b) => b.found!.confidence - a.found!.confidence);
    for (const { path } of ranked.slice(0, 2)) {
      if (!(await performer.retrace(path))) continue;
      const again = find(performer.screen, performer.reached);
      if (again && again.confidence >= least && isWanted(again)) return again;
    }
    return null;
  }
}
