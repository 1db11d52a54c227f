import { wholeWords } from '../../language/patterns.ts';
import { terms } from '../../language/terms.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import { isCardField } from '../../page/danger.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue, Mention, Value } from '../../prompt/deed.ts';
import { isInside, ownersOf, topmost } from './chain.ts';
import { isDate, isTime } from './dates.ts';
import { isHarmless } from './harmless.ts';
import { coverage, isSameText, likeness, says } from './likeness.ts';
import { isMeant, isOfAnother, isShown, outOfScope, type Reached } from './mentions.ts';
import { namesAsChoice, optionFit, optionFits } from './options.ts';
import { isSearching } from './searching.ts';
import { shownAlike } from './shown-alike.ts';
import { isStepped } from './steppers.ts';
import { confidence, type Features, weightsFor } from './weights.ts';

/** An item that may be the control of a field, and how it would get the value. */
export interface FieldCandidate {
  item: Item;
  way: 'turn' | 'choose' | 'pick' | 'type' | 'step' | 'open';
  features: Features<FieldFeature>;
  confidence: number;
}

const fieldFeatures = [
  'name',
  'label',
  'hint',
  'group',
  'all',
  'notShown',
  'unnamedField',
  'value',
  'from',
  'suits',
  'misfit',
  'outOfScope',
  'outOfKind',
  'inContainer',
  'isDisabled',
  'isText',
] as const;
type FieldFeature = (typeof fieldFeatures)[number];
const weights = weightsFor('field', fieldFeatures);

/** Where the control has to be: within what was opened for the deed, and with the things that the prompt names. */
export interface Scope {
  /** Mentions that the control's surroundings, or the screen as a whole, have to be about. */
  mentions: readonly Mention[];
  /** Mentions that were opened or selected on the way here. */
  reached: Reached;
  /** A dialog or form that belongs to the deed, as an index in `things`. */
  container: number | null;
}

/** The controls that may be meant by a field, the most likely first. */
export function fieldCandidates(screen: Screen, field: FieldValue, scope: Scope): FieldCandidate[] {
  const top = topmost(screen);
  const notShown = scope.mentions.filter(
    (mention) => mention.name !== null && scope.reached.has(mention) && !isShown(mention, screen),
  );
  const found = screen.items
    .filter((item) => (top === null || isInside(screen, item, top)) && !/^(?:file)$/.test(item.kind))
    .flatMap((item) => candidate(screen, item, field, scope, { notShown, isOpenly: top === null }) ?? []);
  const isNamed = found.some((one) => isCalled(one) && one.features.outOfScope === 0);
  const own = isNamed ? found.map(withoutWordsAround) : found;
  // What shows the name of the thing is its title, where something else is called its text.
  const isText = isNamedText(field.field) && own.some((one) => saysField(one) && isEntry(one));
  const told = isText
    ? own.map((one) => (saysField(one) ? one : withoutFormer(one)))
    : byFormer(own, field.field);
  return told.sort((a, b) => b.confidence - a.confidence);
}

/**
 * "Rename X to Y": where nothing is called “Name”, the only field that shows X is meant, and not one that has a part of the words, such as
 * “Tag name”.
 */
function byFormer(all: FieldCandidate[], field: string): FieldCandidate[] {
  if (!/^(?:name|title)$/.test(field)) return all;
  const [only, ...others] = all.filter((one) => one.features.from === 1 && isEntry(one));
  if (!only || others.length > 0 || only.features.outOfScope > 0 || all.some(isCalled)) return all;
  return all.map((one) => {
    const features =
      one === only ? { ...one.features, unnamedField: 1 } : { ...one.features, name: 0, label: 0 };
    return isEntry(one) ? { ...one, features, confidence: confidence(features, weights) } : one;
  });
}

const isNamedText = (field: string) => field !== '' && !/^(?:name|title)$/.test(field);
const saysField = ({ features: { name, label, outOfScope } }: FieldCandidate) =>
  Math.max(name, label) >= 0.75 && outOfScope === 0;
const isEntry = ({ item }: FieldCandidate) => /^(?:field|rich-text)$/.test(item.kind);

function withoutFormer(one: FieldCandidate): FieldCandidate {
  if (one.features.from === 0) return one;
  const features = { ...one.features, from: 0 };
  return { ...one, features, confidence: confidence(features, weights) };
}

const isCalled = ({ features }: FieldCandidate) => Math.max(features.name, features.label) >= 0.95;

