import { deedWords, stopWords } from '../vocabulary.ts';
import { fold, words } from '../words.ts';
import deeds from './english-deeds.json' with { type: 'json' };
import fields from './english-fields.json' with { type: 'json' };
import things from './english-things.json' with { type: 'json' };

/** A term of a thesaurus in a text. */
interface Meaning {
  /** Which group of terms of one meaning it is in. */
  group: number;
  /** Its stems. */
  term: string;
  /** The stems of what the text says besides, without small words. */
  rest: readonly string[];
}

/** What a meaning that is said in other words is worth, and what is left of that for each word that only one of the texts has. */
const worth = { same: 0.93, missed: 0.75, over: 0.88 };
const mostRemembered = 20_000;

interface Manner {
  /** An order says what is done to which thing: "put the job opening on hold". Its other words cost nothing, and stand between those of a term. */
  isOrder: boolean;
}

/**
 * Groups of terms of one meaning, each as "due date|deadline|finish by", by the trade that they are from. Language models wrote them that had seen neither the
 * planner nor an application of the bench.
 */
class Thesaurus {
  readonly #terms = new Map<string, { group: number; stems: readonly string[] }[]>();
  readonly #known = new Map<string, readonly Meaning[]>();
  readonly #manner: Manner;

  constructor(trades: Readonly<Record<string, readonly string[]>>, manner: Manner) {
    this.#manner = manner;
    for (const [group, terms] of Object.values(trades).flat().entries())
      for (const term of terms.split('|')) {
        const stems = tellingIn(term).map(({ stem }) => stem);
        const [first] = stems;
        if (first !== undefined)
          this.#terms.set(first, [...(this.#terms.get(first) ?? []), { group, stems }]);
      }
  }

  /**
   * How well a text says what a phrase says in other words, from 0 to 1: "application deadline" and “Finish applications by”. 0 where the thesaurus knows of
   * nothing that both mean.
   */
  likeness(said: string, shown: string): number {
    const { isOrder } = this.#manner;
    let most = 0;
    for (const one of this.#meaningsOf(said, isOrder))
      for (const other of this.#meaningsOf(shown, false)) {
        // What both fields say in the same words is no matter of meaning. An order says much besides.
        if (one.group !== other.group || (!isOrder && one.term === other.term)) continue;
        const both = one.rest.filter((stem) => other.rest.includes(stem)).length;
        const missed = isOrder ? 0 : one.rest.length - both;
        const over = other.rest.length - both;
        most = Math.max(most, worth.same * worth.missed ** missed * worth.over ** over);
      }
    return most;
  }

  #meaningsOf(text: string, isOrder: boolean): readonly Meaning[] {
    const key = isOrder ? `${text}\n` : text;
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= mostRemembered) this.#known.clear();
    const found = this.#read(text, isOrder);
    this.#known.set(key, found);
    return found;
  }

  /** Of two terms of one group in a text, the longer one counts. */
  #read(text: string, isOrder: boolean): Meaning[] {
    const all = tellingIn(text);
    if (all.length > (isOrder ? mostInOrder : mostInName)) return [];
    const stems = all.map(({ stem }) => stem);
    // "Raise the priority of the ticket" raises no ticket: what stands behind a small word is not what is done.
    const mayPass = (index: number) => isOrder && !weak.has(fold(all[index]!.raw));
    const longest = new Map<number, Meaning & { length: number }>();
    for (const at of stems.keys())
      for (const { group, stems: term } of this.#terms.get(stems[at]!) ?? []) {
        if ((longest.get(group)?.length ?? 0) >= term.length) continue;
        // A word alone is a verb only in front: “Apple report” reports nothing.
        if (this.#manner.isOrder && term.length === 1 && at > 0) continue;
        const own = placesOf(term, stems, at, mayPass);
        if (!own) continue;
        const rest = all.filter(({ raw }, index) => !own.has(index) && !weak.has(fold(raw)));
        longest.set(group, {
          group,
          term: term.join(' '),
          rest: rest.map(({ stem }) => stem),
          length: term.length,
        });
      }
    return [...longest.values()];
  }
}

/**
 * Where the words of a term stand, which begins at a place. Null where it does not.
 * @param mayPass whether a word may stand between them
 */
function placesOf(
  term: readonly string[],
  stems: readonly string[],
  first: number,
  mayPass: (index: number) => boolean,
): ReadonlySet<number> | null {
  const places = new Set<number>();
  let at = first;
  for (const stem of term) {
    while (at < stems.length && stems[at] !== stem && mayPass(at)) at++;
    if (stems[at] !== stem) return null;
    places.add(at);
    at++;
  }
  return places;
}

const articles = new Set(deedWords.flatMap(({ determiners = [] }) => determiners).map(fold));
const tellingIn = (text: string) => words(text).filter(({ raw }) => !articles.has(fold(raw)));
const weak = new Set(stopWords.map(fold));
/** What is longer is a sentence, and no name of anything. */
const mostInName = 9;
const mostInOrder = 40;

/** What fields and settings are called. */
export const fieldMeanings = new Thesaurus(fields, { isOrder: false });
/** What is done, by the words of orders and by those of buttons. */
export const deedMeanings = new Thesaurus(deeds, { isOrder: true });
/** What records and the views of an application are called: “Issue” for a "defect". */
export const thingMeanings = new Thesaurus(things, { isOrder: false });
