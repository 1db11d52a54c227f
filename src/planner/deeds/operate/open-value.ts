import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { newItems, placeOf, sameItem } from '../candidates/chain.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { isSameText, says } from '../candidates/likeness.ts';
import { numberBeside, numberIn, stepsOf } from '../candidates/steppers.ts';
import { refuses, saves } from '../candidates/ways/way-words.ts';
import type { Outcome, Performer } from '../perform/performer.ts';
import { act, broughtBy, choose, chooseFrom, select, type Text } from './choose.ts';
import { setUnit } from './set-unit.ts';
import { type } from './type-text.ts';

/** A value that is pressed, or pressed twice, to be changed: it becomes a field or a list, or opens one. */
export async function openValue(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean> {
  const before = performer.screen;
  for (const how of ['press', 'double-press'] as const) {
    const shown = sameItem(performer.screen, before, item);
    if (!shown) return false;
    const opened = await performer.act(act(shown, { do: how, what: `Edit “${item.name.slice(0, 60)}”` }));
    const editor = editorFor(opened, item);
    if (editor) return edit(performer, editor, { opened, value, field });
    // “Hold the order” has done what is asked for. What it has brought, as “Release hold”, would take it back.
    if (opened.wrote > 0) return says(item.name, value.text);
    if (opened.changed)
      return /^(?:button|menu-item|option)$/.test(item.kind) && chooseFrom(performer, opened, value);
    performer.forgetLast();
  }
  return false;
}

/** Sets what has taken the place of a value, and confirms it as the page offers: by a button beside it, or by Enter. */
async function edit(
  performer: Performer,
  editor: Item,
  { opened, value, field }: { opened: Outcome; value: Text; field: FieldValue },
): Promise<boolean> {
  const isTyped = editor.kind === 'field' || editor.kind === 'rich-text';
  if (isTyped && value.unit !== null) await setUnit(performer, editor, value.unit, field);
  const present = sameItem(performer.screen, opened.after, editor);
  if (!present) return false;
  const isSet = isTyped
    ? await type(performer, present, value, field)
    : editor.kind === 'select'
      ? await select(performer, editor, value)
      : await choose(performer, editor, value, field);
  if (!isSet) return false;
  const after = performer.screen;
  // What only moved down to make room for the field was there before.
  const brought = newItems({ before: opened.before, after }, placeOf).filter(
    (one) => like(after, one) > like(opened.before, one),
  );
  const confirm = brought.find(
    (one) =>
      one.kind === 'button' &&
      one.isPressable &&
      !one.isDisabled &&
      isHarmless(one) &&
      saves.test(one.name.trim()),
  );
  if (confirm) await performer.act(act(confirm, { do: 'press', what: `Press “${confirm.name}”` }));
  const typed = isTyped && !confirm ? sameItem(after, opened.after, editor) : null;
  if (typed) await performer.act(act(typed, { do: 'enter', what: 'Confirm with Enter' }));
  return true;
}

/** How many items of a screen are called as one is. */
const like = ({ items }: Screen, { kind, name }: Item) =>
  items.filter((one) => one.kind === kind && one.name === name).length;

/** What has taken the place of a value: it holds the value, stands where that stood, or is all that a panel asks for. */
function editorFor(opened: Outcome, item: Item): Item | null {
  const isItself = ({ kind, name, box }: Item) =>
    kind === item.kind && name === item.name && Math.hypot(box.x - item.box.x, box.y - item.box.y) < 2;
  // The other buttons “Edit” only moved.
  const isOneMore = (one: Item) =>
    one.kind !== 'button' ||
    like(opened.after, one) > like(opened.before, one) ||
    like(opened.after, one) === 1;
  const fresh = broughtBy(opened).filter(
    (one) => /^(?:field|rich-text|select|picker|button)$/.test(one.kind) && !isItself(one) && isOneMore(one),
  );
  // “Click to edit”, with the value beside it, is what other values are called as well.
  const shown = item.value === '' ? item.name : item.value;
  return (
    fresh.find((one) => isSameText(one.kind === 'button' ? one.name : one.value, shown)) ??
    fresh.find(({ kind, box }) => kind !== 'button' && overlaps(box, item.box)) ??
    onlyField(broughtBy(opened))
  );
}

/** The field of a panel that offers nothing to choose from, so that it searches nothing either. */
function onlyField(brought: readonly Item[]): Item | null {
  const [only, ...others] = brought.filter(({ kind }) => /^(?:field|rich-text|select|picker)$/.test(kind));
  const ends = ({ name }: Item) => saves.test(name.trim()) || refuses.test(name.trim());
  const isOffer = (one: Item) =>
    one !== only && one.kind !== 'text' && (one.isPressable || one.kind === 'option') && !ends(one);
  return only?.kind === 'field' && others.length === 0 && !brought.some(isOffer) ? only : null;
}

/** Presses the button for more or for less until the number between them is the one that is asked for. */
export async function stepTo(performer: Performer, item: Item, value: Text): Promise<boolean> {
  // Of several words without a number, none is stepped to.
  if (!/\d/.test(value.text)) return false;
  const wanted = Number(value.text.replace(/[^\d.-]/g, ''));
  let at = { item, screen: performer.screen };
  for (let presses = 0; ; presses++) {
    const shown = sameItem(performer.screen, at.screen, at.item);
    const present = shown && numberIn(shown);
    if (present === wanted) return true;
    const steps = shown && stepsOf(performer.screen, shown);
    const isUnset = shown?.kind === 'button';
    if ((!steps && !isUnset) || (present === null && !isUnset) || presses >= mostSteps) return false;
    const button = isUnset ? shown : present! < wanted ? steps!.more : steps!.less;
    if (button.isDisabled) return false;
    const what = `Press “${button.name}” to reach ${value.text}`;
    const { changed } = await performer.act(act(button, { do: 'press', what }));
    if (!changed) return false;
    const begun = isUnset ? numberBeside(performer.screen, button) : null;
    if (isUnset && !begun) return false;
    if (begun) at = { item: begun, screen: performer.screen };
  }
}
const mostSteps = 20;

const overlaps = (a: Item['box'], b: Item['box']) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
