import type { VerbKind } from '../../language/deed-words.ts';
import { terms } from '../../language/terms.ts';
import type { Screen } from '../../page/screen.ts';
import type { Deed, Mention } from '../../prompt/deed.ts';
import type { Performed } from '../perform/performer.ts';
import { type Evidence, type Strengths, strongest } from './evidence.ts';
import { isHard, type Unit, type Utterance } from './utterance.ts';

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

  /** For each thing that is changed or acted upon, the units that tell which it is. */
  readonly #things: number[][];

  constructor(evidence: Evidence, deeds: readonly Deed[] = []) {
    this.#evidence = evidence;
    this.#things = deeds.flatMap(({ kind, thing }) =>
      thing && kind !== 'create' ? [unitsOf(thing, evidence.utterance)] : [],
    );
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

  /**
   * From 0 to 1. Words that no screen has, such as a reason that is given, count little.
   * @param isCounted which units count
   */
  share(covered: Strengths, isCounted: (unit: Unit) => boolean = () => true): number {
    let [worth, total] = [0, 1e-6];
    for (const [at, unit] of this.#evidence.utterance.units.entries()) {
      const { weight, kind } = unit;
      if (!isCounted(unit)) continue;
      const isUnknown = kind === 'word' && this.#shown[at]! < 0.5;
      const counted = isUnknown ? weight * this.#weightBeside(at) : weight;
      worth += counted * covered[at]!;
      total += counted;
    }
    return worth / total;
  }

  /** How much of the sentences that ask for something is accounted for: what is told before and after may be the reason. */
  shareOfOrders(covered: Strengths): number {
    const { units, said } = this.#evidence.utterance;
    const sentenceOf = ({ start }: Unit) => said.slice(0, start).split(/[.!?]['"”’)]?\s/).length;
    const asking = new Set(units.filter(({ verb }) => verb !== null).map(sentenceOf));
    return this.share(covered, (unit) => asking.has(sentenceOf(unit)));
  }

  /** Words that were said of what is made, and that no screen has: "a place for exhibitions". */
  saidBeside(covered: Strengths): string[] {
    const { units } = this.#evidence.utterance;
    const isLeft = (unit: Unit, at: number) =>
      unit.kind === 'word' && unit.marker !== '' && covered[at]! < 0.3 && this.#shown[at]! < 0.5;
    return units.filter(isLeft).map(({ text }) => text);
  }

  /** What an unknown word counts, by what it is said beside. */
  #weightBeside(at: number): number {
    const { units } = this.#evidence.utterance;
    const { clause, marker } = units[at]!;
    if (units.filter((one) => one.clause === clause).every(({ kind }) => kind === 'word'))
      return unseenReason;
    return marker === '' ? 1 : unseenWord;
  }

  /**
   * Whether each thing was found that is changed: of several words for it, half were accounted for. "The second version of the lease draft" is not renamed in a
   * field for the name of the firm, however little it counts that no screen so far has those words.
   */
  hasFound(covered: Strengths): boolean {
    const { units } = this.#evidence.utterance;
    return this.#things.every((thing) => {
      const worth = thing.reduce((sum, at) => sum + units[at]!.weight * covered[at]!, 0);
      const total = thing.reduce((sum, at) => sum + units[at]!.weight, 0);
      return thing.length < 2 || worth >= total / 2;
    });
  }

  /** Whether all that is named or quoted is accounted for, and each verb that a control has to be called by: "approve". */
  hasAllNamed(covered: Strengths, { verbsToo = true, opensToo = true } = {}): boolean {
    const { units } = this.#evidence.utterance;
    const isOpened = ({ order }: Unit) => units.some((one) => opens(one.verb) && one.order === order);
    return [...(verbsToo ? this.#verbsLeft(covered) : []), ...this.namedLeft(covered)].every(
      (unit) => !opensToo && isOpened(unit),
    );
  }

  /** What is named or quoted and not accounted for, but for what was there before. */
  namedLeft(covered: Strengths, least = 0.6): Unit[] {
    const { units } = this.#evidence.utterance;
    return units.filter((unit, at) => isHard(unit) && unit.marker !== 'former' && covered[at]! < least);
  }

  /** The names and quotations that an act is called by, or enters. */
  namedBy = ({ item, value = '' }: Pick<Performed, 'item' | 'value'>): number[] => {
    const said = strongest(this.#evidence.own(item), this.#evidence.of(value));
    return this.#evidence.utterance.units.flatMap((unit, at) =>
      isHard(unit) && said[at]! >= 0.6 ? [at] : [],
    );
  };

  #verbsLeft(covered: Strengths): Unit[] {
    const { units } = this.#evidence.utterance;
    return units.filter(
      ({ kind, weight }, at) => kind === 'verb' && weight >= leastOfOwnVerb && covered[at]! < 0.5,
    );
  }
}

const opens = (verb: VerbKind | null) => verb === 'open' || verb === 'tour';

function unitsOf({ name, kind, qualifiers }: Mention, { units }: Utterance): number[] {
  const said = new Set(terms([name ?? '', kind, ...qualifiers].join(' ')));
  return units.flatMap(({ text, kind: sort }, at) =>
    sort !== 'verb' && terms(text).some((word) => said.has(word)) ? [at] : [],
  );
}
