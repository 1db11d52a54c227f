import { terms } from '../../language/terms.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { isInside, topmost } from '../candidates/chain.ts';
import { isDate, isTime } from '../candidates/days/dates.ts';
import { asksForDate, asksForTime } from '../candidates/field-value.ts';
import { isSearching } from '../candidates/searching.ts';

/**
 * The field that a value without a name is for, as the open form asks for it: "until 4 May" is the only date that it asks for, and "with
 * 'See you there'" is its text.
 * @param container what the deed has opened
 */
export function askedFor(
  field: FieldValue,
  deed: Deed,
  screen: Screen,
  container: number | null,
): FieldValue {
  const { value } = field;
  // "At", "for" and "with" say nothing of what a field is called.
  if (deed.kind === 'change' || value.to !== 'text' || terms(field.field).length > 0) return field;
  const form = topmost(screen) ?? container;
  const asked = screen.items.filter(
    (item) => form !== null && !item.isDisabled && isInside(screen, item, form),
  );
  const called = ([only, ...others]: readonly Item[], otherwise = field.field): FieldValue => ({
    ...field,
    field: (only && others.length === 0 ? only.labels[0] || only.name : '') || otherwise,
  });
  if (isDate(value.text)) return called(asked.filter(asksForDate), 'date');
  if (isTime(value.text)) return called(asked.filter(asksForTime), 'time');
  const isCount = deed.kind === 'create' && field.field === '' && (value.unit?.length ?? 0) > 2;
  if (isCount) return { ...field, field: value.unit!, value: { ...value, unit: null } };
  const entries = asked.filter(({ kind }) => kind === 'field');
  if (value.exact && isSum.test(value.text))
    return deed.kind === 'act' && field.field === ''
      ? called(entries.length === 1 ? entries : entries.filter(asksForNumber))
      : field;
  if (!value.exact && field.field !== '') return called(entries.filter(takesPeople));
  return value.exact && / /.test(value.text) ? { ...field, field: '', isContent: true } : field;
}

const isSum = /^[-+]?[$€£¥₹]?\s?\d[\d.,]*\s?[€£¥₹%]?$/;
const asksForNumber = ({ inputType, name, labels, value }: Item) =>
  inputType === 'number' ||
  [name, ...labels].some((one) => sums.test(one)) ||
  /^\d[\d.,]*$/.test(value || name);
const sums = new RegExp([...wordsFor('fields', 'sums'), ...wordsFor('fields', 'counts')].join('|'), 'iu');

/** What is sent "to Ann Lee" asks for her in a field that searches for people. */
const takesPeople = (item: Item) => item.value === '' && isSearching(item);
