import type { Words } from './lists.ts';

/** What fields are called, in their labels and in their attributes. */
export interface FieldWords {
  /** What a form calls whoever it is for. */
  whom: Words;
  /** Words behind the name of a field that only say of which sort its value is: the "date" of "due date". */
  sorts: Words;
  /** Fields that last from one moment to another: "quiet hours". */
  ranges?: Words;
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
  /** Words that tell one field from its counterpart, the two sides as "start|begins / end|ends". */
  opposed?: Words;
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
  /** What the controls are called that ask for the parts of a date, as "month|day|year". */
  dayParts?: Words;
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