/**
 * Where a control is called as the prompt says, the words around the others say nothing for them, and neither do several parts of their
 * names: "Search pharmacy…" below "Pharmacy" is not more "instructions to pharmacy" than what is called so.
 */
function withoutWordsAround(one: FieldCandidate): FieldCandidate {
  if (isCalled(one)) return one;
  const { name, label } = one.features;
  const own = name > label ? { name, label: 0 } : { name: 0, label };
  const features = { ...one.features, ...own, hint: 0, all: 0 };
  return { ...one, features, confidence: confidence(features, weights) };
}

function candidate(
  screen: Screen,
  item: Item,
  { field, value, from, isLoose, isContent }: FieldValue,
  scope: Scope,
  { notShown, isOpenly }: { notShown: readonly Mention[]; isOpenly: boolean },
): FieldCandidate | null {
  const way = wayFor(item, value, from) ?? (isStepped(screen, item) && value.to === 'text' ? 'step' : null);
  // A card number is never typed, not even one that the prompt gives.
  if (way === null || isCardField({ name: item.name, hint: [...item.labels, ...item.hints].join(' ') }))
    return null;
  const owners = ownersOf(screen, item);
  const name = way === 'pick' || way === 'open' || way === 'step' ? 0 : calledFit(field, item.name);
  const group = Math.max(
    0,
    ...owners.slice(0, 3).map((owner, index) => likeness(field, owner.name) * (1 - 0.2 * index)),
  );
  const outside = outOfScope(scope.mentions, scope.reached, item, screen);
  const label = Math.max(
    way === 'choose' || way === 'type' ? calledFit(field, captionOf(item, screen)) : 0,
    ...labelsOf(item).map((one, index) => calledFit(field, one) * (1 - 0.12 * index)),
    field === '' && endsWithLabel(value, item) ? 0.9 : 0,
  );
  const isLabelled = name > 0.7 || label > 0.7;
  // What shows while the field is empty says less than its label: "Your number" in "Number", and "Re-enter number" in "Confirm number".
  const isByLabel = name >= 0.9 && label > name;
  const around = [
    item.name,
    ...item.labels,
    ...owners.slice(0, 3).map((owner) => owner.name),
    ...item.hints,
  ].join(' ');
  const unseen = way === 'choose' ? shownAlike(item, screen, value) : 0;
  const features: Features<FieldFeature> = {
    name: isByLabel ? 0 : name,
    label:
      isSwitchOfMeant(item, field, value, scope, screen) || (isContent && isOnlyText(item, screen, scope))
        ? 1
        : name >= 0.9
          ? isByLabel
            ? label
            : 0
          : Math.max(label, way === 'choose' && isLoose && isOnlyOfMeant(item, scope, screen) ? 0.6 : 0),
    hint: isLabelled ? 0 : likeness(field, item.hints.join(' ')),
    group,
    all: Math.max(name, label) > 0.75 ? 0 : Math.max(0, coverage(field, around) - 0.6) / 0.4,
    notShown: scope.container === null && isOpenly ? notShown.length : 0,
    unnamedField: field === '' || isLoose ? 1 : 0,
    value: Math.max(unseen, valueFit(item, way, value)),
    // What is looked for is not what has the name.
    from:
      from !== null && !isSearching(item) && (isSameText(item.value, from) || isSameText(item.name, from))
        ? 1
        : 0,
    suits: unseen > 0 || suits(item, way, value) ? 1 : 0,
    misfit: misfits(item, way, value) ? 1 : 0,
    outOfScope: outside.filter((mention) => mention.name !== null || isOfAnother(mention, screen)).length,
    outOfKind: outside.filter((mention) => mention.name === null && !isOfAnother(mention, screen)).length,
    inContainer: scope.container !== null && isInside(screen, item, scope.container) ? 1 : 0,
    isDisabled: item.isDisabled ? 1 : 0,
    isText: way === 'open' && label === 0 && !(isDay(value) && asksForDate(item)) ? 1 : 0,
  };
  return { item, way, features, confidence: confidence(features, weights) };
}

/** "Move it to the interview stage" names the field behind the value. */
const endsWithLabel = (value: Value, { name, labels }: Item) =>
  value.to === 'text' &&
  !value.exact &&
  value.text.includes(' ') &&
  [name, ...labels.slice(0, 1)].some((one) => isSameText(value.text.split(' ').at(-1)!, one));

/** A label that is the name as well says nothing more. */
const labelsOf = ({ labels, name }: Item) => labels.map((one) => (isSameText(one, name) ? '' : one));

