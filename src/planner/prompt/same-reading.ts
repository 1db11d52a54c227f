import type { Deed, Mention, Value } from './deed.ts';

/**
 * Whether two readings ask for the same: deeds of the same kinds, with the same words for things and places together, and the same values for
 * the same fields.
 */
export const isSameReading = (one: readonly Deed[], other: readonly Deed[]) =>
  summary(one) === summary(other);

/** As `isSameReading`, where the deeds may be of different kinds: "leave a remark" creates one or is an act. */
export const isSameButKinds = (one: readonly Deed[], other: readonly Deed[]) =>
  withoutKinds(one) === withoutKinds(other);
const withoutKinds = (deeds: readonly Deed[]) => summary(deeds.map((deed) => ({ ...deed, kind: 'act' })));

/** What a reading asks for, in one line, without what makes no difference to it. */
export function summary(deeds: readonly Deed[]): string {
  const asked = deeds.filter(({ kind }) => kind !== 'open' || deeds.length === 1);
  return asked.map(ofDeed).join(' & ');
}

/** Whether a reading has a place for each word that another one has a place for. One that drops words asks for less than the prompt does. */
export function keepsWords(one: readonly Deed[], other: readonly Deed[]): boolean {
  const own = new Set(wordsIn(one));
  return wordsIn(other).every((word) => own.has(word));
}

const wordsIn = (deeds: readonly Deed[]) =>
  deeds.flatMap(({ verb, thing, places, fields }) => [
    ...words(verb),
    ...[...(thing ? [thing] : []), ...places].flatMap(ofMention),
    ...fields.flatMap(({ field, value, from }) => words(`${field} ${ofValue(value)} ${from ?? ''}`)),
  ]);

function ofDeed({ kind, thing, places, fields }: Deed): string {
  const mentions = [...(thing ? [thing] : []), ...places];
  const named = [...new Set(mentions.flatMap(ofMention))].sort().join(' ');
  const given = fields.map(({ field, value }) => `${words(field).join(' ')}=${ofValue(value)}`).sort();
  return `${kind} | ${named} ${thing?.ordinal ?? ''} | ${given.join('; ')}`;
}

const ofMention = ({ name, kind, qualifiers }: Mention) =>
  [name ?? '', kind, ...qualifiers].flatMap((text) => words(text));

const ofValue = (value: Value) =>
  value.to === 'text' ? words(`${value.text} ${value.unit ?? ''}`).join(' ') : value.to;

/** Small words and "field" say nothing by themselves. */
const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}@#$€£%&+-]+/u)
    .filter((word) => word !== '' && !small.has(word));
const small = new Set(
  'the a an s of in on at for to with as from by and named called titled my our its their this that new existing please field is'.split(
    ' ',
  ),
);
