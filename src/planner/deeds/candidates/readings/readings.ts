import { anyOf } from '../../../language/patterns.ts';
import { terms } from '../../../language/terms.ts';
import { deedWords } from '../../../language/vocabulary.ts';
import type { Screen } from '../../../page/screen.ts';
import { leadingVerb } from '../../../prompt/clauses/verbs.ts';
import type { Deed, FieldValue, Mention, Value } from '../../../prompt/deed.ts';
import { readOrdering } from '../../../prompt/ordering.ts';
import { ownersOf } from '../chain.ts';
import { asBegin, asEnd, isRange, withRange } from '../days/ranges.ts';
import { isSameText } from '../likeness.ts';
import { withWholeCodes } from '../mentions/codes.ts';
import { withoutInitials } from '../mentions/initials.ts';
import { withWholeAddress } from './address-lines.ts';
import { isAdding, readAnew } from './read-anew.ts';
import { withThingsAnew } from './things-anew.ts';
import { withValuesAnew } from './values-anew.ts';

/**
 * The same deed with each word in the slot in which the search looks for it. In "turn off email notifications for status changes", the name of the switch has all of these words.
 * "Put x ahead of y" writes x nowhere: a button that says so changes the order of things, or nothing does.
 */
export function asTold(asRead: Deed): Deed {
  const told = withValuesAnew(withThingsAnew(withWholeCodes(asRead)));
  const deed = {
    ...told,
    thing: told.thing && withoutInitials(told.thing),
    places: told.places.map(withoutInitials),
    fields: withWholeAddress(told.fields.map(asOneOf).map(asBegin).map(asEnd), told.said),
  };
  const { kind, verb, said, thing, fields } = deed;
  const isSwitched =
    kind === 'change' && fields.length === 1 && fields[0]!.value.to !== 'text' && fields[0]!.field !== '';
  if (isSwitched && thing !== null && thing.name === null && thing.kind === '' && thing.ordinal === null)
    return {
      ...deed,
      thing: null,
      fields: fields.map((one) => ({ ...one, field: [one.field, ...thing.qualifiers].join(' ') })),
    };
  if (kind === 'change' && fields.some(isRange)) return withRange(deed);
  const other = asOrdered(deed) ?? readAnew(deed);
  if (other) return other;
  const arranging = kind === 'act' ? arrangingOf(deed) : null;
  if (arranging) return asView(deed, arranging);
  const [moved] = fields;
  const relation = kind === 'change' && moved?.value.to === 'text' ? behind(moved.value.text, said) : null;
  if (!relation || !/^(?:put|move|place)\b/.test(verb)) return deed;
  const { text } = moved!.value as Value & { to: 'text' };
  return {
    ...deed,
    kind: 'act',
    verb: `${verb} ${relation}`,
    thing: thing ?? { said: text, name: text, kind: moved!.field, qualifiers: [], ordinal: null },
    fields: [],
  };
}

/** "Move the status 'x' up until it stands above 'y'", "put Ann before Ben": neither is written anywhere. */
function asOrdered(deed: Deed): Deed | null {
  const { kind, said, thing, places, fields } = deed;
  if (kind === 'open' || kind === 'create') return null;
  const [first] = fields;
  const known = thing?.name ?? (first?.value.to === 'text' ? first.value.text : null);
  const read = readOrdering(said, known);
  if (!read) return null;
  const { name, ordering } = read;
  const sort = (thing?.name === name ? thing.kind : (first?.field ?? '')).replace(/\s(?:up|down)\b.*$/, '');
  const other = 'name' in ordering ? [`${ordering.to} ${ordering.name}`] : [];
  const moved = { said: name, name, kind: sort, qualifiers: other, ordinal: null };
  const around = places.filter((place) => !('name' in ordering) || place.name !== ordering.name);
  const verb = `move ${ordering.to === 'by' ? (ordering.places < 0 ? 'up' : 'down') : ordering.to}`;
  return { ...deed, kind: 'act', verb, thing: moved, places: around, fields: [], ordering };
}

/** "Mark Northline as one of our preferred vendors" makes it a preferred vendor. English only. */
function asOneOf(field: FieldValue): FieldValue {
  const { value } = field;
  const [, several] = value.to === 'text' && !value.exact ? (oneOf.exec(value.text) ?? []) : [];
  const one = several?.replace(/(?:ies|(?<![su])s)$/, (end) => (end === 'ies' ? 'y' : ''));
  return value.to === 'text' && one ? { ...field, value: { ...value, text: one } } : field;
}
const oneOf = /^one of (?:the|our|my|your|his|her|their) (.+)$/i;