/** "☐ Nest under: [ ]": what is ticked right before a control, and ends with a colon, is what the control is for. Empty where nothing is. */
function captionOf({ box }: Item, { items }: Screen): string {
  const isBefore = ({ kind, name, box: { x, y, height } }: Item) => {
    const down = box.y - (y + height);
    const isBeside = x < box.x && Math.abs(y + height / 2 - (box.y + box.height / 2)) < 12;
    return (
      /^(?:body|toggle)$/.test(kind) &&
      /\p{L}\s*[:：]$/u.test(name) &&
      (isBeside || (down >= -4 && down < 32))
    );
  };
  return items.filter(isBefore).at(-1)?.name ?? '';
}

/** How well a text names a field, by the prompt's words for it or by others: "from" is "Start date" on some pages. */
export function calledFit(field: string, text: string): number {
  const others = sameFields.find((group) => group.includes(field.toLowerCase())) ?? [];
  // "To" names what is called so, and not a "Note to patient".
  const own = terms(field).length > 0 ? ownFit(field, text) : isSameText(field, text) ? 1 : 0;
  return Math.max(own, ...others.map((one) => 0.95 * likeness(one, text)));
}
const sameFields = wordsFor('fields', 'same').map((group) => group.split('|'));

/** "The due date" is set in "Due" and not in "Start date": a word for the sort of value says nothing that the value does not say. */
function ownFit(field: string, text: string): number {
  const [asked, called] = [withoutSort(field), withoutSort(text)];
  if (asked === '' || sorts.has(text.toLowerCase())) return likeness(field, text);
  if (called !== '') return likeness(asked, called) >= 0.5 ? likeness(field, text) : 0;
  return Math.max(likeness(field, text), isSameText(asked, text) ? 0.9 : 0);
}

/** Empty where there is no such word. */
const withoutSort = (field: string) => {
  const words = field.toLowerCase().split(' ');
  return words.length > 1 && sorts.has(words.at(-1)!) ? words.slice(0, -1).join(' ') : '';
};
const sorts = new Set(wordsFor('fields', 'sorts'));

/** Whether a verb is also a word for a field: "assign" for the assignee. */
export const isFieldWord = (verb: string) => sameFields.some((group) => group.includes(verb));

/** "Turn off the rule 'x'": the only switch in the row of the rule needs no name. A box that selects a row is no switch. */
function isSwitchOfMeant(item: Item, field: string, { to }: Value, scope: Scope, screen: Screen): boolean {
  if (field !== '' || to === 'text' || item.kind !== 'toggle' || item.hints.includes('select')) return false;
  return isOnlyOfMeant(item, scope, screen);
}

/** Whether an item is the only one of its kind in the row of what the prompt names. */
function isOnlyOfMeant(item: Item, { mentions }: Scope, screen: Screen): boolean {
  const row = ownersOf(screen, item).find(({ kind }) => kind === 'row' || kind === 'card');
  const isMeantRow =
    row !== undefined && mentions.some((mention) => mention.name !== null && isMeant(mention, row, screen));
  const isIn = (one: Item) => ownersOf(screen, one).includes(row!);
  return isMeantRow && screen.items.filter((one) => one.kind === item.kind && isIn(one)).length === 1;
}

const isDay = (value: Value) => value.to === 'text' && isDate(value.text);

/** Whether an item is the only empty one that takes text of several lines, in the open form or on the screen. */
function isOnlyText(item: Item, screen: Screen, { container }: Scope): boolean {
  const form = topmost(screen) ?? container;
  const isEmptyText = (one: Item) =>
    (one.kind === 'rich-text' || one.inputType === 'textarea') &&
    one.value.trim() === '' &&
    !one.isDisabled &&
    (form === null || isInside(screen, one, form));
  return isEmptyText(item) && screen.items.filter(isEmptyText).length === 1;
}

