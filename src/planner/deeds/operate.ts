import { wholeWords } from '../language/patterns.ts';
import { wordsFor } from '../language/vocabulary.ts';
import type { Item, Screen } from '../page/screen.ts';
import type { FieldValue, Value } from '../prompt/deed.ts';
import { isInside, sameItem, topmost } from './chain.ts';
import { type FieldCandidate, optionFit } from './field-candidates.ts';
import { isSameText, says } from './likeness.ts';
import type { Act, Outcome, Performer } from './performer.ts';

/**
 * Gives a control the value that the prompt asks for, as a person would, and looks whether it has it then.
 * @returns whether it has. What was tried in vain stays on the performer's path: the caller goes back
 */
export async function operate(performer: Performer, candidate: FieldCandidate, field: FieldValue): Promise<boolean> {
  const { item, way } = candidate;
  const { value } = field;
  if (value.to !== 'text') return turn(performer, item, value.to === 'on', field);
  if (value.unit !== null) await setUnit(performer, item, value.unit, field);
  const present = sameItem(performer.screen, performer.screen, item) ?? item;
  switch (way) {
    case 'choose':
      return item.kind === 'select' ? select(performer, present, value, field) : choose(performer, present, value.text, field);
    case 'type':
      return type(performer, present, value, field);
    case 'edit-text':
      return editText(performer, present, value, field);
    default:
      return pick(performer, present, field);
  }
}

const act = (field: FieldValue, item: Item, more: Partial<Act> & Pick<Act, 'do' | 'what'>): Act => ({
  item,
  part: 'field',
  opens: [],
  ...more,
  what: more.what || field.said,
});
const nameOf = (item: Item, field: FieldValue) => item.name || item.labels[0] || field.field;

async function turn(performer: Performer, item: Item, on: boolean, field: FieldValue): Promise<boolean> {
  if (item.isOn === on) return true;
  const what = `Turn “${item.labels[0] || nameOf(item, field)}” ${on ? 'on' : 'off'}`;
  const outcome = await performer.act(act(field, item, { do: 'press', what }));
  const after = sameItem(outcome.after, outcome.before, item);
  return after !== null && after.isOn !== null ? after.isOn === on : outcome.changed;
}

async function select(performer: Performer, item: Item, value: Value & { to: 'text' }, field: FieldValue): Promise<boolean> {
  const [best] = item.options
    .map((option) => ({ option, fit: Math.max(optionFit(option.label, value.text), optionFit(option.value, value.text)) }))
    .sort((a, b) => b.fit - a.fit);
  if (!best || best.fit < leastOptionFit) return false;
  const what = `Choose “${best.option.label}”`;
  const outcome = await performer.act(act(field, item, { do: 'set', value: best.option.value, what }));
  const after = sameItem(outcome.after, outcome.before, item);
  return after === null || after.value === best.option.value || isSameText(after.value, best.option.label) || outcome.changed;
}

/** A list of the page's own: a press opens it, and the option appears somewhere on the screen. */
async function choose(performer: Performer, item: Item, wanted: string, field: FieldValue): Promise<boolean> {
  if (isSameText(item.value, wanted)) return true;
  const opened = await performer.act(act(field, item, { do: 'press', what: `Open “${nameOf(item, field)}”` }));
  const shown = bestOption(opened, wanted) ?? (await searched(performer, opened, wanted, field));
  if (!shown) return false;
  const chosen = await performer.act(act(field, shown, { do: 'press', what: `Choose “${shown.name}”` }));
  return chosen.changed;
}

/** A list that has a field to search it: the value is typed there. */
async function searched(performer: Performer, opened: Outcome, wanted: string, field: FieldValue): Promise<Item | null> {
  const [search] = newItems(opened).filter(({ kind }) => kind === 'field');
  if (!search) return null;
  const typed = await performer.act(act(field, search, { do: 'type', value: wanted, what: `Search for “${wanted}”` }));
  return bestOption({ ...typed, before: opened.before }, wanted);
}

/** What a press or a keystroke has brought onto the screen. */
export function newItems({ before, after }: Pick<Outcome, 'before' | 'after'>): Item[] {
  const known = new Set(before.items.map(keyOf));
  return after.items.filter((item) => !known.has(keyOf(item)));
}
const keyOf = ({ kind, name, box }: Item) => `${kind} ${name} ${Math.round(box.x / 4)} ${Math.round(box.y / 4)}`;

const leastOptionFit = 0.62;

function bestOption(outcome: Pick<Outcome, 'before' | 'after'>, wanted: string): Item | null {
  const [best] = newItems(outcome)
    .filter((item) => (item.isPressable || item.kind === 'option') && !/^(?:field|picker|select|rich-text)$/.test(item.kind))
    .map((item) => ({ item, fit: optionFit(item.name, wanted) }))
    .sort((a, b) => b.fit - a.fit);
  return best && best.fit >= leastOptionFit ? best.item : null;
}

async function pick(performer: Performer, item: Item, field: FieldValue): Promise<boolean> {
  if (item.isSelected || (item.kind === 'radio' && item.isOn === true)) return true;
  const outcome = await performer.act(act(field, item, { do: 'press', what: `Choose “${nameOf(item, field)}”` }));
  return outcome.changed;
}

