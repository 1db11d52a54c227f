import type { Deed, FieldValue } from '../../../prompt/deed.ts';
import { isAdding } from './read-anew.ts';

/** The values of a deed, where its grammar has taken them for something else. English only. */
export const withValuesAnew = (deed: Deed): Deed =>
  bySwitch({
    ...deed,
    fields: withAmounts(withFormer(withMessages(deed.fields, deed.said), deed.said), deed.said)
      .map((field) => asQuoted(field, deed.said))
      .map((field) => (deed.kind === 'act' ? asPerson(field, deed.said) : asKindOfValue(field)))
      .filter(isNoLine)
      .map(asPosition)
      .map((field) => withShort(field, deed.thing?.kind ?? ''))
      .map(ofThem)
      .map(ofItsOwn),
  });

/** "With 3 of 'Tallow soap'": the soap, and how many of it. */
function withAmounts(fields: readonly FieldValue[], said: string): readonly FieldValue[] {
  return fields.flatMap((field, at) => {
    const [before, after] = [fields[at - 1], fields[at + 1]];
    if (before && isAmountOf(before, field, said)) return [{ ...before, field: 'quantity' }];
    return after && isAmountOf(field, after, said) ? [after] : [field];
  });
}
const isAmountOf = (one: FieldValue, { field, value }: FieldValue, said: string) =>
  field === '' &&
  value.to === 'text' &&
  value.exact &&
  isNumber(one.value) &&
  /^(?:with|for|of)?$/.test(one.field) &&
  one.value.to === 'text' &&
  ["'", '"', '‘', '“', ''].some((mark) =>
    said.includes(` ${(one.value as { text: string }).text} of ${mark}${value.text}`),
  );

/** "6 hours instead of 10 hours": 10 is what it was. */
function withFormer(fields: readonly FieldValue[], said: string): readonly FieldValue[] {
  const [, former] = insteadOf.exec(said) ?? [];
  const at = fields.findIndex(
    ({ field, value }) => field === '' && value.to === 'text' && value.text === former,
  );
  return former && at > 0 ? fields.filter((_, index) => index !== at) : fields;
}
const insteadOf = /\b(?:instead of|rather than) (\d[\d.,]*)\b/i;

/** "With 'Can comment' access": what is quoted is the access, and no field. */
function asQuoted(field: FieldValue, said: string): FieldValue {
  const { value } = field;
  if (value.to !== 'text') return field;
  const isQuoted = !value.exact && /^\p{Ll}+$/u.test(value.text) && quotes(said, field.field, value.text);
  if (isQuoted)
    return { ...field, field: value.text, value: { ...value, text: field.field, exact: true, unit: null } };
  const isOfNone = field.field === '' || /^(?:with|as|for|to)$/.test(field.field);
  return isOfNone && value.exact && value.unit !== null && quotes(said, value.text, value.unit)
    ? { ...field, field: value.unit, value: { ...value, unit: null } }
    : field;
}
const quotes = (said: string, text: string, behind: string) =>
  text !== '' && ["'", '"', '’', '”'].some((end) => said.includes(`${text}${end} ${behind}`));

/** "Pause the filter 'x' by turning its toggle off" turns off the filter. */
function bySwitch(deed: Deed): Deed {
  const [only, ...others] = deed.fields;
  const { kind, thing } = deed;
  if (kind !== 'act' || !thing?.name || others.length > 0 || !only || only.value.to === 'text') return deed;
  if (!aSwitch.test(only.field)) return deed;
  const field = { ...only, field: `${thing.kind} ${thing.name}`.trim() };
  return { ...deed, kind: 'change', verb: `turn ${only.value.to}`, thing: null, fields: [field] };
}
const aSwitch = /^(?:its |the )?(?:toggle|switch|checkbox)$/i;

/** "Turn on the replies with the message 'Back in August'": the message is not turned on. It is what is quoted behind it. */
function withMessages(fields: readonly FieldValue[], said: string): FieldValue[] {
  return fields.flatMap((field, at) => {
    const [before, after] = [fields[at - 1], fields[at + 1]];
    if (at > 0 && after && isMessage(field, after, said)) return [];
    return before && at > 1 && isMessage(before, field, said) ? [{ ...field, field: before.field }] : [field];
  });
}

const isMessage = ({ field, value }: FieldValue, next: FieldValue, said: string) =>
  value.to !== 'text' &&
  field !== '' &&
  next.field === '' &&
  next.value.to === 'text' &&
  next.value.exact &&
  said.includes(next.value.text) &&
  said
    .slice(0, said.indexOf(next.value.text))
    .replace(/\W+$/, '')
    .toLowerCase()
    .endsWith(field.toLowerCase());

/** "With 2 guests and a vegetarian meal": the meal is no number of guests. */
function ofItsOwn(field: FieldValue, at: number, all: readonly FieldValue[]): FieldValue {
  const { value } = field;
  const isTwice = all.slice(0, at).some((one) => one.field === field.field && isNumber(one.value));
  const [, sort, thing] =
    isTwice && value.to === 'text' && !value.exact ? (ofOneSort.exec(value.text) ?? []) : [];
  return value.to === 'text' && sort && thing
    ? { ...field, field: thing, value: { ...value, text: sort } }
    : field;
}
const isNumber = (value: FieldValue['value']) => value.to === 'text' && /^\d+$/.test(value.text);
const ofOneSort = /^(?:an? )?(\p{Ll}[\p{L}-]*) (\p{Ll}+)$/u;

