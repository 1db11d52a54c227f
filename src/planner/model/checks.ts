import { containerOf, isInside, ownersOf, topmost } from '../deeds/candidates/chain.ts';
import { isHarmless } from '../deeds/candidates/harmless.ts';
import { coverage, says } from '../deeds/candidates/likeness.ts';
import { isElsewhere } from '../deeds/candidates/ways/neighbours.ts';
import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { wordsFor } from '../language/vocabulary.ts';
import { words } from '../language/words.ts';
import { answerFor } from '../match/field-values.ts';
import { isPressable } from '../page/observe.ts';
import type { Item, Screen } from '../page/screen.ts';
import type { Control, PageView } from '../page/view.ts';
import { type Clause, isAction, parsePrompt } from '../prompt/clauses/parse-prompt.ts';
import { readByGrammar } from '../prompt/grammar/read-by-grammar.ts';
import type { ModelStep } from './answer.ts';
import { isField } from './describe.ts';

/** What the user's own words allow a model to do. */
export interface Leave {
  prompt: string;
  /** The words ask for something to be sent or saved. */
  sends: boolean;
  /** The words ask for a deed, so that the application may be changed. */
  changes: boolean;
  /** The words give the values themselves, so that no others are typed. */
  givesValues: boolean;
  orders: readonly Clause[];
  /** What the words name: things, places, values. */
  names: readonly string[];
}

export function leaveOf(prompt: string): Leave {
  const deeds = readByGrammar(prompt);
  const orders = parsePrompt(prompt).filter(isAction);
  const sends = orders.some(({ verb }) => verb === 'submit') || deeds.some(({ commits }) => commits);
  return {
    prompt,
    sends,
    changes:
      sends || deeds.some(({ kind }) => kind !== 'open') || orders.some(({ verb }) => !looks.test(verb)),
    givesValues: deeds.some(({ thing, fields }) => fields.length > 0 || thing?.name != null),
    orders,
    names: deeds.flatMap(({ thing, places, fields }) => [
      ...[thing, ...places].flatMap((mention) => mention?.name ?? []),
      ...fields.flatMap(({ value }) => (value.to === 'text' ? value.text : [])),
    ]),
  };
}

const looks = /^(?:search|go|press|scroll|hover|expand)$/;

/** Where a step is to be done: the item as it is now, on the screen as it is now. */
export interface Spot {
  item: Item;
  screen: Screen;
  view: PageView;
}

/** Why a step must not be done, in words for the model. Null where it may be. The checks are those of the built-in planner's candidates. */
export function refusalOf(step: ModelStep, spot: Spot, leave: Leave): string | null {
  const { item, screen, view } = spot;
  const top = topmost(screen);
  const control = view.controls.find(({ id }) => id === item.id);
  if (top !== null && !isInside(screen, item, top)) return 'a dialog lies above it';
  if (item.isDisabled) return 'it is disabled';
  if (isField(item))
    return step.do === 'press' || mayBeFilled(item, control) ? null : 'a demo leaves this field alone';
  if (!isHarmless(item) || (control?.danger ?? null) !== null)
    return 'a demo does not pay, delete or sign out';
  if (isElsewhere(item, screen) || (control && !isPressable(control))) return 'it leads away from the site';
  if (step.do === 'press' && !item.isPressable && !item.needsDouble) return 'it cannot be pressed';
  if (step.do === 'press' && binds(spot, leave) && !isOrdered(item.name, leave))
    return 'the REQUEST does not ask for anything to be sent or confirmed';
  return null;
}

const mayBeFilled = ({ kind }: Item, control: Control | undefined) =>
  kind === 'rich-text' ||
  (control !== undefined && (control.purpose !== 'input' || answerFor(control) !== null));

const confirming = new RegExp(`^${anyOf('controls', 'confirms')}[.!]?$`, 'i');
const saving = new RegExp(`^(?:${wordsFor('offers', 'saves').join('|')})$`, 'iu');

/** Whether a press sends or confirms something that the words of the prompt do not ask for. A button that says "OK" may confirm anything. */
function binds(spot: Spot, leave: Leave): boolean {
  const { item, screen } = spot;
  const name = item.name.trim();
  const container = containerOf(screen, item);
  if (confirming.test(name)) return !(leave.sends && container !== null);
  return !leave.sends && (sendsForm(spot) || (container !== null && saving.test(name)));
}

/**
 * Why a step that makes the application write must not be done. The words of the prompt have to ask for a change, and have something to do
 * with what was used: its name, or the row or dialog that it is in. Null where it may be.
 */
export function writingRefusal({ item, screen }: Spot, leave: Leave): string | null {
  if (!leave.changes) return 'it would change the application, and the REQUEST does not ask for that';
  const own = [item.name, ...item.labels];
  const owners = ownersOf(screen, item).filter(({ kind }) => kind !== 'page');
  const isMeant =
    saving.test(item.name.trim()) ||
    own.some((text) => coverage(text, leave.prompt) > 0) ||
    owners.some(({ name, text }) => leave.names.some((one) => says(`${name} ${text}`, one)));
  return isMeant ? null : 'it would change the application, and the REQUEST does not speak of it';
}

/** Whether a press sends a form. */
export const sendsForm = ({ item, view }: Spot) =>
  item.inputType === 'submit' ||
  view.controls.some(({ id, purpose }) => id === item.id && purpose === 'submit');

/**
 * Whether the prompt orders to press the control by its name. A page can give its buttons names that are in any prompt: "a",
 * "the demo".
 */
function isOrdered(name: string, { orders }: Leave): boolean {
  const stems = (text: string) =>
    ` ${words(text)
      .map(({ stem }) => stem)
      .join(' ')} `;
  const wanted = stems(name);
  return terms(name).length > 0 && orders.some(({ said }) => stems(said).includes(wanted));
}

/**
 * The value to enter. The model's value is used if the prompt says it, or, where the prompt gives no values itself, if the field takes
 * plain words or figures. Fields for addresses, telephone numbers and the like get our own examples. Null where the model's value is
 * nobody's.
 */
export function valueFor({ item, view }: Spot, given: string | null, leave: Leave): string | null {
  const control = view.controls.find(({ id }) => id === item.id);
  const ours = (control && answerFor(control)) ?? null;
  const value = given?.trim() ?? '';
  if (isSaid(value, item, leave.prompt)) return value;
  if (leave.givesValues) return null;
  const plain = /^(?:text|search|textarea|editable|range|number)$/.test(
    control?.inputType ?? item.inputType ?? '',
  );
  return value !== '' && (plain || item.kind === 'rich-text') ? value.slice(0, 120) : ours;
}

/** Whether the prompt says all words of a value. A date or a time it may say in other words, but with one of its numbers. */
export function isSaid(value: string, { inputType }: Item, prompt: string): boolean {
  if (value === '') return false;
  if (prompt.includes(value)) return true;
  const said = new Set(words(prompt).map(({ stem }) => stem));
  const own = words(value).map(({ stem }) => stem);
  if (own.length > 0 && own.every((stem) => said.has(stem))) return true;
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
  const isFigure = /^(?:date|time|month|week|datetime-local|number|range)$/.test(inputType ?? '');
  return isFigure && numbers(value).some((one) => numbers(prompt).includes(one));
}