/** What stands between something and the name of something else: "ahead of", "below". English only. */
function behind(text: string, said: string): string | null {
  const rest = said.slice(said.indexOf(text) + text.length);
  const found = ordered.exec(rest);
  return said.includes(text) && found ? found[1]! : null;
}
const ordered =
  /^[^\p{L}\p{N}]*(ahead of|in front of|before|after|above|below|behind)\s+(?:the\s+)?(?=[\p{Lu}'"“‘„«])/u;

/**
 * Other ways to read a deed. "Mark X as read" is a field without a name, and it is also the press of a button "Mark as read" or "Read".
 * "Set X as the default account" is a field with the value X, and it is also the press of "Make default" in the row of X.
 */
export function otherReadings(deed: Deed, field: FieldValue, named = namedByRole(deed, field)): Deed[] {
  if (deed.kind !== 'change' || deed.fields.filter(({ isAside }) => !isAside).length !== 1) return [];
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
  const thing = deed.thing ?? named ?? nameless(value.text);
  // "Make 'x' the default location": the row of x has a button "Make default".
  const role = deed.thing ? undefined : roleIn(field);
  const asRole = role ? ['set as', 'make'].map((front) => press(`${front} ${role}`, thing)) : [];
  // What is quoted is typed or chosen, and no button is called so.
  if (value.exact) return asRole;
  if (field.field === '') {
    // "Mark Northline as a preferred vendor": “Make preferred”.
    const role = value.text
      .toLowerCase()
      .split(' ')
      .find((word) => roles.has(word));
    return [
      ...['', `${deed.verb} ${jointOf(field)} `].map((front) => press(`${front}${value.text}`, deed.thing)),
      ...(role && deed.thing ? ['make', 'set as'].map((front) => press(`${front} ${role}`, deed.thing)) : []),
    ];
  }
  return [
    press(`${deed.verb} ${field.field} ${value.text}`, deed.thing),
    ...(deed.thing ? [] : [press(`set as ${field.field}`, thing)]),
    ...asRole,
    // "Move it to the label 'x'": a button "Move to" opens what it can be moved to.
    ...(field.isLoose && deed.thing ? [press(`${deed.verb} ${jointOf(field)}`, deed.thing)] : []),
  ];
}

/** "Make 'x' the default location": the value names what gets the role. Null where there is no role, or the deed has a thing. */
export function namedByRole({ thing }: Deed, field: FieldValue): Mention | null {
  const [{ value, said }, role] = [field, roleIn(field)];
  if (thing !== null || value.to !== 'text' || !role) return null;
  // "Set the default language to German" names no thing.
  const [at, roleAt] = [said.indexOf(value.text), said.indexOf(role)];
  return at >= 0 && roleAt > at ? nameless(value.text) : null;
}

const roleIn = ({ field }: FieldValue) => field.split(' ').find((word) => roles.has(word));

/**
 * "Add the label 'Fragile' to the parcel 'x'" creates nothing where the screen shows such a label already: the label becomes a value of the
 * parcel.
 */
export function asMark(deed: Deed, screen: Screen): Deed {
  const { kind, thing, places, fields } = deed;
  const owner = places.findLast(({ name, qualifiers }) => name !== null || qualifiers.length > 0);
  const puts = kind === 'create' || isAdding(deed);
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

/** "Reply to the letter with 'Thursday works for us'": what is quoted in several words, and named by no field, is what is written. */
export const withContent = (deed: Deed): Deed =>
  deed.kind === 'act'
    ? { ...deed, fields: deed.fields.map((one) => (isSentence(one) ? { ...one, isContent: true } : one)) }
    : deed;
const isSentence = ({ field, value }: FieldValue) =>
  (terms(field).length === 0 || isMessage.test(field)) &&
  value.to === 'text' &&
  value.exact &&
  /\S\s+\S+\s+\S/.test(value.text);
/** "Reply with the message '…'": the box for it seldom has a name. */
const isMessage = new RegExp(`^${anyOf('fields', 'message')}$`, 'iu');

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
  if (kind !== 'create' || thing?.name == null || fields.length > 0) return null;
  // "Add Denver to my preferred locations": the place is the field.
  const list =
    thing.kind === ''
      ? places.findLast(({ name, said }) => name === null || /^[\p{Ll}\s]+$/u.test(said))
      : undefined;
  const field = thing.kind || (list?.said ?? '');
  if (field === '') return null;
  const owner = places.findLast((place) => place.name !== null && place !== list) ?? null;
  const value = { to: 'text' as const, text: thing.name, exact: true, unit: null };
  return {
    ...deed,
    kind: 'change',
    thing: owner,
    places: places.filter((place) => place !== owner && place !== list),
    fields: [{ field, value, from: null, said: thing.said }],
  };
}

/** "Sort by" and "filter by" say what is shown of a list. Null for any other verb. */
export function arrangingOf({ verb, fields, places }: Deed): 'sort' | 'filter' | null {
  const known = leadingVerb(verb)?.verb;
  const isTold = fields.some(({ value }) => value.to === 'text');
  if (known === 'filter') return isTold || places.some(isFiltered) ? known : null;
  return known === 'sort' && isTold ? known : null;
}

/** A list is sorted or filtered by controls beside it, which hold what is shown. */
const asView = (deed: Deed, arranging: 'sort' | 'filter'): Deed => ({
  ...deed,
  kind: 'change',
  thing: null,
  places: [...deed.places.filter((place) => !isFiltered(place)), ...(deed.thing ? [deed.thing] : [])],
  fields: [
    ...deed.places.filter(isFiltered).map(({ said, name, kind }) => ({
      field: kind,
      value: { to: 'text' as const, text: name!, exact: true, unit: null },
      from: null,
      said,
      isView: true as const,
    })),
    ...deed.fields.map((one) => ({
      ...one,
      field:
        terms(one.field).length > 0 || arranging === 'filter'
          ? one.field
          : `${deed.verb} ${one.field}`.trim(),
      isView: true as const,
    })),
  ],
  commits: true,
});

/** "The events of the type 'Workshop'": what a list is filtered by may be told of it like a place. */
const isFiltered = ({ name, kind }: Mention) => name !== null && fieldWords.has(kind);
const fieldWords = new Set(deedWords.flatMap(({ fields }) => fields ?? []));

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
