import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen, Thing } from '../../page/screen.ts';
import { isInside, ownersOf, topmost } from '../candidates/chain.ts';
import { asksForDate } from '../candidates/field-value.ts';
import { isSearching } from '../candidates/searching.ts';
import { isStepped } from '../candidates/steppers.ts';

/** Something on a screen that takes a value or a press, with all that says what it is for. */
export interface Control {
  kind: 'text' | 'area' | 'number' | 'date' | 'time' | 'choice' | 'several' | 'switch' | 'press';
  /** The items behind it: one, or the choices of a question. */
  items: readonly Item[];
  label: string;
  /** Further words for it, the nearest first: what stands above it, its group. */
  above: readonly string[];
  options: readonly string[];
  value: string;
  isOn: boolean | null;
  /** Its place among the controls of its form. */
  index: number;
  /** Its row or its card, by all its names. Empty where it is in none. */
  row: readonly string[];
  /** What the view is called, the outermost first. */
  view: readonly string[];
  isInForm: boolean;
}

/** The controls of a screen, or of the box that lies above it. */
export function controlsOf(screen: Screen): Control[] {
  const top = topmost(screen);
  const box = top === null ? null : screen.things[top]!;
  const view = (box ? [box.name] : titlesOf(screen)).filter(Boolean);
  const found: Control[] = [];
  const questions = new Map<string, Control & { items: Item[]; options: string[] }>();
  const parts = partsIn(screen);
  for (const item of screen.items) {
    const owners = ownersOf(screen, item);
    const kind = parts.has(item) ? 'choice' : isStepped(screen, item) ? 'number' : kindOf(item);
    if (!kind || item.isDisabled || (top !== null && !isInside(screen, item, top))) continue;
    if (owners.some((one) => one.kind === 'navigation') || owners[0]?.kind === 'table') continue;
    if (isDrawnTwice(item, screen)) continue;
    if (item.kind === 'field' && item.role !== 'combobox' && isSearching(item)) continue;
    const made: Control = {
      kind,
      items: [item],
      label: labelOf(item),
      above: aboveOf(item, owners),
      options: item.options.map(({ label }) => label),
      value: isVacant(kind, item.value) ? '' : item.value,
      isOn: item.isOn,
      index: found.length,
      row: parts.has(item) ? [] : rowOf(owners),
      view,
      isInForm: box !== null || owners.some((one) => one.kind === 'form' || one.kind === 'dialog'),
    };
    if (item.kind !== 'radio' && item.kind !== 'swatch' && !parts.has(item)) {
      found.push(made);
      continue;
    }
    const caption = captionOf(item, screen);
    const key = `${partOf(item, screen)} ${caption}`;
    const known = questions.get(key);
    if (known) {
      known.items.push(item);
      known.options.push(item.name);
      if (item.isOn || item.isSelected) known.value = item.name;
    } else {
      const question = { ...made, label: caption, items: [item], options: [item.name] };
      question.value = item.isOn || item.isSelected ? item.name : '';
      questions.set(key, question);
      found.push(question);
    }
  }
  return found;
}

/** “Choose a vehicle” in a list says that nothing is chosen. */
const isVacant = (kind: Control['kind'], value: string) => kind === 'choice' && vacant.test(value.trim());
const vacant = new RegExp(`^(?:(?:${wordsFor('offers', 'vacant').join('|')})(?!\\p{L})|\\W*$)`, 'iu');

/** Buttons below one caption, of which one is chosen or on: together they are one question. */
function partsIn(screen: Screen): ReadonlySet<Item> {
  const groups = Map.groupBy(
    screen.items.filter(({ kind, name }) => /^(?:option|tab|button|toggle|body)$/.test(kind) && name !== ''),
    (item) => `${partOf(item, screen)} ${captionOf(item, screen)}`,
  );
  const asked = [...groups.values()].filter(
    (some) =>
      some.length > 1 &&
      captionOf(some[0]!, screen) !== '' &&
      some.filter(({ isOn, isSelected }) => isOn || isSelected).length === 1,
  );
  return new Set(asked.flat());
}

/** The bare circle of a radio button beside its words, which are pressed as well. */
const isDrawnTwice = ({ kind, name, labels, owner }: Item, { items }: Screen) =>
  kind === 'radio' &&
  name === '' &&
  items.some((one) => one.kind === kind && one.owner === owner && one.name === labels[0]);

/** Where a choice stands: in its group, or in the list of cards that it is one of. */
const partOf = ({ kind, owner }: Item, { things }: Screen) =>
  kind === 'body' ? things[owner]?.parent : owner;

/** What is asked: the words above the choices, or the heading of their cards. */
function captionOf(item: Item, screen: Screen): string {
  const own = item.labels.find((one) => one !== item.name);
  if (own || item.kind !== 'body') return own ?? '';
  if (topmost(screen) === null) return '';
  const above = ownersOf(screen, item).find(
    ({ kind, name }) => /^(?:list|group|panel)$/.test(kind) && name !== '',
  );
  return above?.name ?? '';
}

/** A press is called by its own words. What shows its value, as “Nobody” below “Assignees”, is called by those beside it. */
const isCalledByItself = ({ kind, value, labels }: Item) =>
  /^(?:button|menu-item|tab|link|option|body)$/.test(kind) &&
  !(kind === 'button' && value !== '' && labels.length > 0);

const labelOf = (item: Item): string =>
  isCalledByItself(item) ? item.name || item.labels[0] || '' : item.labels[0] || item.name;

const aboveOf = (item: Item, owners: readonly Thing[]): string[] => {
  const own = isCalledByItself(item) ? item.labels : [...item.labels.slice(1), item.name];
  const groups = owners.filter((one) => /^(?:group|panel|card|form)$/.test(one.kind)).map((one) => one.name);
  return [...new Set([...own, ...groups])].filter((text) => text !== '' && text.length < 80);
};

const rowOf = (owners: readonly Thing[]): string[] => {
  const row = owners.find(({ kind }) => kind === 'row' || kind === 'card');
  return row ? [row.name, ...row.also].filter(Boolean) : [];
};

const titlesOf = (screen: Screen): string[] => [
  ...screen.items
    .filter(({ role, isSelected, kind }) => role === 'heading' || (isSelected && /^(?:link|tab)$/.test(kind)))
    .map(({ name }) => name)
    .slice(0, 4),
];

function kindOf(item: Item): Control['kind'] | null {
  switch (item.kind) {
    case 'field':
      if (item.inputType === 'search') return null;
      return item.inputType === 'textarea'
        ? 'area'
        : item.inputType === 'number' || /^[$€£¥]?\s?0(?:[.,]0+)?$/.test(item.name)
          ? 'number'
          : item.inputType === 'date' || item.inputType === 'datetime-local'
            ? 'date'
            : item.inputType === 'time'
              ? 'time'
              : 'text';
    case 'rich-text':
      return 'area';
    case 'slider':
      return 'number';
    case 'picker':
      return item.options.length === 0 && asksForDate(item) ? 'date' : 'choice';
    case 'select':
    case 'radio':
    case 'swatch':
      return 'choice';
    case 'toggle':
      return 'switch';
    case 'text':
      // What is pressed to be edited.
      return item.labels.length > 0 && item.name !== '' && (item.needsDouble || item.isPressable)
        ? 'text'
        : null;
    case 'button':
      return item.value === '' || item.labels.length === 0 ? 'press' : asksForDate(item) ? 'date' : 'choice';
    case 'menu-item':
      return 'press';
    default:
      return null;
  }
}
