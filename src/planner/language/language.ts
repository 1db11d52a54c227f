/**
 * This folder knows how words relate, and nothing of pages or films: it imports nothing of the planner outside of itself.
 *
 * A `Language` is what the planner knows of one human language: its words, by what they mean to somebody who asks for a film
 * or to the page that is filmed. To add a language, write a file like `polish.ts` and name it in `vocabulary.ts`. Every member
 * may be left out. A word that several languages share need stand in one of them only.
 *
 * `concepts`, `verbs`, `stopWords`, `ordinals` and `numbers` hold plain words. All other lists hold parts of regular
 * expressions, so that `videos?` stands for two words; what stands around them is said in the code that asks for the list.
 */
export interface Language {
  /** Words that speak of the same thing. Phrases are matched as they are written, words by their stem; `=word` is that very word. */
  readonly concepts?: Lists<Concept>;
  /** Imperatives, by what they ask for. */
  readonly verbs?: Lists<Verb>;
  /** Imperatives that are typed so often that a slip in one of them is known for what it is. */
  readonly commonVerbs?: Words;
  /** Words that say nothing about what to show: grammar, and talk of films and pages. */
  readonly stopWords?: Words;
  /** "First" is 1, "last" is -1. */
  readonly ordinals?: Readonly<Record<string, number>>;
  /** From one to twelve. */
  readonly numbers?: Words;
  readonly prompt?: Partial<PromptWords>;
  readonly film?: Partial<FilmWords>;
  readonly dangers?: Lists<'payment' | 'deletion' | 'sign-out'>;
  readonly names?: Partial<NameWords>;
  readonly fields?: Partial<FieldWords>;
  readonly synonyms?: Readonly<Record<string, Words>>;
  readonly controls?: Partial<ControlWords>;
  readonly page?: Partial<PageWords>;
  readonly sentences?: Sentences;
}

export type Words = readonly string[];
type Lists<K extends string> = { readonly [key in K]?: Words };

/** How a prompt is put together. */
export interface PromptWords {
  /** "Please", "then": they stand before what is asked for, and are no part of it. */
  fillers: Words;
  /** "If possible", "many thanks". */
  thanks: Words;
  /** What a question begins with. */
  questions: Words;
  how: Words;
  and: Words;
  or: Words;
  /** Between two wishes, of which the second has a verb of its own. */
  joints: Words;
  /** The verb before goes on: "open the FAQ, then the pricing". */
  next: Words;
  but: Words;
  /** What may stand before "not". */
  beforeNot: Words;
  /** Behind "but", these leave out what follows. */
  butNot: Words;
  /** And so do these, with the "and" before them. */
  andNot: Words;
  /** These leave out what follows wherever they stand. */
  except: Words;
  /** These leave out what follows at the beginning of a wish. */
  not: Words;
  /** Small words before the name of a thing, and after it. */
  leading: Words;
  trailing: Words;
  /** Between what is typed and the field it goes into: in a list of several, in one wish, and behind a value. */
  inEachField: Words;
  intoField: Words;
  behindValue: Words;
  /** Between the name of a field and its value: "is", "saying". */
  is: Words;
  /** A value ends before these. */
  valueEnds: Words;
  /** Before what is typed into a form: "with". */
  with: Words;
  /** Before what is searched for. */
  searchedFor: Words;
  /** Before a figure that something is set to. */
  toFigure: Words;
  /** "Put two pairs into the bag": the verb, the words between, the bag. */
  put: Words;
  intoBasket: Words;
  baskets: Words;
  /** "Reports from the menu": the words between, the article, and what is a place. */
  from: Words;
  article: Words;
  places: Words;
  /** Before what a list is filtered by. */
  filteredBy: Words;
  /** "Find the opening hours" looks on the page, and types nothing. */
  looks: Words;
  /** Before the place that a journey begins at, and before the one that it leads to. */
  journeyFrom: Words;
  journeyTo: Words;
  /** Turns off, folds up. */
  off: Words;
  top: Words;
  bottom: Words;
  /** "The last 12 months" is a stretch of time. */
  timeUnits: Words;
  /** Things that have a number: "question 2". */
  numbered: Words;
  /** Between a numeral and what it counts. */
  counters: Words;
}

/** How people call the film they wish for, and the page as a whole. */
export interface FilmWords {
  makes: Words;
  shows: Words;
  whom: Words;
  article: Words;
  qualities: Words;
  films: Words;
  /** Adjectives behind the film. */
  trailing: Words;
  of: Words;
  /** Between a film and one thing it is about. */
  about: Words;
  owner: Words;
  /** What a page may be of, all of it. */
  wholes: Words;
  /** Those that "show the …" can only mean all of. */
  itself: Words;
  please: Words;
  /** What may follow a wish for the whole. */
  ends: Words;
  /** How long: "in ten seconds". */
  lasting: Words;
  seconds: Words;
  secondCounts: Words;
  /** What the film is to be like, by the template that is. */
  guided: Words;
  cinematic: Words;
  calm: Words;
}

/** People that a prompt speaks of, and the fields that ask for their names. */
export interface NameWords {
  /** Before a name of one word or more. */
  as: Words;
  /** Before a name of two words or more. */
  for: Words;
  my: Words;
  particles: Words;
  /** Capital words that are no names. */
  noPerson: Words;
  firstName: Words;
  lastName: Words;
  fullName: Words;
  /** Names, but not of a person. */
  otherName: Words;
}

