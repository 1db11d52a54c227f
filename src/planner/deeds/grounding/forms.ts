import { thingMeanings } from '../../language/thesaurus/same-meaning.ts';
import type { Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { topmost } from '../candidates/chain.ts';
import { type Evidence, strongest } from './evidence.ts';

/** How much better the only form that fits does than the next one, as a logarithm of odds. With less, two forms are alike, and one of them is wrong. */
const farBefore = 2;

/** The forms of something new that were seen, with how well each fits what is asked for, as logarithms of odds. */
export class Forms {
  readonly #fits = new Map<string, number>();
  readonly #called = new Set<string>();

  /**
   * @param state the state of the application in which the form is open
   * @param called what speaks for the form by its name
   */
  note(state: string, fit: number, called: number): void {
    this.#fits.set(state, fit + called);
    if (called >= calledWell / 2) this.#called.add(state);
  }

  has(state: string): boolean {
    return this.#fits.has(state);
  }

  /** Whether a form makes what is asked for: a comment is made in no form for parts, however well it would fit there. What has no word for it is told by the fit alone. */
  makes(state: string, { thing }: Deed): boolean {
    return this.#called.has(state) || (!thing?.kind && this.isAhead(state));
  }

  /** Whether a form fits far better than every other one. Where it is the only one, nobody knows. */
  isAhead(state: string): boolean {
    const own = this.#fits.get(state);
    return own !== undefined && this.#fits.size > 1 && own >= this.#best(state) + farBefore;
  }

  /** How much is to be hoped of filling in a form beside the others: from 1 for the best one down. 1 for what is no form. */
  standing(state: string): number {
    const own = this.#fits.get(state);
    if (own === undefined) return 1;
    return Math.max(leastStanding, Math.exp(Math.min(0, (own - this.#best(state)) / 2)));
  }

  #best(but: string): number {
    return Math.max(
      Number.NEGATIVE_INFINITY,
      ...[...this.#fits].flatMap(([state, fit]) => (state === but ? [] : [fit])),
    );
  }
}
const leastStanding = 0.05;

/** What speaks for a form that has the name of what is asked for, as a logarithm of odds. */
const calledWell = 3;

/** How much speaks for a form by what it is called: “New reminder” on its button, “Report an issue” above it, and for a "defect" as well. */
export function calledFit(maker: string, screen: Screen, evidence: Evidence, { thing }: Deed): number {
  const top = topmost(screen);
  const names = [maker, top === null ? '' : screen.things[top]!.name];
  const said = strongest(evidence.none, ...names.map((name) => evidence.of(name)));
  const words = said.filter((_, at) => evidence.utterance.units[at]!.kind === 'word');
  const meant = names.map((name) => thingMeanings.likeness(thing?.kind ?? '', name));
  return calledWell * Math.max(0, ...words, ...meant);
}
