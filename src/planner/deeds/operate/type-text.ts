import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { sameItem } from '../candidates/chain.ts';
import { inPattern, isoDateOf } from '../candidates/dates.ts';
import { says } from '../candidates/likeness.ts';
import { optionFit } from '../candidates/options.ts';
import { isSearching } from '../candidates/searching.ts';
import type { Outcome, Performer } from '../perform/performer.ts';
import { act, broughtBy, nameOf, type Text } from './choose.ts';

export async function type(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean> {
  const what = `Type into “${nameOf(item, field)}”`;
  const date = isoDateOf(value.text);
  const written =
    date !== null && item.inputType !== null
      ? (dateFor(item, date) ?? value.text)
      : item.inputType === 'number' || takesBareNumber(item, value.text)
        ? value.text.replace(/[^\d.,+-]/g, '').replace(/,(?=\d{3})/g, '')
        : value.text;
  const outcome = await performer.act(act(item, { do: 'type', value: written, what }));
  const suggested =
    suggestion(outcome, value.text) ??
    (isSearching(item) ? await laterSuggestion(performer, outcome, item, value.text) : null);
  if (suggested)
    return (await performer.act(act(suggested, { do: 'press', what: `Choose “${suggested.name}”` }))).changed;
  const after = sameItem(outcome.after, outcome.before, item);
  return after === null || holds(after.value, written);
}

/** A date as the field takes it. Null where it does not say how. */
const dateFor = ({ inputType, name, labels, hints }: Item, date: string) =>
  inputType === 'date'
    ? date
    : ([name, ...labels, ...hints].map((text) => inPattern(text, date)).find((text) => text !== null) ??
      null);

/** "$5,000" is 5000 where the field says the currency beside it, or shows a number without one. */
const takesBareNumber = ({ name, labels, value }: Item, text: string) =>
  /^[-+]?[$€£¥₹]?\s?\d[\d.,]*\s?[€£¥₹%]?$/.test(text) &&
  (/^\d+(?:[.,]\d+)?$/.test(value) ||
    [name, ...labels].some((one) => sums.test(one) || /[(][$€£¥₹%]/.test(one)));
const sums = new RegExp(wordsFor('fields', 'sums').join('|'), 'iu');

/** Whether a field shows what was typed. It may write it in its own way: "1,234" for "1234", "9 Feb 2027" for "9 February 2027". */
const holds = (value: string, written: string) => {
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const date = isoDateOf(written);
  return (
    value === written ||
    says(value, written) ||
    (date !== null && isoDateOf(value) === date) ||
    (bare(written) !== '' && bare(value).includes(bare(written)))
  );
};

/** Suggestions come a moment after the last key. Where the whole text finds none, its first word may. */
async function laterSuggestion(
  performer: Performer,
  typed: Outcome,
  item: Item,
  wanted: string,
): Promise<Item | null> {
  const later = await performer.lookAfter(suggestionMs);
  const found = suggestion({ ...typed, after: later }, wanted);
  const [first] = wanted.split(/\s+/);
  const again = sameItem(later, typed.after, item);
  if (found || !first || first === wanted || !again) return found;
  const shorter = await performer.act(
    act(again, { do: 'type', value: first, what: `Search for “${first}”` }),
  );
  const after = await performer.lookAfter(suggestionMs);
  const offered = suggestion({ ...shorter, before: typed.before, after }, wanted);
  const field = sameItem(after, typed.after, item);
  // Nothing is offered for it, so the text is what the field is to have.
  if (!offered && field)
    await performer.act(act(field, { do: 'type', value: wanted, what: `Type “${wanted}”` }));
  return offered;
}
const suggestionMs = 350;

/** An entry of a list that appeared under the field while it was typed into. */
function suggestion(outcome: Outcome, wanted: string): Item | null {
  const offered = broughtBy(outcome).filter(
    ({ kind, isPressable }) => isPressable && /^(?:option|menu-item|body|button|link)$/.test(kind),
  );
  const [best] = offered
    .map((item) => ({ item, fit: optionFit(item.name, wanted) }))
    .sort((a, b) => b.fit - a.fit);
  return best && best.fit >= 0.7 ? best.item : null;
}