/** "Share it with the adviser Ann Lee": she is an adviser, and the form asks only with whom. */
function asPerson(field: FieldValue, said: string): FieldValue {
  const { value } = field;
  const isPerson = value.to === 'text' && !value.exact && fullName.test(value.text);
  if (!isPerson || !/^[\p{L} -]+$/u.test(field.field)) return field;
  const [, joint] =
    /\b(with|to|for) (?:the |my |our )?$/iu.exec(said.split(`${field.field} ${value.text}`)[0] ?? '') ?? [];
  return joint ? { ...field, field: joint.toLowerCase(), isLoose: true } : field;
}
const fullName = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*)+$/u;

/** "For the API team": which team it is. */
function asKindOfValue(field: FieldValue): FieldValue {
  const { value } = field;
  const [, name, kind] =
    field.field === 'for' && value.to === 'text' && !value.exact ? (namedKind.exec(value.text) ?? []) : [];
  return value.to === 'text' && name && kind
    ? { ...field, field: kind, value: { ...value, text: name } }
    : field;
}
const namedKind = /^(\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*)*) (\p{Ll}{3,})$/u;

/** "With one line for the item 'x'": the line is what the item and its quantity are in, and no value. */
const isNoLine = ({ value }: FieldValue) => value.to !== 'text' || value.exact || !aLine.test(value.text);
const aLine = /^(?:a|one|1) (?:single )?(?:line|row)(?: item)?$/i;

/** The "product type" of a product is what its form may call “Type”. */
function withShort(field: FieldValue, kind: string): FieldValue {
  const of = kind.toLowerCase().split(' ').at(-1) ?? '';
  const isOfKind = of !== '' && field.field.toLowerCase().startsWith(`${of} `);
  return isOfKind ? { ...field, short: field.field.slice(of.length + 1) } : field;
}

/** "Let them start at 20:00": “Start” */
const ofThem = (field: FieldValue): FieldValue => ({
  ...field,
  field: field.field.replace(/^(?:them|it) /i, ''),
});

/** "The logo in the centre": “Centre” */
function asPosition(field: FieldValue): FieldValue {
  const { value } = field;
  const [, where] = value.to === 'text' && !value.exact ? (inThe.exec(value.text) ?? []) : [];
  return value.to === 'text' && where ? { ...field, value: { ...value, text: where } } : field;
}
const inThe = /^(?:in|on|at) the (\p{L}+)$/iu;

/**
 * "Create a signature 'x' and use it for replies" makes it, and then chooses it there.
 * @returns the deeds, with what uses the new thing as one of its own
 */
export function withUses(deeds: readonly Deed[]): readonly Deed[] {
  const [first, ...others] = deeds;
  const name = first?.kind === 'create' ? first.thing?.name : null;
  if (!first || !name) return deeds;
  const uses = first.fields.filter(({ field, value }) => field !== '' && isIt(value));
  if (uses.length === 0) return deeds;
  const value = { to: 'text' as const, text: name, exact: true, unit: null };
  return [
    { ...first, fields: first.fields.filter((field) => !uses.includes(field)) },
    ...uses.map(
      (field): Deed => ({
        ...first,
        kind: 'change',
        verb: 'use',
        said: field.said,
        thing: null,
        places: [],
        fields: [{ ...field, value }],
      }),
    ),
    ...others,
  ];
}
const isIt = (value: FieldValue['value']) => value.to === 'text' && !value.exact && /^it$/i.test(value.text);

/** "Add the label 'x' to the letters 'y' and 'z'" gives it to each of them. */
export const withEach = (deeds: readonly Deed[]): readonly Deed[] =>
  deeds.flatMap((deed) => {
    const [first, ...others] = deed.places;
    const areAlike =
      first !== undefined &&
      others.length > 0 &&
      others.every(({ kind, name }) => kind === first.kind && kind !== '' && name !== null) &&
      first.name !== null;
    return isAdding(deed) && deed.kind === 'create' && areAlike
      ? deed.places.map((place) => ({ ...deed, places: [place] }))
      : [deed];
  });

/** "Add the tag 'x' to the contact Ann Lee and star the contact", "assign the issue 'y' to Ann and add the label 'z' to it": what was named before. */
export const withNamedBefore = (deeds: readonly Deed[], prompt: string): readonly Deed[] =>
  deeds.map((deed, at) => {
    const before = deeds.slice(0, at);
    return deed.kind === 'create' ? givenToIt(deed, before, prompt) : ofSameKind(deed, before);
  });

function ofSameKind(deed: Deed, before: readonly Deed[]): Deed {
  const { thing } = deed;
  if (!thing || thing.name !== null || thing.kind === '' || thing.ordinal !== null) return deed;
  if (thing.qualifiers.length > 0) return deed;
  const named = before
    .flatMap((one) => [...one.places, ...(one.thing ? [one.thing] : [])])
    .filter(({ kind, name }) => kind === thing.kind && name !== null);
  const [only] = named;
  return only && named.every(({ name }) => name === only.name) ? { ...deed, thing: only } : deed;
}

/** The words that a reading leaves out behind a deed may be "to it". */
function givenToIt(deed: Deed, before: readonly Deed[], prompt: string): Deed {
  const last = before.at(-1)?.thing;
  if (!last?.name || deed.places.length > 0 || !isAdding(deed)) return deed;
  const from = prompt.indexOf(deed.said);
  const behind = from < 0 ? '' : prompt.slice(from + deed.said.length);
  return toIt.test(behind) || toIt.test(deed.said) ? { ...deed, places: [last] } : deed;
}
const toIt = /^\s*to (?:it|him|her)\b|\bto (?:it|him|her)$/i;
