import type { Deed, FieldValue, Mention } from '../prompt/deed.ts';

/**
 * Other ways to read a deed. "Mark X as read" is a field without a name, and it is also the press of a button "Mark as read" or "Read".
 * "Set X as the default account" is a field with the value X, and it is also the press of "Make default" in the row of X.
 */
export function otherReadings(deed: Deed, field: FieldValue): Deed[] {
  if (deed.kind !== 'change' || deed.fields.length !== 1) return [];
  const { value } = field;
  const press = (verb: string, thing: Mention | null): Deed => ({ ...deed, kind: 'act', verb, thing, fields: [] });
  if (value.to !== 'text') {
    if (field.field === '') return [];
    const verbs = value.to === 'on' ? ['enable', 'turn on'] : ['disable', 'turn off'];
    return verbs.map((verb) => press(`${verb} ${field.field}`, deed.thing));
  }
  // What is quoted is typed or chosen, and no button is called so.
  if (value.exact) return [];
  const thing = deed.thing ?? nameless(value.text);
  if (field.field === '') return [press(value.text, deed.thing), press(`${deed.verb} as ${value.text}`, deed.thing)];
  return [press(`${deed.verb} ${field.field} ${value.text}`, deed.thing), ...(deed.thing ? [] : [press(`set as ${field.field}`, thing)])];
}

const nameless = (name: string): Mention => ({ said: name, name, kind: '', qualifiers: [], ordinal: null });