/** What fields are called, in their labels and in their attributes. */
export interface FieldWords {
  firstName: Words;
  lastName: Words;
  userName: Words;
  company: Words;
  email: Words;
  phone: Words;
  website: Words;
  postCode: Words;
  city: Words;
  street: Words;
  subject: Words;
  job: Words;
  message: Words;
  query: Words;
  name: Words;
  card: Words;
  /** Fields that an address or a number of a prompt goes into. */
  givenEmail: Words;
  givenPhone: Words;
  /** How much, and how many. */
  sums: Words;
  counts: Words;
  /** What a page is searched with. */
  search: Words;
  origin: Words;
  destination: Words;
  keyword: Words;
  /** Words of labels that tell no field from another. */
  generic: Words;
  /** What forms go by as a whole. */
  wholeForm: Words;
}

/** What is pressed and chosen on pages, and how prompts call it. */
export interface ControlWords {
  button: Words;
  link: Words;
  tab: Words;
  menu: Words;
  question: Words;
  field: Words;
  /** What is shown by pressing it: "the review tab". */
  tabs: Words;
  steps: Words;
  /** The bar of a page, and a card or a row of a list. */
  bars: Words;
  cards: Words;
  /** Entries of lists, and what lists hold them. */
  items: Words;
  lists: Words;
  /** Names of buttons that begin something, search, lead to much, or say yes to anything. */
  begins: Words;
  searches: Words;
  hubs: Words;
  confirms: Words;
  /** Verbs that are names of buttons, though they say nothing elsewhere. */
  plainVerbs: Words;
  /** Names of what acts on all at once. */
  forAll: Words;
  boxesForAll: Words;
  /** The longer of two periods of billing. */
  yearly: Words;
  /** What lists are called that sort, or narrow down. */
  sorts: Words;
  filters: Words;
  /** How things are sorted: as prompts ask for it, and as lists offer it. */
  cheapest: Words;
  cheapestFirst: Words;
  dearest: Words;
  dearestFirst: Words;
  newest: Words;
  best: Words;
  bestFirst: Words;
}

/** What is told by words that stand on a page. */
export interface PageWords {
  footer: Words;
  /** Of what floats above a page: consent, chats. */
  overlay: Words;
  /** On the one of several cards that is put forward. */
  favourite: Words;
}

/** Sentences that a list of words cannot tell. */
interface Sentences {
  /** "What do walkers think of it?": whoever they are, they vouch for it or not. */
  readonly opinion?: RegExp;
  /** "Where the restaurant is": what stands between, the question is the same. */
  readonly where?: RegExp;
  /** A postal address. */
  readonly address?: RegExp;
  /** "Make me a short video that shows …", and the verb that is left of it. */
  readonly filmOf?: readonly [RegExp, string];
  /** "Order by filling in the form": the means is what is done, and says all of it. */
  readonly means?: RegExp;
}

/** What a clause of a prompt asks for. */
export type Verb = (typeof verbNames)[number];
// biome-ignore format: one line is read at a glance
export const verbNames = [
  'press', 'go', 'set', 'expand', 'type', 'fill', 'search', 'filter', 'sort', 'scroll', 'hover', 'show', 'submit', 'start', 'wait', 'close',
] as const;

/** What prompts and pages speak of: what most sites have, then by field (food, travel, health, learning, culture, trade, software). */
export type Concept = (typeof conceptNames)[number];
// biome-ignore format: words stand several a line
export const conceptNames = [
  'pricing', 'faq', 'features', 'proof', 'signup', 'login', 'contact', 'docs', 'form', 'gallery', 'hero',
  'call-to-action', 'footer', 'header', 'integrations', 'security', 'yearly', 'monthly', 'search', 'email', 'dark',
  'light', 'menu', 'home', 'newsletter', 'download', 'team', 'about', 'location', 'usage', 'luggage', 'tickets',
  'installation', 'closed', 'products', 'blog', 'video', 'cart', 'delivery', 'returns', 'size', 'colour', 'quantity',
  'red', 'blue', 'green', 'black', 'white', 'hours', 'schedule', 'speakers', 'sponsors', 'settings', 'description',
  'specs', 'compare', 'requirements', 'wishlist', 'assistance', 'order', 'services', 'workings', 'reasons', 'travel',
  'destinations', 'rooms', 'food', 'drinks', 'desserts', 'breakfast', 'coffee', 'vegetarian', 'children', 'booking',
  'exhibitions', 'collection', 'events', 'courses', 'teachers', 'doctors', 'jobs', 'projects', 'awards', 'press',
  'values', 'sustainability', 'donations', 'volunteering', 'members', 'recipes', 'ingredients', 'preparation',
  'offers', 'bestsellers', 'arrivals', 'warranty', 'repairs', 'photos', 'charts', 'tables', 'account', 'language',
  'roadmap', 'releases', 'examples', 'mistakes', 'properties', 'accessibility', 'parking', 'transport', 'visit',
  'results', 'animals', 'routes', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday',
  'speed', 'related', 'trouble', 'pastry', 'bread', 'clearing', 'configuring', 'limits', 'code', 'storage',
  'cancelling', 'paying', 'gifts', 'materials', 'care', 'weather', 'newspaper', 'community', 'employers',
  'companies', 'invoices', 'films', 'countries',
] as const;
