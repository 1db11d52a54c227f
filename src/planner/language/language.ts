import type { Concept } from './concept-names.ts';
import type { DeedWords } from './deed-words.ts';
import type { FieldWords } from './field-words.ts';
import type { Lists, Words } from './lists.ts';
import type { ControlWords, OfferWords, PageWords } from './page-words.ts';
import type { FilmWords, NameWords, PromptWords } from './prompt-words.ts';

/**
 * This folder knows how words relate. It knows nothing about pages or films, and imports nothing of the planner outside of
 * itself.
 *
 * A `Language` is what the planner knows about one human language: its words, by what they mean in a wish for a film, or on the
 * page that is filmed. To add a language, write a file like `polish.ts` and add it to the list in `vocabulary.ts`. Every member
 * may be left out. A word that several languages share has to be in only one of them.
 *
 * `concepts`, `verbs`, `stopWords`, `ordinals` and `numbers` hold plain words. All other lists hold parts of regular
 * expressions, so `videos?` stands for two words. The code that uses such a list decides what may stand around these words.
 */
export interface Language {
  /** Words for the same thing. A phrase matches as it is written, a word by its stem, and `=word` only as that very word. */
  readonly concepts?: Lists<Concept>;
  /** Imperatives, by what they ask for. */
  readonly verbs?: Lists<Verb>;
  /** Imperatives so common that one slip in them is still recognised. */
  readonly commonVerbs?: Words;
  /** Words that say nothing about what to show: grammar, and talk of films and pages. */
  readonly stopWords?: Words;
  /** "First" is 1, "last" is -1. */
  readonly ordinals?: Readonly<Record<string, number>>;
  /** The words for one to twelve. */
  readonly numbers?: Words;
  readonly prompt?: Partial<PromptWords>;
  readonly film?: Partial<FilmWords>;
  readonly dangers?: Lists<'payment' | 'deletion' | 'sign-out'>;
  readonly names?: Partial<NameWords>;
  readonly fields?: Partial<FieldWords>;
  readonly synonyms?: Readonly<Record<string, Words>>;
  readonly controls?: Partial<ControlWords>;
  readonly page?: Partial<PageWords>;
  readonly offers?: Partial<OfferWords>;
  readonly sentences?: Sentences;
  readonly deeds?: DeedWords;
}

/** Sentences that a list of words cannot recognise. */
interface Sentences {
  /** "What do walkers think of it?", whoever is asked about. */
  readonly opinion?: RegExp;
  /** "Where the restaurant is", whatever stands between. */
  readonly where?: RegExp;
  /** A postal address. */
  readonly address?: RegExp;
  /** "Make me a short video that shows …", and the verb that replaces it. */
  readonly filmOf?: readonly [RegExp, string];
  /** "Order by filling in the form". Only the means is kept, because it is what is done. */
  readonly means?: RegExp;
}

/** What a clause of a prompt asks for. */
export type Verb = (typeof verbNames)[number];
// biome-ignore format: one line is read at a glance
export const verbNames = [
  'press', 'go', 'set', 'expand', 'type', 'fill', 'search', 'filter', 'sort', 'scroll', 'hover', 'show', 'submit', 'start', 'wait', 'close',
] as const;
