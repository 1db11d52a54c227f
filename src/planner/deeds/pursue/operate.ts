import { wholeWords } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue, Value } from '../../prompt/deed.ts';
import { isInside, newItems, placeOf, sameItem, topmost } from '../candidates/chain.ts';
import { isoDateOf } from '../candidates/dates.ts';
import type { FieldCandidate } from '../candidates/field-candidates.ts';
import { isSameText, says } from '../candidates/likeness.ts';
import { calledAsChoice, choiceFit, optionFit, optionFits } from '../candidates/options.ts';
import type { Act, Outcome, Performer } from '../perform/performer.ts';
import { dayOnCalendar } from './calendar.ts';

/**
 * Gives a control the value that the prompt asks for, as a person would, and looks whether it has it then.
 * @returns whether it has. What was tried in vain stays on the performer's path: the caller goes back
 */
export async function operate(
  performer: Performer,
  candidate: Pick<FieldCandidate, 'item' | 'way'>,
  field: FieldValue,
): Promise<boolean> {
  const { item, way } = candidate;
  const { value } = field;
  if (value.to !== 'text') return turn(performer, item, value.to === 'on', field);
  const before = performer.screen;
  if (value.unit !== null) await setUnit(performer, item, value.unit, field);
  const present = sameItem(performer.screen, before, item) ?? item;
  switch (way) {
    case 'choose':
      return item.kind === 'select'
        ? select(performer, present, value)
        : choose(performer, present, value, field);
    case 'type':
      return type(performer, present, value, field);
    case 'edit-text':
      return editText(performer, present, value, field);
    default:
      return pick(performer, present, field);
  }
}

type Text = Value & { to: 'text' };

const act = (item: Item, more: Pick<Act, 'do' | 'what' | 'value'>): Act => ({
  item,
  part: 'field',
  opens: [],
  ...more,
});
const nameOf = (item: Item, field: FieldValue) => item.name || item.labels[0] || field.field;

async function turn(performer: Performer, item: Item, on: boolean, field: FieldValue): Promise<boolean> {
  if (item.isOn === on) return true;
  const what = `Turn “${item.labels[0] || nameOf(item, field)}” ${on ? 'on' : 'off'}`;
  const outcome = await performer.act(act(item, { do: 'press', what }));
  const after = sameItem(outcome.after, outcome.before, item);
  return after !== null && after.isOn !== null ? after.isOn === on : outcome.changed;
}

async function select(performer: Performer, item: Item, value: Text): Promise<boolean> {
  const fits = optionFits(
    item.options.map(({ label }) => label),
    value,
  );
  const [best] = item.options
    .map((option, index) => ({
      option,
      fit: Math.max(fits[index] ?? 0, optionFit(option.value, value.text)),
    }))
    .sort((a, b) => b.fit - a.fit);
  if (!best || best.fit < leastOptionFit) return false;
  const what = `Choose “${best.option.label}”`;
  const outcome = await performer.act(act(item, { do: 'set', value: best.option.value, what }));
  const after = sameItem(outcome.after, outcome.before, item);
  return (
    after === null ||
    after.value === best.option.value ||
    isSameText(after.value, best.option.label) ||
    outcome.changed
  );
}

/** A list of the page's own: a press opens it, and the option appears somewhere on the screen. */
async function choose(performer: Performer, item: Item, value: Text, field: FieldValue): Promise<boolean> {
  if (isSameText(item.value, value.text)) return true;
  const opened = await performer.act(act(item, { do: 'press', what: `Open “${nameOf(item, field)}”` }));
  const shown =
    bestOption(opened, value) ??
    (await dayOnCalendar(performer, opened, value.text)) ??
    (await searched(performer, opened, value));
  if (!shown) return false;
  const chosen = await performer.act(act(shown, { do: 'press', what: `Choose “${calledAsChoice(shown)}”` }));
  return chosen.changed;
}

/** A list that has a field to search it: the value is typed there. */
async function searched(performer: Performer, opened: Outcome, value: Text): Promise<Item | null> {
  const [search] = broughtBy(opened).filter(({ kind }) => kind === 'field');
  if (!search) return null;
  const typed = await performer.act(
    act(search, { do: 'type', value: value.text, what: `Search for “${value.text}”` }),
  );
  return bestOption({ ...typed, before: opened.before }, value);
}

/** What a press or a keystroke has brought onto the screen. An option may be called like something that was there already. */
const broughtBy = (outcome: Pick<Outcome, 'before' | 'after'>) => newItems(outcome, placeOf);

const leastOptionFit = 0.62;

/** What a press has brought that stands for a value. */
export function bestOption(outcome: Pick<Outcome, 'before' | 'after'>, value: Text): Item | null {
  const offered = broughtBy(outcome).filter(
    (item) =>
      (item.isPressable || item.kind === 'option') && !/^(?:field|picker|select|rich-text)$/.test(item.kind),
  );
  const fits = optionFits(offered.map(calledAsChoice), value);
  const [best] = offered
    .map((item, index) => ({ item, fit: Math.max(fits[index] ?? 0, choiceFit(item, value.text)) }))
    .sort((a, b) => b.fit - a.fit);
  return best && best.fit >= leastOptionFit ? best.item : null;
}

