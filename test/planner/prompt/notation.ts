import type { Deed, FieldValue, Mention } from '../../../src/planner/prompt/deed.ts';

/** A prompt and the deeds that it asks for, as `told` writes them. */
export type Case = readonly [prompt: string, ...deeds: string[]];

/** A deed in one line: `kind verb! | thing | places | fields`. The mark says that it commits, and quotation marks that a value is exact. */
export function told({ kind, verb, commits, thing, places, fields }: Deed): string {
  return [
    `${kind} ${verb}${commits ? '!' : ''}`,
    thing ? mentioned(thing) : '-',
    places.map(mentioned).join(' > ') || '-',
    fields.map(valued).join(' ; ') || '-',
  ].join(' | ');
}

function mentioned({ kind, name, qualifiers, ordinal }: Mention): string {
  return [
    kind,
    name === null ? '' : `"${name}"`,
    qualifiers.length > 0 ? `{${qualifiers.join('; ')}}` : '',
    ordinal === null ? '' : `#${ordinal}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function valued({ field, value, from }: FieldValue): string {
  const text =
    value.to !== 'text'
      ? value.to
      : [value.exact ? `"${value.text}"` : value.text, value.unit].filter(Boolean).join(' ');
  return `${field} = ${text}${from === null ? '' : ` (was ${from})`}`.trim();
}
