import type { Concept } from './concept-names.ts';
import type { DeedWords } from './deed-words.ts';

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

export type Words = readonly string[];
type Lists<K extends string> = { readonly [key in K]?: Words };

/** The words that hold a prompt together. */
export interface PromptWords {
  /** "Please", "then". They stand before what is asked for, and are no part of it. */
  fillers: Words;
  /** "If possible", "many thanks". */
  thanks: Words;
  /** What a question begins with. */
  questions: Words;
  how: Words;
  and: Words;
  or: Words;
  /** Words between two wishes, where the second has a verb of its own. */
  joints: Words;
  /** After these, the verb before still applies: "open the FAQ, then the pricing". */
  next: Words;
  but: Words;
  /** Words that may stand before "not". */
  beforeNot: Words;
  /** After "but", these exclude what follows. */
  butNot: Words;
  /** These exclude what follows as well, and contain the "and" before it. */
  andNot: Words;
  /** These exclude what follows, wherever they stand. */
  except: Words;
  /** These exclude what follows, at the beginning of a wish. */
  not: Words;
  /** Small words before the name of a thing, and small words after it. */
  leading: Words;
  trailing: Words;
  /** Words between what is typed and its field: in a list of several values, in a single wish, and directly after a value. */
  inEachField: Words;
  intoField: Words;
  behindValue: Words;
  /** Words between the name of a field and its value: "is", "saying". */
  is: Words;
  /** A value ends before these. */
  valueEnds: Words;
  /** Words before what is typed into a form: "with". */
  with: Words;
  /** Words before what is searched for. */
  searchedFor: Words;
  /** Words before a figure that something is set to. */
  toFigure: Words;
  /** "Put two pairs into the bag": the verb, the words between, the bag. */
  put: Words;
  intoBasket: Words;
  baskets: Words;
  /** "Reports from the menu": the words between, the article, and what is a place. */
  from: Words;
  article: Words;
  places: Words;
  /** Words before what a list is filtered by. */
  filteredBy: Words;
  /** "Find the opening hours" asks to look on the page and to type nothing. */
  looks: Words;
  /** Words before the place where a journey begins, and before the place where it leads. */
  journeyFrom: Words;
  journeyTo: Words;
  /** Words for turning something off or folding it. */
  off: Words;
  top: Words;
  bottom: Words;
  /** "The last 12 months" is a period. */
  timeUnits: Words;
  /** Things that have a number: "question 2". */
  numbered: Words;
  /** Words between a numeral and what it counts. */
  counters: Words;
}

/** The words by which an application offers deeds. */
export interface OfferWords {
  /** The first words of buttons that make something new. */
  creates: Words;
  /** Words of buttons that save or send what was filled in. */
  saves: Words;
  /** The whole names of buttons that keep the changes of a page. */
  keeps: Words;
  /** The first words of the names that new things have before somebody names them. */
  unnamed?: Words;
  /** The whole names of buttons that only close what is open. */
  closes?: Words;
  /** What a filter shows that leaves nothing out: "All statuses", "Anyone". */
  anything?: Words;
  /** Words of buttons that do something to more than one thing: "Apply to all". */
  everything?: Words;
  /** Words of buttons that go back to what is earlier: the month before. */
  previous?: Words;
  /** Words of buttons that close without saving. */
  refuses: Words;
  /** Words for the same deed, separated by `|`. */
  same: Words;
  /** Words that belong together, separated by `|`: what is asked for, and the names of the parts of applications that have it. */
  topics?: Words;
  /** What a word begins with that says the contrary of the rest: "unblock". */
  negating?: Words;
  /** Words of buttons that open something to be edited. */
  edits: Words;
  /** The whole names of buttons that open all that there is of a thing. */
  details?: Words;
  /** Words of buttons that open a menu of further deeds. */
  more: Words;
  /** Verbs that give a thing a mark that exists already, such as a label. */
  puts: Words;
  /** Words of buttons that lead to the next part of a form. */
  next: Words;
}

