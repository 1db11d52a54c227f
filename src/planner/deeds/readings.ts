import { deedWords } from '../language/vocabulary.ts';
import type { Deed, FieldValue, Mention } from '../prompt/deed.ts';

/**
 * Other ways to read a deed. "Mark X as read" is a field without a name, and it is also the press of a button "Mark as read" or "Read".
 * "Set X as the default account" is a field with the value X, and it is also the press of "Make default" in the row of X.
 */
export function otherReadings(deed: Deed, field: FieldValue): Deed[] {
  if (deed.kind !== 'change' || deed.fields.length !== 1) return [];
  const { value } = field;
  const press = (verb: string, thing: Mention | null): Deed => ({
    ...deed,
    kind: 'act',
    verb,
    thing,
    fields: [],
  });
  if (value.to !== 'text') {
    if (field.field === '') return [];
    const verbs = value.to === 'on' ? ['enable', 'turn on'] : ['disable', 'turn off'];
    return verbs.map((verb) => press(`${verb} ${field.field}`, deed.thing));
  }
  // What is quoted is typed or chosen, and no button is called so.
  if (value.exact) return [];
  const thing = deed.thing ?? nameless(value.text);
  if (field.field === '')
    return ['', `${deed.verb} ${jointOf(field)} `].map((front) => press(`${front}${value.text}`, deed.thing));
  return [
    press(`${deed.verb} ${field.field} ${value.text}`, deed.thing),
    ...(deed.thing ? [] : [press(`set as ${field.field}`, thing)]),
  ];
}

/** The word before a value: "as" in "as read", "to" in "to the top". */
const jointOf = ({ said, value }: FieldValue) => {
  const before = value.to === 'text' ? said.slice(0, Math.max(0, said.lastIndexOf(value.text))) : '';
  const words = before.trim().toLowerCase().split(/\s+/);
  const joint = words.findLast((word) => !determiners.has(word)) ?? '';
  return /^\p{L}{1,5}$/u.test(joint) ? joint : 'as';
};
const determiners = new Set(deedWords.flatMap((words) => words.determiners));

const nameless = (name: string): Mention => ({ said: name, name, kind: '', qualifiers: [], ordinal: null });