/** How an item could get a value. Null where it cannot. */
function wayFor(item: Item, value: Value, from: string | null): FieldCandidate['way'] | null {
  if (value.to !== 'text')
    return /^(?:toggle|radio)$/.test(item.kind) || (item.kind === 'button' && item.isOn !== null)
      ? 'turn'
      : null;
  // What only a double press acts on is text that can be edited, also where its listener makes it look like a button.
  if (item.kind === 'button' && item.needsDouble) return 'open';
  // So is a cell that shows the value that the prompt says it has.
  if (/^(?:button|body)$/.test(item.kind) && from !== null && isSameText(item.name, from)) return 'open';
  switch (item.kind) {
    case 'select':
    case 'picker':
      return 'choose';
    case 'field':
      // A field that shows the code of a colour takes no word for one.
      if (isColour(item.value) && !isColour(value.text)) return null;
      return 'type';
    case 'slider':
    case 'rich-text':
      return 'type';
    case 'swatch':
      // A swatch that shows the present colour opens those to choose from.
      if (value.text !== item.value && isColour(value.text) && valueFit(item, 'pick', value) < 0.7)
        return 'choose';
      return valueFit(item, 'pick', value) >= 0.7 ? 'pick' : null;
    case 'radio':
    case 'option':
    case 'tab':
    case 'toggle':
    case 'button':
    case 'menu-item':
    case 'body':
      if (valueFit(item, 'pick', value) >= 0.7) return 'pick';
      // "Pick a date" opens a calendar.
      if (isDate(value.text) && asksForDate(item) && isHarmless(item)) return 'open';
      // A button that shows the present value opens what changes it.
      return item.kind === 'button' && item.value !== '' && isHarmless(item) ? 'open' : null;
    case 'text':
      return item.name !== '' && (item.needsDouble || item.isPressable) ? 'open' : null;
    default:
      return null;
  }
}

/** Whether the item offers the value: as one of its options, or because it is that value's own button. */
function valueFit(item: Item, way: FieldCandidate['way'], value: Value): number {
  if (value.to !== 'text') return 0;
  if (way === 'open' && isDate(value.text) && asksForDate(item)) return 0.8;
  const wanted = value.unit ? `${value.text} ${value.unit}` : value.text;
  if (way === 'choose')
    return Math.max(
      0,
      ...optionFits(
        item.options.map(({ label }) => label),
        value,
      ),
    );
  if (way === 'pick') {
    return Math.max(
      ...namesAsChoice(item).map((called) => {
        // "A permanent entry" is what the choice "Permanent" is for.
        const isWithin = !value.exact && called.length > 2 && says(value.text, called);
        return Math.max(isWithin ? 0.8 : 0, optionFit(called, value.text), optionFit(called, wanted));
      }),
    );
  }
  return 0;
}

const isNumber = (text: string) => /^[-+]?[$€£]?\s?[\d.,]+\s?%?$/.test(text);
const isColour = (text: string) => /^#[0-9a-f]{3,8}$/i.test(text);

/** Whether a control asks for a day, or for a time of the day. */
export const asksForDate = (item: Item): boolean => asksFor(item, 'date', dates, isDate);
export const asksForTime = (item: Item): boolean => asksFor(item, 'time', times, isTime);

const asksFor = (
  { kind, inputType, name, labels, value }: Item,
  type: 'date' | 'time',
  words: RegExp,
  holds: (text: string) => boolean,
) =>
  /^(?:field|picker|select|button|menu-item|option)$/.test(kind) &&
  (inputType === type ||
    holds(value) ||
    (!holds(name) &&
      [name, value, kind === 'button' ? '' : (labels[0] ?? '')].some((one) => words.test(one))));
const asking = (list: 'dates' | 'times') => new RegExp(wholeWords(wordsFor('fields', list)), 'iu');
const dates = asking('dates');
const times = new RegExp(`${asking('times').source}|^(?:-{1,2}:-{1,2}|h{1,2}:m{1,2})`, 'iu');

function suits(item: Item, way: FieldCandidate['way'], value: Value): boolean {
  if (value.to !== 'text') return item.kind === 'toggle';
  if (way === 'choose' || way === 'pick') return valueFit(item, way, value) >= 0.75;
  const shown = way === 'step' ? item.name : item.value;
  if (isColour(value.text)) return item.inputType === 'color' || isColour(shown);
  if (isDate(value.text)) return item.inputType === 'date' || isDate(shown);
  if (isNumber(value.text)) return item.inputType === 'number' || item.kind === 'slider' || isNumber(shown);
  return (
    way === 'type' &&
    (item.inputType === 'text' || item.inputType === 'textarea' || item.kind === 'rich-text')
  );
}

function misfits(item: Item, way: FieldCandidate['way'], value: Value): boolean {
  if (value.to !== 'text') return false;
  if (way === 'choose') return item.options.length > 0 && valueFit(item, way, value) < 0.6;
  if (way === 'step' || /^(?:number|range)$/.test(item.inputType ?? '')) return !isNumber(value.text);
  if (item.inputType === 'date') return !isDate(value.text);
  if (item.inputType === 'search') return true;
  return way === 'type' && item.kind === 'slider' && !isNumber(value.text);
}
