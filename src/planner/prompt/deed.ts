import type { Ordering } from './ordering.ts';

/**
 * A deed: something that the prompt asks to be done in the application, read into slots. Nothing in it was looked up on the page;
 * what is quoted in the prompt stands in it to the letter.
 */
export interface Deed {
  /** The whole prompt, where it asks for nothing else: what it says before the deed may be of it, too. */
  context?: string;
  /** The words of the prompt that ask for it. */
  said: string;
  kind: DeedKind;
  /** The verb in its base form and lower case, with its particle: "approve", "turn off", "set up". */
  verb: string;
  /** What the deed is done to, or what is created. Null where only fields are named ("turn off smart quotes in Settings"). */
  thing: Mention | null;
  /** Where it is, the outermost first: a page, a panel, the record that owns the thing ("for patient X", "on the 'Roadmap' board"). */
  places: Mention[];
  /** What must hold at the end, in the order of the prompt. */
  fields: FieldValue[];
  /** The words ask for a result that only saving brings about, so a form ends with its own Save, Create or Send. */
  commits: boolean;
  /** Where the thing is to stand among its like. */
  ordering?: Ordering;
}

/** A deed, or the rest of one, that can be done only when the page shows the answer to a write. */
export interface DeedToCome {
  deed: Deed;
  /** The fields that have no value yet, where the deed was begun. */
  left: FieldValue[] | null;
  /** Set where the deed was looked for in vain: what it names that was nowhere to be seen then. */
  unseen?: Mention[];
}

/**
 * - `change`: fields of something that is there get values ("change X of Y to Z", "turn off X", "mark Y as X", "rename Y to Z").
 * - `create`: something new is made ("add", "create", "new", "write", "prescribe").
 * - `act`: the verb itself names the control ("approve", "duplicate", "lock", "reply to", "vote for").
 * - `open`: a place or a thing is to be seen or selected ("open", "go to", "select", "show").
 */
export type DeedKind = 'change' | 'create' | 'act' | 'open';

/** Something that the prompt names. */
export interface Mention {
  /** As said, without articles: "overdue invoice for Harbour Street 12". */
  said: string;
  /** Its name, to the letter: what was quoted, or else a proper name, a number or a code ("Harbour Street 12"). */
  name: string | null;
  /** What kind of thing it is, in lower case: "refill request", "text layer", "settings". Empty where unsaid. */
  kind: string;
  /** Other words that tell it from its like: "pending", "ending in 7156", "that says 'The uptime number…'". */
  qualifiers: string[];
  /** The first is 1, the last is -1. */
  ordinal: number | null;
}

/** A field and the value it has at the end. */
export interface FieldValue {
  /** The words for the field: "font size", "Send reminders". Empty where unsaid ("mark it as skipped"). */
  field: string;
  value: Value;
  /** The words without the kind of the thing that has it: "type" for "product type". */
  short?: string;
  /** The value that the prompt says it has before. */
  from: string | null;
  said: string;
  /** The words may say what the value is, and be no name of a field: "the list 'Done'". */
  isLoose?: true;
  /** It says what is shown and in which order, and changes nothing of that: "sort the contacts by last name". */
  isView?: true;
  /** A form may ask for it, and need not: the reason for an order. */
  isAside?: true;
  /** It is what is written, and the prompt names no field for it: "reply with 'See you there'". */
  isContent?: true;
}

/** `exact`: it was quoted, or is a number, a code or a colour, and is entered to the letter. */
export type Value =
  | { to: 'text'; text: string; exact: boolean; unit: string | null }
  | { to: 'on' }
  | { to: 'off' };