async function type(performer: Performer, item: Item, value: Value & { to: 'text' }, field: FieldValue): Promise<boolean> {
  const what = `Type into “${nameOf(item, field)}”`;
  const written = item.inputType === 'number' ? value.text.replace(/[^\d.,+-]/g, '').replace(/,(?=\d{3})/g, '') : value.text;
  const outcome = await performer.act(act(field, item, { do: 'type', value: written, what }));
  const suggested = suggestion(outcome, value.text) ?? (isSearching(item) ? await laterSuggestion(performer, outcome, item, value.text, field) : null);
  if (suggested) return (await performer.act(act(field, suggested, { do: 'press', what: `Choose “${suggested.name}”` }))).changed;
  const after = sameItem(outcome.after, outcome.before, item);
  return after === null || says(after.value, written) || after.value === written || outcome.changed;
}

const isSearching = ({ inputType, role, name, hints }: Item) =>
  inputType === 'search' || role === 'combobox' || role === 'searchbox' || searches.test(`${name} ${hints.join(' ')}`);
const searches = new RegExp(wholeWords(wordsFor('controls', 'searches')), 'iu');

/** Suggestions come a moment after the last key. Where the whole text finds none, its first word may. */
async function laterSuggestion(
  performer: Performer,
  typed: Outcome,
  item: Item,
  wanted: string,
  field: FieldValue,
): Promise<Item | null> {
  const later = await performer.lookAfter(suggestionMs);
  const found = suggestion({ ...typed, after: later }, wanted);
  const [first] = wanted.split(/\s+/);
  const again = sameItem(later, typed.after, item);
  if (found || !first || first === wanted || !again) return found;
  const shorter = await performer.act(act(field, again, { do: 'type', value: first, what: `Search for “${first}”` }));
  return suggestion({ ...shorter, before: typed.before, after: await performer.lookAfter(suggestionMs) }, wanted);
}
const suggestionMs = 350;

/** An entry of a list that appeared under the field while it was typed into. */
function suggestion(outcome: Outcome, wanted: string): Item | null {
  const offered = newItems(outcome).filter(
    ({ kind, isPressable }) => isPressable && /^(?:option|menu-item|body|button|link)$/.test(kind),
  );
  const [best] = offered
    .map((item) => ({ item, fit: optionFit(item.name, wanted) }))
    .sort((a, b) => b.fit - a.fit);
  return best && best.fit >= 0.7 ? best.item : null;
}

/** Text that becomes a field when it is pressed, or pressed twice. */
async function editText(performer: Performer, item: Item, value: Value & { to: 'text' }, field: FieldValue): Promise<boolean> {
  for (const how of ['press', 'double-press'] as const) {
    const shown = sameItem(performer.screen, performer.screen, item);
    if (!shown) return false;
    const outcome = await performer.act(act(field, shown, { do: how, what: `Edit “${item.name.slice(0, 60)}”` }));
    const editor = editorFor(outcome, item);
    if (editor) {
      if (!(await type(performer, editor, value, field))) return false;
      const typed = sameItem(performer.screen, outcome.after, editor);
      if (typed) await performer.act(act(field, typed, { do: 'enter', what: 'Confirm with Enter' }));
      return true;
    }
    if (!outcome.changed) performer.forgetLast();
  }
  return false;
}

function editorFor(outcome: Outcome, item: Item): Item | null {
  const fields = newItems(outcome).filter(({ kind }) => kind === 'field' || kind === 'rich-text');
  return fields.find(({ value }) => isSameText(value, item.name)) ?? fields.find(({ box }) => overlaps(box, item.box)) ?? null;
}

const overlaps = (a: Item['box'], b: Item['box']) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A number's unit often has a control of its own beside the field. */
async function setUnit(performer: Performer, item: Item, unit: string, field: FieldValue): Promise<void> {
  const { screen } = performer;
  const beside = screen.items
    .filter((one) => one.id !== item.id && /^(?:select|picker|button|radio|tab|option)$/.test(one.kind) && isNear(one, item, screen))
    .map((one) => ({ one, fit: unitFit(one, unit) }))
    .sort((a, b) => b.fit - a.fit)[0];
  if (!beside || beside.fit < 0.8) return;
  const { one } = beside;
  if (isSameText(one.value, unit) || one.isSelected || one.isOn === true) return;
  if (one.kind === 'select') await select(performer, one, { to: 'text', text: unit, exact: true, unit: null }, field);
  else await performer.act(act(field, one, { do: 'press', what: `Choose “${one.name}”` }));
}

const unitFit = (item: Item, unit: string) =>
  item.kind === 'select' ? Math.max(0, ...item.options.map(({ label }) => optionFit(label, unit))) : optionFit(item.name, unit);

function isNear(one: Item, item: Item, screen: Screen): boolean {
  const top = topmost(screen);
  if (top !== null && !isInside(screen, one, top)) return false;
  const dx = Math.max(one.box.x - (item.box.x + item.box.width), item.box.x - (one.box.x + one.box.width), 0);
  const dy = Math.abs(one.box.y + one.box.height / 2 - (item.box.y + item.box.height / 2));
  return dx < 160 && dy < 40;
}
