import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { dialogsOn, sameItem } from '../candidates/chain.ts';
import { inPattern, isoDateOf } from '../candidates/days/dates.ts';
import { dayMeant } from '../candidates/days/day-meant.ts';
import { asksForTag } from '../candidates/field-called.ts';
import { isSameText, says } from '../candidates/likeness.ts';
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
  const date = dayMeant(value.text);
  const written =
    date !== null && item.inputType !== null
      ? (dateFor(item, date) ?? value.text)
      : item.inputType === 'number' || takesBareNumber(item, value.text)
        ? value.text.replace(/[^\d.,+-]/g, '').replace(/,(?=\d{3})/g, '')
        : (onlyNumber(item, value) ?? value.text);
  const outcome = await performer.act(act(item, { do: 'type', value: written, what }));
  const suggested =
    suggestion(outcome, item, value) ??
    (isSearching(item) ? await laterSuggestion(performer, outcome, item, value) : null);
  if (suggested)
    return (await performer.act(act(suggested, { do: 'press', what: `Choose “${suggested.name}”` }))).changed;
  const after = sameItem(outcome.after, outcome.before, item);
  if (after && asksForTag(item) && (await confirmTag(performer, after))) return true;
  // “01/03/2028” in the field's own pattern tells no day by itself, and the field may show “Jan 3, 2028” then.
  const isDay = date !== null && after !== null && isoDateOf(after.value) === date;
  return after === null || isDay || holds(after.value, written);
}

/** Whether Enter has made a tag of what was typed: the field is empty, the tag is there, and the form is still open. In some forms Enter sends all of it. */
async function confirmTag(performer: Performer, item: Item): Promise<boolean> {
  const mark = performer.path.length;
  const entered = await performer.act(act(item, { do: 'enter', what: `Confirm “${item.value}”` }));
  const after = sameItem(entered.after, entered.before, item);
  const isOpen = dialogsOn(entered.after) === dialogsOn(entered.before);
  const isTag = broughtBy(entered).some(({ name }) => says(name, item.value));
  if (after?.value === '' && isOpen && isTag) return true;
  await performer.returnTo(mark);
  return false;
}

/** A date as the field takes it. Null where it does not say how. */
const dateFor = ({ inputType, name, labels, hints }: Item, date: string) =>
  inputType === 'date'
    ? date
    : ([name, ...labels, ...hints].map((text) => inPattern(text, date)).find((text) => text !== null) ??
      null);

/** "$5,000" is 5000 where the field says the currency beside it, or shows a number without one, be it as an example (“0.00”). */
const takesBareNumber = ({ name, labels, value }: Item, text: string) =>
  /^[-+]?[$€£¥₹]?\s?\d[\d.,]*\s?[€£¥₹%]?$/.test(text) &&
  ([name, value].some((shown) => /^\d+(?:[.,]\d+)?$/.test(shown)) ||
    [name, ...labels].some((one) => sums.test(one) || /[(][$€£¥₹%]/.test(one)));
const sums = new RegExp(wordsFor('fields', 'sums').join('|'), 'iu');

/** "Close after 7 days": a field that shows a bare number gets the only one that is said. Null where it is no such field, or nothing is left out. */
function onlyNumber({ value: shown }: Item, { text, exact }: Text): string | null {
  const numbers = text.match(/\d+(?:[.,]\d+)?/g) ?? [];
  return /^\d+(?:[.,]\d+)?$/.test(shown) && !exact && counts.test(text) ? numbers[0]! : null;
}

const counts = /^(?:\p{Ll}+\s+)*\d+(?:[.,]\d+)?\s+\p{Ll}{3,}(?:\s+\p{Ll}+)*$/u;

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
  value: Text,
): Promise<Item | null> {
  const { text: wanted } = value;
  const later = await performer.lookAfter(suggestionMs);
  const found = suggestion({ ...typed, after: later }, item, value);
  const [first] = wanted.split(/\s+/);
  const again = sameItem(later, typed.after, item);
  if (found || !first || first === wanted || !again) return found;
  const shorter = await performer.act(
    act(again, { do: 'type', value: first, what: `Search for “${first}”` }),
  );
  const after = await performer.lookAfter(suggestionMs);
  const offered = suggestion({ ...shorter, before: typed.before, after }, item, value);
  const field = sameItem(after, typed.after, item);
  // Nothing is offered for it, so the text is what the field is to have.
  if (!offered && field)
    await performer.act(act(field, { do: 'type', value: wanted, what: `Type “${wanted}”` }));
  return offered;
}
const suggestionMs = 350;

/** What stands where something was called as the field was shows the new name, and offers nothing. */
const isRenamed = ({ kind, box }: Item, { value: former }: Item, { before }: Outcome) =>
  former !== '' &&
  before.items.some(
    (one) =>
      one.kind === kind &&
      isSameText(one.name, former) &&
      Math.abs(one.box.x - box.x) < 3 &&
      Math.abs(one.box.y - box.y) < 3,
  );

/** An entry of a list that appeared under the field while it was typed into. */
function suggestion(outcome: Outcome, field: Item, { text, exact }: Text): Item | null {
  const offered = broughtBy(outcome).filter(
    (item) =>
      item.isPressable &&
      /^(?:option|menu-item|body|button|link)$/.test(item.kind) &&
      !isRenamed(item, field, outcome),
  );
  const [best] = offered
    .map((item) => ({ item, fit: optionFit(item.name, text, exact) }))
    .sort((a, b) => b.fit - a.fit);
  return best && best.fit >= 0.7 ? best.item : null;
}
