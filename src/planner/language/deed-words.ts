import type { Words } from './lists.ts';

/**
 * The words with which a language orders that something be done in an application. All are plain words in lower case, `frames`
 * excepted. A verb may have a particle ("turn off"), which stands behind it or at the end of what it is about.
 */
export interface DeedWords {
  /** Nouns begin with a capital, so a capital makes no name: "das Projekt Atlas". */
  readonly nounsAreCapital?: boolean;
  readonly verbs: { readonly [kind in VerbKind]?: Words };
  /** Words between two parts of an order, by what they say of the part behind them. */
  readonly markers: { readonly [role in Role]?: Words };
  /** "The", "a", "your". They stand before a name and say nothing about it. */
  readonly determiners: Words;
  readonly definite?: Words;
  /** Determiners that say which or how many, and so belong to a value: "all staff", "this month". */
  readonly telling?: Words;
  /** "Its", "their": what was named before owns the field. */
  readonly owned?: Words;
  /** "Hide", and the words for the opposite. */
  readonly shows?: readonly [hide: string, ...shows: string[]];
  /** Verbs that the switch of a thing does, whatever it is called: "pause". */
  readonly switching?: Words;
  /** Places where parts of the page are shown or hidden: "settings". */
  readonly switched?: Words;
  /** Words for how something is shown: "as", "always". */
  readonly ways?: Words;
  /** "His": it belongs to a person named before. */
  readonly persons?: Words;
  /** "It", "them": what was named before. */
  readonly pronouns?: Words;
  readonly and: Words;
  /** Words between two orders, and before the first. */
  readonly afterwards: Words;
  /** Words before an order that say nothing of it: "please". */
  readonly polite?: Words;
  /** Words that tell a thing from its like by its state: "pending". */
  readonly states?: Words;
  /** "About": what stands behind it tells a thing by what it is about. */
  readonly topics?: Words;
  /** "Oldest": what tells a thing by comparing it with its like. Regular expressions. */
  readonly superlatives?: Words;
  /** "New": it says nothing of what is created. */
  readonly newWords?: Words;
  /** Words for whatever is on or off: "option". They are no part of its name. */
  readonly switches?: Words;
  /** What fields are called: "status". */
  readonly fields?: Words;
  /** What pages and their parts are called: "settings". */
  readonly places?: Words;
  /** What applications are about, and landing pages as a whole: "product", "user". In an order they say what is meant. */
  readonly kinds?: Words;
  /** Fields by whose value a thing is known: "subject". */
  readonly identities?: Words;
  /** What a thing is chosen for: "default", in "set it as the default currency". */
  readonly roles?: Words;
  readonly on?: Words;
  readonly off?: Words;
  /** What looks like a form of a verb: "settings". */
  readonly nouns?: Words;
  /** What orders nothing, although an article may follow: "every", "…tion". Parts of regular expressions. */
  readonly noVerbs?: Words;
  /** Words between a field and its value: "a level of 4", "set to 6". */
  readonly joins?: Words;
  /** Words before a measure, which a verb gives to what it is about: "at", in "price the bowl at 20 euros". */
  readonly measures?: Words;
  /** What a sum behind such a word is: "price", in "a tray at 58 euros". */
  readonly sums?: Words;
  /** Where something is moved in a list: "up". */
  readonly directions?: Words;
  /** Verbs that give a field its value: "give it the colour red". */
  readonly gives?: Words;
  readonly not?: Words;
  /** "Should": what stands before it is said to do what stands behind it. */
  readonly modals?: Words;
  /** Who watches a film: "you". What they should do is no order. */
  readonly viewers?: Words;
  /** "Is", "gets": they stand before a state. */
  readonly copulas?: Words;
  /** "Needs", "has": verbs of a statement about something. */
  readonly lacks?: Words;
  /** Verbs that say nothing by themselves: "go", in "have mail go to Ann". */
  readonly bland?: Words;
  /** "Every", before how often something is done. */
  readonly each?: Words;
  /** "One", in "the limit for Ann and the one for Bo": it says again what was said before. */
  readonly ones?: Words;
  /** "From now on", "as well": said beside an order, and nothing of it. */
  readonly asides?: Words;
  /** "But leave": what is said behind a comma of what stays as it is. */
  readonly spares?: Words;
  /** "We", "it": what is said of them behind an order and a comma is the reason for it. */
  readonly tellers?: Words;
  /** "Has", "need": what is told to be had is new, or to be made. */
  readonly holds?: Words;
  /** Those of them that tell of what is not there yet: "need". */
  readonly needs?: Words;
  /** "We", "I": what they need is to be made. */
  readonly orderers?: Words;
  /** "Favorites": what is added to them is marked by the verb of the same name. */
  readonly kept?: Words;
  readonly onlys?: Words;
  /** What is known by the name of a person: "contact". */
  readonly people?: Words;
  /** Verbs that end what a gerund behind them says: "stop". */
  readonly stops?: Words;
  /** Who gives the order: "me". */
  readonly speakers?: Words;
  /** How something is made for somebody who is written to, what, and what buttons for that are called: "write", "message", "compose". */
  readonly aLetter?: readonly [verb: string, noun: string, ...buttons: string[]];
  /** "A": what stands behind it is one of several. */
  readonly indefinite?: Words;
  /** Verbs that leave something out of a film, where they stand in a wish for one. */
  readonly omits?: Words;
  /** What a question begins with. */
  readonly questions?: Words;
  /** The twelve months in their order, then the days of the week, and "today" and "tomorrow". */
  readonly months?: Words;
  /** What stands before a day of the week that is meant: "next". */
  readonly nextDays?: Words;
  readonly shortMonths?: Words;
  /** What is said around an order, as parts of regular expressions: with an infinitive behind ("show how to"), or with any form. */
  readonly frames?: { readonly told: Words; readonly shown: Words };
}

