import { deedWords, wordsFor } from '../../language/vocabulary.ts';
import type { Screen } from '../../page/screen.ts';
import type { Deed, FieldValue, Mention } from '../../prompt/deed.ts';
import { ownersOf } from './chain.ts';
import { isSameText } from './likeness.ts';

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
    const verbs = [...(value.to === 'on' ? ['enable', 'turn on'] : ['disable', 'turn off'])];
    // "Hide the toolbar": it has a button "Hide".
    if (/^\p{L}+$/u.test(deed.verb) && !verbs.includes(deed.verb)) verbs.push(deed.verb);
    // "Disable the rule 'x'": the rule has a button "Disable".
    if (field.field === '') return deed.thing ? verbs.map((verb) => press(verb, deed.thing)) : [];
    const named = deed.thing ? null : namedIn(field.field);
    return [
      ...verbs.map((verb) => press(`${verb} ${field.field}`, deed.thing)),
      // "Enable the Oak library": on its page, or in its row, stands a button "Enable".
      ...(named ? verbs.map((verb) => press(verb, named)) : []),
    ];
  }
  const thing = deed.thing ?? nameless(value.text);
  // "Make 'x' the default location": the row of x has a button "Make default".
  const role = deed.thing ? undefined : field.field.split(' ').find((word) => roles.has(word));
  const asRole = role ? ['set as', 'make'].map((front) => press(`${front} ${role}`, thing)) : [];
  // What is quoted is typed or chosen, and no button is called so.
  if (value.exact) return asRole;
  if (field.field === '')
    return ['', `${deed.verb} ${jointOf(field)} `].map((front) => press(`${front}${value.text}`, deed.thing));
  return [
    press(`${deed.verb} ${field.field} ${value.text}`, deed.thing),
    ...(deed.thing ? [] : [press(`set as ${field.field}`, thing)]),
    ...asRole,
    // "Move it to the label 'x'": a button "Move to" opens what it can be moved to.
    ...(field.isLoose && deed.thing ? [press(`${deed.verb} ${jointOf(field)}`, deed.thing)] : []),
  ];
}

/**
 * "Add the label 'Fragile' to the parcel 'x'" creates nothing where the screen shows such a label already: the label becomes a value of the
 * parcel.
 */
export function asMark(deed: Deed, screen: Screen): Deed {
  const { kind, verb, thing, places, fields } = deed;
  const owner = places.findLast(({ name, qualifiers }) => name !== null || qualifiers.length > 0);
  const puts = kind === 'create' || adding.test(verb);
  if (kind === 'change' || !puts || thing?.name == null || thing.kind === '' || !owner || fields.length > 0)
    return deed;
  const { name, said } = thing;
  const isThere = screen.items.some(
    (item) =>
      isSameText(item.name, name) &&
      !ownersOf(screen, item).some((one) => /^(?:row|card)$/.test(one.kind) && isSameText(one.name, name)),
  );
  if (!isThere) return deed;
  const value = { to: 'text' as const, text: name, exact: true, unit: null };
  return {
    ...deed,
    kind: 'change',
    thing: owner,
    places: places.filter((place) => place !== owner),
    fields: [{ field: thing.kind, value, from: null, said }],
  };
}

/** "Convert $100 to EUR": a sum is no thing of the application. It is what the form asks for. */
export function withSum(deed: Deed): Deed {
  const { kind, thing, fields } = deed;
  if (kind !== 'act' || thing?.name == null || thing.kind !== '') return deed;
  const [, text, unit] = sum.exec(thing.name) ?? [];
  if (!text) return deed;
  const value = { to: 'text' as const, text, exact: true, unit: unit ?? null };
  return { ...deed, thing: null, fields: [{ field: '', value, from: null, said: thing.said }, ...fields] };
}
const sum = /^([$€£¥₹]?\s?\d[\d.,]*\s?[€£¥₹]?)(?:\s(\p{Lu}{3}))?$/u;

/**
 * "Add the skill 'x' to Ann Lee": where her page has a field for a skill, it is typed there, and nothing has to be opened for it. Null where
 * the prompt gives more than the name, which a form asks for.
 */
export function asEntry(deed: Deed): Deed | null {
  const { kind, thing, places, fields } = deed;
  if (kind !== 'create' || thing?.name == null || thing.kind === '' || fields.length > 0) return null;
  const owner = places.findLast(({ name }) => name !== null) ?? null;
  const value = { to: 'text' as const, text: thing.name, exact: true, unit: null };
  return {
    ...deed,
    kind: 'change',
    thing: owner,
    places: places.filter((place) => place !== owner),
    fields: [{ field: thing.kind, value, from: null, said: thing.said }],
  };
}

const adding = new RegExp(`^(?:${wordsFor('offers', 'puts').join('|')})$`, 'iu');

/** The word before a value: "as" in "as read", "to" in "to the top". */
const jointOf = ({ said, value, field }: FieldValue) => {
  const before = value.to === 'text' ? said.slice(0, Math.max(0, said.lastIndexOf(value.text))) : '';
  const words = before.trim().toLowerCase().split(/\s+/);
  const named = field.toLowerCase().split(' ');
  const joint = words.findLast((word) => !determiners.has(word) && !named.includes(word)) ?? '';
  return /^\p{L}{1,5}$/u.test(joint) ? joint : 'as';
};
const roles = new Set(deedWords.flatMap((words) => words.roles ?? []));
const determiners = new Set(deedWords.flatMap((words) => words.determiners));

/** A name with its kind behind it: "Oak library". */
function namedIn(field: string): Mention | null {
  const [, name, kind] = /^((?:\p{Lu}[\p{L}\p{N}]*\s)+)(\p{Ll}+)$/u.exec(field) ?? [];
  return name && kind ? { said: field, name: name.trim(), kind, qualifiers: [], ordinal: null } : null;
}

const nameless = (name: string): Mention => ({ said: name, name, kind: '', qualifiers: [], ordinal: null });
