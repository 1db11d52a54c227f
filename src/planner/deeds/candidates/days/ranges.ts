import { wordsFor } from '../../../language/vocabulary.ts';
import type { Deed, FieldValue } from '../../../prompt/deed.ts';
import { isMoment } from '../../../prompt/moments.ts';
import { isTime } from './dates.ts';

/** "Set the quiet hours from 9:00 to 18:00" says when they begin and when they end, and not what they were before. */
export const isRange = ({ field, from, value }: FieldValue) =>
  value.to === 'text' && from !== null && isTime(from) && isTime(value.text) && lasting.test(field);
const lasting = new RegExp(`(?:^|\\s)(?:${wordsFor('fields', 'ranges').join('|')})$`, 'iu');

export function withRange(deed: Deed): Deed {
  const end = (field: string, text: string, one: FieldValue): FieldValue => ({
    ...one,
    field,
    from: null,
    value: { to: 'text', text, exact: true, unit: null },
  });
  const named = deed.fields
    .filter(isRange)
    .map(({ field }) => ({ said: field, name: null, kind: field, qualifiers: [], ordinal: null }));
  return {
    ...deed,
    places: [...deed.places, ...named],
    fields: deed.fields.flatMap((one) =>
      isRange(one) && one.value.to === 'text'
        ? [end('from', one.from!, one), end('to', one.value.text, one)]
        : [one],
    ),
  };
}

/** "Runs from 5 January to 13 February" says where a range begins, and in the next field where it ends. */
export const asBegin = (one: FieldValue, at: number, all: readonly FieldValue[]): FieldValue => {
  const next = all[at + 1];
  const isEnd = next?.field === 'to' && next.value.to === 'text' && isMoment(next.value.text);
  const isBegin = one.value.to === 'text' && isMoment(one.value.text) && beginsRange.test(one.said);
  return isEnd && isBegin ? { ...one, field: 'from' } : one;
};

/** English only. */
const beginsRange = /^(?:runs?|running|lasts?|lasting|goes|is open|takes place)?\s*from\s/i;

/** "From 1:00 PM to 2:30 PM": the second is the end, whatever it was read as. */
export const asEnd = (one: FieldValue, at: number, all: readonly FieldValue[]): FieldValue => {
  const last = all[at - 1];
  const isTimed = ({ value }: FieldValue) => value.to === 'text' && isTime(value.text);
  return one.field === '' && last?.field === 'from' && isTimed(last) && isTimed(one)
    ? { ...one, field: 'to' }
    : one;
};
