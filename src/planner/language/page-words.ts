import type { Words } from './lists.ts';

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
  /** What stands between a search and what it searches by: “Search clients by name”. */
  searchedBy?: Words;
  /** The whole names of buttons that keep a draft: “Save as draft”. */
  drafts?: Words;
  /** Verbs that write to somebody who has written: the box for it says only that a message goes there. */
  answers?: Words;
  /** What follows when something has been kept, behind “and”: “Save and close”. */
  goesOn?: Words;
  /** Words of buttons that keep what was changed as something else: “Save as new view”. */
  other?: Words;
  /** What a list without a value begins with, before the name of what it asks for: “No assignee”, “Select a template”. */
  unset?: Words;
  /** What a list shows in which nothing is chosen begins so. */
  vacant?: Words;
  /** Words of buttons that do something to more than one thing: "Apply to all". */
  everything?: Words;
  /** Words for two things: "both". */
  pairs?: Words;
  /** Words of buttons that go back to what is earlier: the month before. */
  previous?: Words;
  /** Words of buttons that close without saving. */
  refuses: Words;
  /** Buttons that give a form another line, and keep nothing: "add more". */
  repeats?: Words;
  /** Words for the same deed, separated by `|`. */
  same: Words;
  /** Words that belong together, separated by `|`: what is asked for, and the names of the parts of applications that have it. */
  topics?: Words;
  /** What a word begins with that says the contrary of the rest: "unblock". */
  negating?: Words;
  /** Words of buttons that open something to be edited. */
  edits: Words;
  /** Words of buttons that keep a day or a time, and lead to a calendar elsewhere. */
  times?: Words;
  /** Verbs that make something, and that buttons have other words for. */
  makes?: Words;
  /** Words of buttons that open what a field may be set to: “Set due date”. */
  sets?: Words;
  /** What stands in front of a page and is closed without doing anything: “Close drawer”. */
  covers?: Words;
  /** What the part is called, besides “Settings”, in which those who run an application set it up: “Admin”. Regular expressions. */
  administers?: Words;
  /** Words for the parts of an application that stand behind what a part is called: “Privacy” for "the privacy settings". */
  parts?: Words;
  /** What the names of buttons begin with that turn something on and off by turns: “Toggle theme”. */
  flips?: Words;
  /** The entry of a list that asks for a value which the list does not offer. */
  /** What a field says that takes its text when Enter is pressed. */
  entered: Words;
  ownValues: Words;
  /** What buttons are called that show a folded part of a page, below its heading: “Expand”. Regular expressions. */
  unfolds?: Words;
  /** The whole names of buttons that open all that there is of a thing. */
  details?: Words;
  /** Words of buttons that open a menu of further deeds. */
  more: Words;
  /** Verbs that give a thing a mark that exists already, such as a label. */
  puts: Words;
  /** Words of buttons that lead to the next part of a form. */
  next: Words;
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
