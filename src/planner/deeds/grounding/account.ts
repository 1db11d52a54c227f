import type { Screen } from '../../page/screen.ts';
import { type Evidence, type Strengths, strongest } from './evidence.ts';
import { isHard } from './utterance.ts';

/** A word that no screen has, and that is said beside the order, counts so much. */
const unseenWord = 0.35;
/** One in a part of the sentence that orders nothing, such as a reason, counts so much. */
const unseenReason = 0.1;

/** Verbs of this weight on say what is done, and not only that something is. */
const leastOfOwnVerb = 1;

/** How much of an utterance is accounted for, with regard to what the application knows of it. */
export class Account {
  readonly #evidence: Evidence;
  /** The most that any screen so far says of each unit. */
  #shown: Strengths;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
    this.#shown = evidence.none;
  }

  see({ items }: Screen): void {
    const texts = items.flatMap(({ name, value }) => [this.#evidence.of(name), this.#evidence.of(value)]);
    this.#shown = strongest(this.#shown, ...texts);
  }

  /** The most that any screen so far says of each unit. */
  get known(): Strengths {
    return this.#shown;
  }

  /** From 0 to 1. Words that no screen has, such as a reason that is given, count little. */
  share(covered: Strengths): number {
    let [worth, total] = [0, 1e-6];
    for (const [at, { weight, kind }] of this.#evidence.utterance.units.entries()) {
      const isUnknown = kind === 'word' && this.#shown[at]! < 0.5;
      const counted = isUnknown ? weight * this.#weightBeside(at) : weight;
      worth += counted * covered[at]!;
      total += counted;
    }
    return worth / total;
  }

  /** What an unknown word counts, by what it is said beside. */
  #weightBeside(at: number): number {
    const { units } = this.#evidence.utterance;
    const { clause, marker } = units[at]!;
    if (units.filter((one) => one.clause === clause).every(({ kind }) => kind === 'word'))
      return unseenReason;
    return marker === '' ? 1 : unseenWord;
  }

  /** Whether all that is named or quoted is accounted for, and each verb that a control has to be called by: "approve". */
  hasAllNamed(covered: Strengths, { verbsToo = true, least = 0.6 } = {}): boolean {
    const { units } = this.#evidence.utterance;
    return units.every((unit, at) => {
      if (unit.kind === 'verb') return !verbsToo || unit.weight < leastOfOwnVerb || covered[at]! >= 0.5;
      return !isHard(unit) || unit.marker === 'former' || covered[at]! >= least;
    });
  }
}