/** What people call the film that they wish for, and the page as a whole. */
export interface FilmWords {
  makes: Words;
  shows: Words;
  whom: Words;
  article: Words;
  qualities: Words;
  films: Words;
  /** Adjectives after the word for the film. */
  trailing: Words;
  of: Words;
  /** Words between the film and one thing that it is about. */
  about: Words;
  owner: Words;
  /** What a whole page may be about. */
  wholes: Words;
  /** Those with which "show the …" can only mean the whole page. */
  itself: Words;
  please: Words;
  /** Words that may follow a wish for the whole page. */
  ends: Words;
  /** The length of the film: "in ten seconds". */
  lasting: Words;
  seconds: Words;
  secondCounts: Words;
  /** What the film should be like, by the template that is so. */
  guided: Words;
  cinematic: Words;
  calm: Words;
}

/** People that a prompt names, and the fields that ask for names. */
export interface NameWords {
  /** Before a name of one word or more. */
  as: Words;
  /** Before a name of two words or more. */
  for: Words;
  my: Words;
  particles: Words;
  /** Words with a capital that are no names of people. */
  noPerson: Words;
  firstName: Words;
  lastName: Words;
  fullName: Words;
  /** Words for names that are not those of a person. */
  otherName: Words;
}

/** What fields are called, in their labels and in their attributes. */
export interface FieldWords {
  /** Words behind the name of a field that only say of which sort its value is: the "date" of "due date". */
  sorts: Words;
  firstName: Words;
  lastName: Words;
  userName: Words;
  company: Words;
  email: Words;
  phone: Words;
  website: Words;
  postCode: Words;
  city: Words;
  /** The state or province of an address. */
  region: Words;
  /** Words of a field that asks for the same once more: "Confirm password". */
  again: Words;
  country: Words;
  street: Words;
  subject: Words;
  job: Words;
  message: Words;
  query: Words;
  name: Words;
  /** Words that name the same field, each group as "start date|from". */
  same?: Words;
  card: Words;
  /** Fields that take the email address or the telephone number of a prompt. */
  givenEmail: Words;
  givenPhone: Words;
  /** Names of fields that ask how much, and how many. */
  sums: Words;
  counts: Words;
  /** Words of controls that ask for a day, and for a time of the day. */
  dates?: Words;
  times?: Words;
  /** Names of the field that a page is searched with. */
  search: Words;
  origin: Words;
  destination: Words;
  keyword: Words;
  /** Words of labels that do not tell one field from another. */
  generic: Words;
  /** Words for a form as a whole. */
  wholeForm: Words;
}

/** What is pressed and chosen on pages, and what prompts call it. */
export interface ControlWords {
  button: Words;
  link: Words;
  tab: Words;
  menu: Words;
  question: Words;
  field: Words;
  /** Words for what is shown by pressing it: "the review tab". */
  tabs: Words;
  steps: Words;
  /** Words for the bar of a page, and for a card or a row of a list. */
  bars: Words;
  cards: Words;
  /** Words for the entries of lists, and for the lists. */
  items: Words;
  lists: Words;
  /** Names of buttons that begin something, search, lead to many pages, or confirm anything. */
  begins: Words;
  searches: Words;
  hubs: Words;
  confirms: Words;
  /** Verbs that may be names of buttons, though they mean nothing elsewhere. */
  plainVerbs: Words;
  /** Names of controls that act on everything at once. */
  forAll: Words;
  boxesForAll: Words;
  /** Words for the longer of two periods of billing. */
  yearly: Words;
  /** Names of lists that sort or filter. */
  sorts: Words;
  filters: Words;
  /** Orders of lists, as prompts ask for them and as lists offer them. */
  cheapest: Words;
  cheapestFirst: Words;
  dearest: Words;
  dearestFirst: Words;
  newest: Words;
  best: Words;
  bestFirst: Words;
}

/** Words on a page that tell what a part of it is. */
export interface PageWords {
  footer: Words;
  /** Words of elements that float above a page: consent, chats. */
  overlay: Words;
  /** Words on the one of several cards that the page recommends. */
  favourite: Words;
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
