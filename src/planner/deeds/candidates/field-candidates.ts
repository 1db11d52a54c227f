import { wholeWords } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import { isCardField } from '../../page/danger.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue, Mention, Value } from '../../prompt/deed.ts';
import { isInside, ownersOf, rowOf, topmost } from './chain.ts';
import { isDate } from './days/dates.ts';
import { isDayCell } from './days/day-cells.ts';
import { opensCalendarOf } from './days/typed-day.ts';
import {
  asksForTag,
  calledFit,
  captionOf,
  editedAs,
  endsWithLabel,
  labelsOf,
  setByButton,
} from './field-called.ts';
import { asksForDate, type FieldWay, misfits, suits, valueFit, wayFor } from './field-value.ts';
import { coverage, isSameText, likeness, wordsIn } from './likeness.ts';
import { tellsWhich } from './mentions/fit.ts';
import { isOfAnother } from './mentions/focus.ts';
import { isOfRowBeside, outOfScope } from './mentions/scope.ts';
import { isShown } from './mentions/shown.ts';
import { offeredFirst } from './offered-first.ts';
import {
  calledBy,
  isEndOfRange,
  isLookedFor,
  isOnlyMoment,
  isOnlyOfMeant,
  isOnlyText,
  isSwitchOfMeant,
  isTitle,
  type Scope,
} from './only-control.ts';
import { opensField } from './opens-field.ts';
import { saysOpposite, saysOther, saysSentence, showsOther } from './says-other.ts';
import { isFilter, isSearching } from './searching.ts';
import { selectsRow } from './selects-row.ts';
import { shownAlike } from './shown-alike.ts';
import { isStepped } from './steppers.ts';
import { unlocking } from './unlocking.ts';
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

/** The controls that may be meant by a field, the most likely first. */
export function fieldCandidates(screen: Screen, field: FieldValue, scope: Scope): FieldCandidate[] {
  const top = topmost(screen);
  const notShown = scope.mentions.filter(
    (mention) => mention.name !== null && scope.reached.has(mention) && !isShown(mention, screen),
  );
  const found = screen.items
    .filter((item) => (top === null || isInside(screen, item, top)) && !/^(?:file)$/.test(item.kind))
    .flatMap((item) => candidate(screen, item, field, scope, { notShown, isOpenly: top === null }) ?? []);
  // "Report it as 'Hate speech or abuse'": what a choice is called is not written.
  const isOffered = ({ way, features }: FieldCandidate) =>
    /^(?:pick|choose)$/.test(way) && features.value >= 0.9;
  if (field.isContent && found.some(isOffered)) {
    const { isContent: _, ...choice } = field;
    return fieldCandidates(screen, choice, scope);
  }
  const isNamed = found.some((one) => isCalled(one) && one.features.outOfScope === 0);
  const own = isNamed ? found.map(withoutWordsAround) : ofColumns(found, screen);
  // What shows the name of the thing is its title, where something else is called its text.
  const isText = isNamedText(field.field) && own.some((one) => saysField(one) && isEntry(one));
  const told = isText
    ? own.map((one) => (saysField(one) ? one : withoutFormer(one)))
    : byFormer(own, field.field);
  return offeredFirst(
    told.sort((a, b) => b.confidence - a.confidence),
    saysField,
  );
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
  { field, short, value, from, isLoose, isContent, isView }: FieldValue,
  scope: Scope,
  { notShown, isOpenly }: { notShown: readonly Mention[]; isOpenly: boolean },
): FieldCandidate | null {
  const way =
    wayFor(item, value, from) ??
    (isStepped(screen, item) && value.to === 'text'
      ? 'step'
      : (value.to === 'text' && editedAs(field, item) > 0) ||
          opensField(item, field, value, { screen, scope })
        ? 'open'
        : null);
  if (!isView && scope.mentions.length > 0 && isFilter(item, screen)) return null;
  if (way === 'pick' && field !== '' && selectsRow(item, screen)) return null;
  if (way === 'open' && isDay(value) && opensCalendarOf(item, screen)) return null;
  const asksForDay = () => isDay(value) || asksForDate({ ...item, name: field, labels: [], hints: [] });
  if (way === 'pick' && isDayCell(item, screen) && !asksForDay()) return null;
  // A card number is never typed, not even one that the prompt gives.
  if (way === null || isCardField({ name: item.name, hint: [...item.labels, ...item.hints].join(' ') }))
    return null;
  if (scope.mentions.some((mention) => isOfRowBeside(mention, item, screen))) return null;
  const owners = ownersOf(screen, item);
  const called = (text: string) =>
    Math.max(calledFit(field, text), short !== undefined && isSameText(short, text) ? 0.95 : 0);
  const name = way === 'pick' || way === 'open' || way === 'step' ? 0 : called(calledBy(item));
  const group = Math.max(
    0,
    // The row of a card that is chosen says no more than the card itself.
    ...owners
      .filter(({ name }) => way !== 'pick' || name !== item.name)
      .slice(0, 3)
      .map((owner, index) => likeness(field, owner.name) * (1 - 0.2 * index)),
  );
  const outside = outOfScope(scope.mentions, scope.reached, item, screen);
  const label = Math.max(
    way === 'choose' || way === 'type' ? called(captionOf(item, screen)) : 0,
    ...labelsOf(item).map((one, index) => called(one) * (1 - 0.12 * index) * sureOf(one, index, field)),
    field === '' && endsWithLabel(value, item) ? 0.9 : 0,
    way === 'open' && isTitle(item, field, from, owners) ? 0.9 : 0,
    way === 'open' ? Math.max(calledFit(field, setByButton(item)), editedAs(field, item)) : 0,
    way === 'open' && opensField(item, field, value, { screen, scope }) ? 0.9 : 0,
    isOnlyMoment(item, field, value, screen) ? (field === '' ? 0.4 : 0.6) : 0,
    isEndOfRange(item, field, value, screen) ? 0.9 : 0,
  );
  // Who is assigned to something is no tag of it.
  if (way === 'type' && asksForTag(item) && Math.max(name, label) < 0.3 && from === null) return null;
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
    all:
      Math.max(name, label) > 0.75 || saysOther(item, field, way)
        ? 0
        : Math.max(0, coverage(field, around) - 0.6) / 0.4,
    notShown: scope.container === null && isOpenly ? notShown.length : 0,
    unnamedField: field === '' || isLoose ? 1 : 0,
    value: Math.max(unseen, valueFit(item, way, value)),
    // What is looked for is not what has the name.
    from:
      from !== null &&
      !isSearching(item) &&
      !(way === 'type' && isTitled(item) && isOfOther({ field, from }, Math.max(name, label), scope)) &&
      (isSameText(item.value, from) || isSameText(item.name, from))
        ? 1
        : 0,
    suits: unseen > 0 || suits(item, way, value) ? 1 : 0,
    misfit: misfits(item, way, value) || isLookedFor(item, way, field, scope) ? 1 : 0,
    outOfScope:
      outside.filter((mention) => tellsWhich(mention) || isOfAnother(mention, screen)).length +
      (saysSentence(item, from, way) || showsOther(item, from, way) || saysOpposite(item, field) ? 1 : 0),
    outOfKind: outside.filter((mention) => !tellsWhich(mention) && !isOfAnother(mention, screen)).length,
    inContainer: scope.container !== null && isInside(screen, item, scope.container) ? 1 : 0,
    isDisabled: item.isDisabled && !unlocking(item, screen) ? 1 : 0,
    isText: way === 'open' && label === 0 && unseen === 0 && !(isDay(value) && asksForDate(item)) ? 1 : 0,
  };
  const isVague =
    coverage(field, around) < mostOfWords || Math.max(features.name, features.label) < leastOfSwitch;
  const told = way === 'turn' && isVague ? onlyOneWord(features) : features;
  return { item, way, features: told, confidence: confidence(told, weights) };
}