export const verbKinds = [
  'change',
  'rename',
  'mark',
  'make',
  'let',
  'on',
  'off',
  'create',
  'move',
  'transfer',
  'letter',
  'open',
  'choose',
  'fill',
  'put',
  'remark',
  'use',
  'press',
  'act',
  'tour',
] as const;

/**
 * - `choose`: opens its thing, unless "as" or "for" says what it is chosen for.
 * - `let`: somebody or something is to do what stands behind ("let it expire", "have mail go to").
 * - `transfer`: what it is about goes from one place to another ("send", "convert").
 * - `letter`: makes something that is named like it, for somebody ("email Ann", "write to Ann").
 * - `press`: works a control and asks for no result that is saved ("click", "search for").
 * - `put`: writes into a field, or moves to a place that has a name.
 * - `remark`: what is quoted behind it is written down about something ("comment 'x' on").
 * - `use`: says with what the deed before it is done.
 * - `act`: common verbs that stand for themselves. Other words are verbs too where only a verb can stand.
 * - `tour`: asks for something to be filmed and not to be done. This list is complete.
 */
export type VerbKind = (typeof verbKinds)[number];

/**
 * - `of`, `on`, `for`: before what owns a field; `in`: before a place. `to`, `from`, `as`, `with`, `named` as their names say.
 * - `using`: before a means that has a name; `by`: before a gerund or a person; `says`: before the text of a thing.
 * - `that`, `loose`, `narrow`, `without`: before what tells a thing from its like; `narrow` of the thing directly before it.
 * - `beside`: before what stands next to the place.
 * - `given`: before a value, whose field it names: "led by", "starting on".
 * - `until`: before the time up to which something is done: "snooze it until tomorrow".
 */
export type Role =
  | 'of'
  | 'on'
  | 'in'
  | 'for'
  | 'to'
  | 'from'
  | 'as'
  | 'with'
  | 'using'
  | 'by'
  | 'named'
  | 'says'
  | 'that'
  | 'beside'
  | 'loose'
  | 'without'
  | 'narrow'
  | 'into'
  | 'until'
  | 'given';