async function pick(performer: Performer, item: Item, field: FieldValue): Promise<boolean> {
  if (item.isSelected || (/^(?:radio|toggle)$/.test(item.kind) && item.isOn === true)) return true;
  const outcome = await performer.act(act(item, { do: 'press', what: `Choose “${nameOf(item, field)}”` }));
  return outcome.changed;
}

async function type(performer: Performer, item: Item, value: Text, field: FieldValue): Promise<boolean> {
  const what = `Type into “${nameOf(item, field)}”`;
  const written =
    item.inputType === 'date'
      ? (isoDateOf(value.text) ?? value.text)
      : item.inputType === 'number'
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

/** Whether a field shows what was typed. It may write it in its own way: "1,234" for "1234". */
const holds = (value: string, written: string) => {
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  return (
    value === written || says(value, written) || (bare(written) !== '' && bare(value).includes(bare(written)))
  );
};

const isSearching = ({ inputType, role, name, hints }: Item) =>
  inputType === 'search' ||
  role === 'combobox' ||
  role === 'searchbox' ||
  searches.test(`${name} ${hints.join(' ')}`);
const searches = new RegExp(wholeWords(wordsFor('controls', 'searches')), 'iu');

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

/** Text that becomes a field when it is pressed, or pressed twice. */
async function editText(performer: Performer, item: Item, value: Text, field: FieldValue): Promise<boolean> {
  const before = performer.screen;
  for (const how of ['press', 'double-press'] as const) {
    const shown = sameItem(performer.screen, before, item);
    if (!shown) return false;
    const outcome = await performer.act(act(shown, { do: how, what: `Edit “${item.name.slice(0, 60)}”` }));
    const editor = editorFor(outcome, item);
    if (editor) {
      if (!(await type(performer, editor, value, field))) return false;
      const typed = sameItem(performer.screen, outcome.after, editor);
      if (typed) await performer.act(act(typed, { do: 'enter', what: 'Confirm with Enter' }));
      return true;
    }
    if (!outcome.changed) performer.forgetLast();
  }
  return false;
}

function editorFor(outcome: Outcome, item: Item): Item | null {
  const fields = broughtBy(outcome).filter(({ kind }) => kind === 'field' || kind === 'rich-text');
  return (
    fields.find(({ value }) => isSameText(value, item.name)) ??
    fields.find(({ box }) => overlaps(box, item.box)) ??
    null
  );
}

const overlaps = (a: Item['box'], b: Item['box']) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A number's unit often has a control of its own beside the field. */
async function setUnit(performer: Performer, item: Item, unit: string, field: FieldValue): Promise<void> {
  const { screen } = performer;
  const [beside] = screen.items
    .filter(
      (one) =>
        one.id !== item.id &&
        /^(?:select|picker|button|radio|tab|option)$/.test(one.kind) &&
        isNear(one, item, screen),
    )
    .map((one) => ({ one, fit: unitFit(one, unit) }))
    .sort((a, b) => b.fit - a.fit);
  if (!beside || beside.fit < 0.7) return;
  const { one } = beside;
  if (unitLikeness(one.value, unit) >= 0.7 || one.isSelected || one.isOn === true) return;
  const value = { to: 'text' as const, text: unit, exact: true, unit: null };
  if (one.kind === 'select') await select(performer, one, value);
  else if (one.kind === 'picker') await chooseUnit(performer, one, unit, field);
  else await performer.act(act(one, { do: 'press', what: `Choose “${one.name}”` }));
}

async function chooseUnit(
  performer: Performer,
  picker: Item,
  unit: string,
  field: FieldValue,
): Promise<void> {
  const opened = await performer.act(act(picker, { do: 'press', what: `Open “${nameOf(picker, field)}”` }));
  const [best] = broughtBy(opened)
    .map((item) => ({ item, fit: unitLikeness(item.name, unit) }))
    .sort((a, b) => b.fit - a.fit);
  if (best && best.fit >= 0.7)
    await performer.act(act(best.item, { do: 'press', what: `Choose “${best.item.name}”` }));
}

const unitFit = (item: Item, unit: string) => {
  const offered = item.options.map(({ label }) => unitLikeness(label, unit));
  // A list that shows a short word beside a number is that number's unit, whatever it offers.
  const isUnit =
    item.kind === 'picker' && item.value.length > 0 && item.value.length <= 4 && offered.length === 0;
  return Math.max(isUnit ? 0.7 : 0, unitLikeness(item.name, unit), ...offered);
};

/** "C" is "Celsius", and "ms" is "milliseconds". */
const unitLikeness = (label: string, unit: string) =>
  label.length > 0 && label.length <= 2 && unit.toLowerCase().startsWith(label.toLowerCase())
    ? 0.8
    : optionFit(label, unit);

function isNear(one: Item, item: Item, screen: Screen): boolean {
  const top = topmost(screen);
  if (top !== null && !isInside(screen, one, top)) return false;
  const dx = Math.max(one.box.x - (item.box.x + item.box.width), item.box.x - (one.box.x + one.box.width), 0);
  const dy = Math.abs(one.box.y + one.box.height / 2 - (item.box.y + item.box.height / 2));
  return dx < 160 && dy < 40;
}
