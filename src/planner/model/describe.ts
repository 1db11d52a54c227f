import { shorten } from '../../text.ts';
import { isInside, topmost } from '../deeds/candidates/chain.ts';
import { isHarmless } from '../deeds/candidates/harmless.ts';
import { isElsewhere } from '../deeds/candidates/ways/neighbours.ts';
import { answerFor } from '../match/field-values.ts';
import { isPressable } from '../page/observe.ts';
import type { Item, Screen, Thing } from '../page/screen.ts';
import type { Control, PageView, Section } from '../page/view.ts';

/** The screen as it is described to a model, and what its refs stand for. What a demo must not touch has no ref. */
export interface Description {
  text: string;
  screen: Screen;
  view: PageView;
  sections: ReadonlyMap<string, Section>;
  items: ReadonlyMap<string, Item>;
}

/** @param before the screen that the model was told of last. What it did not have is marked as new */
export function describe(
  view: PageView,
  screen: Screen,
  before: Screen | null,
  mostCharacters: number,
): Description {
  // What lies below a dialog cannot be shown.
  const shown = topmost(screen) === null ? view.sections : [];
  const sections = new Map(shown.map((section, index) => [`s${index + 1}`, section]));
  const known = before && new Set(before.items.map((item) => tellingOf(before, item)));
  const usable = screen.items.filter((item) => mayBeUsed(item, screen, view));
  const items = new Map(usable.map((item, index) => [`c${index + 1}`, item]));
  const refs = new Map([...items].map(([ref, item]) => [item.id, ref]));
  const lines: Line[] = [
    { text: `title: ${plain(view.title, 120)}`, rank: 0 },
    ...[...sections].map(([ref, section]) => ({ text: sectionLine(ref, section), rank: 1 })),
  ];
  const labels = new Set(usable.flatMap(({ labels }) => labels));
  let owner = -1;
  for (const item of screen.items) {
    const ref = refs.get(item.id);
    const thing = screen.things[item.owner];
    if (!ref && (labels.has(item.name) || !isWorthReading(item, thing))) continue;
    const rank = (ref ? 1 : 3) + (isInView(item, screen) ? 0 : 1);
    if (item.owner !== owner && thing) lines.push({ text: headOf(thing), rank, isHead: true });
    owner = item.owner;
    const isNew = known !== null && !known.has(tellingOf(screen, item));
    lines.push({ text: `${ref ? `${ref} ${itemLine(item)}` : textLine(item)}${isNew ? ', new' : ''}`, rank });
  }
  const told = fitting(lines, mostCharacters);
  const isTold = (ref: string) => told.some(({ text }) => text.startsWith(`${ref} `));
  return {
    text: told.map(({ text }) => text).join('\n'),
    screen,
    view,
    sections: new Map([...sections].filter(([ref]) => isTold(ref))),
    items: new Map([...items].filter(([ref]) => isTold(ref))),
  };
}

interface Line {
  text: string;
  /** Lines of a high rank are left out first. */
  rank: number;
  /** It names the thing that the lines after it are in. */
  isHead?: true;
}

/** The lines that there is room for, in their order: those in view first, and what can be used before what is only read. */
function fitting(lines: readonly Line[], mostCharacters: number): Line[] {
  let left = mostCharacters - 200;
  const kept = new Set<Line>();
  for (const line of [...lines].sort((a, b) => a.rank - b.rank)) {
    left -= line.text.length + 1;
    if (left < 0) break;
    kept.add(line);
  }
  const told = lines.filter((line) => kept.has(line));
  return told.filter(({ isHead }, index) => !isHead || (told[index + 1] && !told[index + 1]?.isHead));
}

/** Whether a model may name an item: it can be used, nothing lies above it, and a demo may touch it. */
function mayBeUsed(item: Item, screen: Screen, view: PageView): boolean {
  const top = topmost(screen);
  if (top !== null && !isInside(screen, item, top)) return false;
  if ((item.kind === 'text' && !item.needsDouble && !item.isPressable) || item.kind === 'file') return false;
  const control = view.controls.find(({ id }) => id === item.id);
  return isAllowed(item, control) && !isElsewhere(item, screen);
}

const isAllowed = (item: Item, control: Control | undefined): boolean =>
  isField(item)
    ? control === undefined ||
      control.purpose !== 'input' ||
      (!control.overlay && answerFor(control) !== null)
    : isHarmless(item) && (control === undefined || isPressable(control));

export const isField = ({ kind }: Item) => kind === 'field' || kind === 'rich-text';

const isWorthReading = ({ kind, name }: Item, thing: Thing | undefined) =>
  kind === 'text' && name.length > 2 && !/^(?:row|card)$/.test(thing?.kind ?? '');

const isInView = ({ box }: Item, { scroll, viewport }: Screen) =>
  box.y + box.height > scroll.y && box.y < scroll.y + viewport.height;

const tellingOf = ({ things }: Screen, { kind, name, labels, value, owner }: Item) =>
  `${kind} ${name} ${labels[0] ?? ''} ${value} ${things[owner]?.name ?? ''}`;

function headOf({ kind, name, text, isSelected }: Thing): string {
  const said = kind === 'row' || kind === 'card' ? text || name : name;
  return `in ${kind}${said && kind !== 'page' ? ` ${quoted(said, 120)}` : ''}${isSelected ? ', selected' : ''}:`;
}

const sectionLine = (ref: string, { kind, heading, text }: Section) =>
  `${ref} ${kind} ${quoted(heading ?? '', 90)}: ${plain(text, 160)}`;

const textLine = ({ name, role }: Item) =>
  `- ${role === 'heading' ? 'heading' : 'text'} ${quoted(name, 100)}`;

function itemLine(item: Item): string {
  const { kind, name, labels, value, inputType, options } = item;
  const own = name || labels[0] || '';
  const label = labels[0] && labels[0] !== own ? `label ${quoted(labels[0], 60)}` : '';
  const states = [
    label,
    value && value !== own ? `= ${quoted(value, 60)}` : '',
    kind === 'field' && inputType && inputType !== 'text' ? inputType : '',
    item.isOn === null ? '' : item.isOn ? 'on' : 'off',
    item.isSelected ? 'selected' : '',
    item.isExpanded === null ? '' : item.isExpanded ? 'open' : 'closed',
    item.isDisabled ? 'disabled' : '',
    item.isRequired ? 'required' : '',
    options.length > 0
      ? `options: ${options
          .slice(0, 12)
          .map((one) => plain(one.label, 30))
          .join(' / ')}`
      : '',
  ].filter(Boolean);
  return `${kind} ${quoted(own, 80)}${states.length > 0 ? ` ${states.join(', ')}` : ''}`;
}

const quoted = (text: string, limit: number) => `"${plain(text, limit).replaceAll('"', "'")}"`;

/** Text of the page as a part of one line. */
export const plain = (text: string, limit: number) =>
  shorten(
    text
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );
