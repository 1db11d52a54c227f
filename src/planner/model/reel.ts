import type { Filmed } from '../deeds/perform/film-deeds.ts';
import { filmDeeds } from '../deeds/perform/film-deeds.ts';
import type { Performed } from '../deeds/perform/performer.ts';
import type { PageView } from '../page/view.ts';
import type { Shot } from '../storyboard/shots.ts';

/** A step of a model that was done: the acts on the page, or what is shown there. */
export interface Take {
  said: string;
  acts: readonly Performed[];
  seen: Shot | null;
  told: { why: string; evidence: string[] };
}

/** The film as far as a model has come. What it undoes is no part of it. */
export class Reel {
  readonly #takes: { take: Take; end: number }[] = [];

  get isEmpty(): boolean {
    return this.#takes.length === 0;
  }

  /** @param end how long the performer's path is after the take */
  add(take: Take, end: number): void {
    this.#takes.push({ take, end });
  }

  /** Takes back what was done or shown after the path was as long as this. */
  cutTo(length: number): void {
    while (this.#takes.length > 0 && (this.#takes.at(-1)?.end ?? 0) > length) this.#takes.pop();
  }

  shots(view: PageView): Shot[] {
    return filmDeeds(scenes(this.#takes.map(({ take }) => take)), view);
  }
}

/** The fields of one form share a scene, whatever the number of steps that filled them. */
function scenes(takes: readonly Take[]): Filmed[] {
  const found: Take[] = [];
  for (const take of takes) {
    const last = found.at(-1);
    const joins = last && [last, take].every(({ acts, seen }) => seen === null && acts.every(isField));
    if (!joins) found.push(take);
    else found.splice(-1, 1, { ...last, acts: [...last.acts, ...take.acts], told: last.told });
  }
  return found.map(({ said, acts, seen, told }) => ({ deed: { said }, acts, seen, told }));
}

const isField = ({ part }: Performed) => part === 'field';