/** A sentence below or above the label of a field explains it, and the words in it are hardly its name: "Invite new members by email address" is no "email". */
const sureOf = (label: string, index: number, field: string) =>
  index > 0 && wordsIn(label) > leastOfSentence && wordsIn(field) < 3 ? 0.6 : 1;
const leastOfSentence = 5;

/** Of several switches in a row, the one for "emails" is told by its own words. What stands around them is said of all. */
function ofColumns(all: readonly FieldCandidate[], screen: Screen): FieldCandidate[] {
  const ownOf = ({ features: { name, label } }: FieldCandidate) => Math.max(name, label);
  const switches = all.filter(({ way }) => way === 'turn');
  const byRow = Map.groupBy(switches, ({ item }) => rowOf(screen, item));
  return all.map((one) => {
    const row = one.way === 'turn' ? rowOf(screen, one.item) : undefined;
    const best = row ? Math.max(...byRow.get(row)!.map(ownOf)) : 0;
    if (ownOf(one) > best - 0.1) return one;
    const features = { ...one.features, hint: 0, group: 0, all: 0 };
    return { ...one, features, confidence: confidence(features, weights) };
  });
}

/** A switch that has less than so much of the words for it, or is called so by less than that, is told by few words, however often it has those. */
const mostOfWords = 0.65;
const leastOfSwitch = 0.45;

/** "App notification badge" below "Notifications" says one word of "email notifications", and says it four times. */
function onlyOneWord(features: Features<FieldFeature>): Features<FieldFeature> {
  const words = ['name', 'label', 'hint', 'group'] as const;
  const [best] = [...words].sort((a, b) => features[b] * weights[b] - features[a] * weights[a]);
  return {
    ...features,
    ...Object.fromEntries(words.map((word) => [word, word === best ? features[word] : 0])),
  };
}

/** Whether a value is for something that the field is not called by, or for a thing that has another name: "move 'x' from 'To do' to 'Done'". */
const isOfOther = (
  { field, from }: Pick<FieldValue, 'field' | 'from'>,
  called: number,
  { mentions }: Scope,
) => (field !== '' ? called < 0.5 : mentions.some(({ name }) => name !== null && name !== from));

/** "Move it from 'To do' to 'Done'" writes over no name of a section. */
const isTitled = ({ name, labels }: Item) => titled.test(`${name} ${labels[0] ?? ''}`);
const titled = new RegExp(wholeWords(wordsFor('fields', 'name')), 'iu');

const isDay = (value: Value) => value.to === 'text' && isDate(value.text);
