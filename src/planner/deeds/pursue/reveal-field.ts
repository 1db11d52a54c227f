import { terms } from '../../language/terms.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { isInside, keyOf, newItems, sameItem, topmost } from '../candidates/chain.ts';
import { calledFit } from '../candidates/field-called.ts';
import { type FieldCandidate, fieldCandidates } from '../candidates/field-candidates.ts';
import { least } from '../candidates/weights.ts';
import { operate } from '../operate/operate.ts';
import type { Performer } from '../perform/performer.ts';
import { scopeOf } from './set-field.ts';

/** How well a box to tick or a radio button has to be called by the field that it may bring. */
const leastCalled = 0.6;
const mostTries = 2;

/**
 * Gives a value to a field that a form shows only when something is ticked or chosen: "ends on 2027-01-31" behind “Set end date”, "a minimum purchase of
 * $75" behind the radio button “Minimum purchase amount”. What brings no field that takes the value is taken back.
 * @returns whether a control has the value now
 */
export async function revealField(
  performer: Performer,
  deed: Deed,
  field: FieldValue,
  container: number | null,
): Promise<boolean> {
  const form = container === null ? null : formOn(performer.screen, container);
  if (form === null || !mayBeHidden(performer, deed, field, form)) return false;
  const seen = performer.screen;
  for (const { item } of openers(seen, field, form).slice(0, mostTries)) {
    const mark = performer.path.length;
    const opener = sameItem(performer.screen, seen, item);
    if (!opener) return false;
    const what = `Choose “${opener.name || opener.labels[0]}”`;
    const { before, after } = await performer.act({
      do: 'press',
      item: opener,
      part: 'field',
      what,
      opens: [],
    });
    const brought = new Set(newItems({ before, after }, keyOf).filter(isEntry));
    const control = brought.size > 0 ? controlAmong(brought, performer, deed, field, form) : undefined;
    if (control && (await operate(performer, control, field))) return true;
    if (!(await performer.returnTo(mark))) return false;
  }
  return false;
}

/** A form that was drawn anew, after a choice in it, may be another part of the screen. */
function formOn(screen: Screen, container: number): number {
  const isThere = screen.items.some((item) => isEntry(item) && isInside(screen, item, container));
  return topmost(screen) ?? (isThere ? container : 0);
}

/** Only off camera can a press be taken back. What the form asks for already is hidden nowhere. */
function mayBeHidden(performer: Performer, deed: Deed, field: FieldValue, form: number): boolean {
  if (performer.isFilmed || field.value.to !== 'text' || terms(field.field).length === 0) return false;
  const [best] = fieldCandidates(performer.screen, field, scopeOf(performer, deed, form));
  return !best || best.confidence < least.inContainer;
}

/** What may be ticked or chosen in a form and is not, the one that is called most like the field first. */
function openers(screen: Screen, { field }: FieldValue, form: number): { item: Item; called: number }[] {
  return screen.items
    .filter((item) => isInside(screen, item, form) && !item.isDisabled && isOff(item))
    .map((item) => ({
      item,
      called: Math.max(...[item.name, ...item.labels.slice(0, 1)].map((text) => calledFit(field, text))),
    }))
    .filter(({ called }) => called >= leastCalled)
    .sort((one, other) => other.called - one.called);
}

const isOff = ({ kind, isOn, isSelected }: Item) =>
  kind === 'toggle' ? isOn === false : kind === 'radio' && !isSelected && isOn !== true;

const isEntry = ({ kind, isDisabled }: Item) =>
  /^(?:field|select|picker|rich-text|slider)$/.test(kind) && !isDisabled;

/** The control among those that have come that is called so, or else the one that is made for such a value, or takes it. */
function controlAmong(
  brought: ReadonlySet<Item>,
  performer: Performer,
  deed: Deed,
  field: FieldValue,
  form: number,
): FieldCandidate | undefined {
  const { screen } = performer;
  const scope = scopeOf(performer, deed, topmost(screen) ?? form);
  const among = (asked: FieldValue) =>
    fieldCandidates(screen, asked, scope).filter(({ item }) => brought.has(item));
  const [named] = among(field);
  if (named && named.confidence >= least.inContainer) return named;
  const fitting = among({ ...field, field: '' }).filter(({ features }) => features.misfit === 0);
  return fitting.find(({ features }) => features.suits > 0) ?? fitting[0];
}
