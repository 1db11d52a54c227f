import type { Deed, Mention, Value } from './deed.ts';

/**
 * Whether two readings ask for the same: deeds of the same kinds, with the same words for things and places together, and the same values for
 * the same fields.
 */
export const isSameReading = (one: readonly Deed[], other: readonly Deed[]) =>
  summary(one) === summary(other);

/** What a reading asks for, in one line, without what makes no difference to it. */
export function summary(deeds: readonly Deed[]): string {
  const asked = deeds.filter(({ kind }) => kind !== 'open' || deeds.length === 1);
  return asked.map(ofDeed).join(' & ');
}

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
