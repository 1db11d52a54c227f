import type { Words } from './lists.ts';

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
