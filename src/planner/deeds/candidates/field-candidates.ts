import { isCardField } from '../../page/danger.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue, Mention, Value } from '../../prompt/deed.ts';
import { isInside, ownersOf, rowOf, topmost } from './chain.ts';
import { isDate } from './dates.ts';
import { calledFit, captionOf, endsWithLabel, labelsOf } from './field-called.ts';
import { asksForDate, type FieldWay, misfits, suits, valueFit, wayFor } from './field-value.ts';
import { coverage, isSameText, likeness } from './likeness.ts';
import { isMeant, isOfAnother, isShown, outOfScope, type Reached, tellsWhich } from './mentions.ts';
import { isFilter, isSearching } from './searching.ts';
import { shownAlike } from './shown-alike.ts';
import { isStepped } from './steppers.ts';
import { confidence, type Features, weightsFor } from './weights.ts';

/** An item that may be the control of a field, and how it would get the value. */
export interface FieldCandidate {
  item: Item;
  way: FieldWay;
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
  // "Buffer before event" has nearly all the words of "buffer after event", and may show that it offers the value: 0.6 is worth less than that.
  const own = name > label ? { name: 0.6 * name, label: 0 } : { name: 0, label: 0.6 * label };
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
  if (scope.mentions.length > 0 && isFilter(item, screen)) return null;
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
  const unseen = way === 'choose' || way === 'open' ? shownAlike(item, screen, value) : 0;
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
    outOfScope: outside.filter((mention) => tellsWhich(mention) || isOfAnother(mention, screen)).length,
    outOfKind: outside.filter((mention) => !tellsWhich(mention) && !isOfAnother(mention, screen)).length,
    inContainer: scope.container !== null && isInside(screen, item, scope.container) ? 1 : 0,
    isDisabled: item.isDisabled ? 1 : 0,
    isText: way === 'open' && label === 0 && unseen === 0 && !(isDay(value) && asksForDate(item)) ? 1 : 0,
  };
  return { item, way, features, confidence: confidence(features, weights) };
}

/** "Turn off the rule 'x'": the only switch in the row of the rule needs no name. A box that selects a row is no switch. */
function isSwitchOfMeant(item: Item, field: string, { to }: Value, scope: Scope, screen: Screen): boolean {
  if (field !== '' || to === 'text' || item.kind !== 'toggle' || item.hints.includes('select')) return false;
  return isOnlyOfMeant(item, scope, screen);
}

/** Whether an item is the only one of its kind in the row of what the prompt names. */
function isOnlyOfMeant(item: Item, { mentions }: Scope, screen: Screen): boolean {
  const row = rowOf(screen, item);
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
