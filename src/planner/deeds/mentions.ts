import type { Item, Screen, Thing } from '../page/screen.ts';
import type { Mention } from '../prompt/deed.ts';
import { upwards } from './chain.ts';
import { likeness, says } from './likeness.ts';

/** How well what is on the screen fits what the prompt names. All figures are from 0 to 1. */

/** How well one text fits a mention. */
export function fitOf(mention: Mention, text: string): number {
  if (text === '') return 0;
  if (mention.name === null) return likeness(mention.kind || mention.said, text);
  const named = likeness(mention.name, text);
  // "Weekly report" names a row that says "Weekly report · 12 March" as surely as one that says nothing else.
  if (named >= 0.95) return named;
  return says(text, mention.name) ? Math.max(named, 0.9) : 0.8 * named;
}

/** How well a thing fits a mention: by its name, or else by the text in it. Qualifiers tell it from its like. */
export function thingFit(mention: Mention, thing: Thing): number {
  if (thing.kind === 'page') return 0;
  const inside = /^(?:row|card|list|group|dialog|panel|form)$/.test(thing.kind) ? 0.92 * fitOf(mention, thing.text) : 0;
  return qualified(mention, Math.max(fitOf(mention, thing.name), inside), thing.text);
}

/** How well an item by itself fits a mention. */
export function itemFit(mention: Mention, item: Item, screen: Screen): number {
  const name = item.kind === 'field' || item.kind === 'rich-text' ? item.value || item.name : item.name;
  const row = upwards(screen, item.owner).find(({ kind }) => kind === 'row' || kind === 'card');
  return qualified(mention, fitOf(mention, name), `${name} ${row?.text ?? ''}`);
}

function qualified(mention: Mention, fit: number, text: string): number {
  if (fit === 0 || mention.qualifiers.length === 0) return fit;
  const told = mention.qualifiers.map((qualifier) => likeness(qualifier, text));
  return fit * (0.75 + (0.25 * told.reduce((sum, one) => sum + one, 0)) / told.length);
}

/** Whether the screen as a whole is about a mention: its heading, an open dialog, or what is selected in it names it. */
export function isInFocus(mention: Mention, screen: Screen): boolean {
  const names = screen.things
    .filter(({ kind, isSelected, isModal }) => isSelected || isModal || /^(?:dialog|panel)$/.test(kind))
    .map(({ name, isSelected, text }) => (isSelected && name === '' ? text.slice(0, 80) : name));
  const headings = screen.items.filter(
    ({ role, kind, isSelected, href }) =>
      role === 'heading' || (isSelected && (kind === 'tab' || kind === 'link' || kind === 'body' || href !== null)),
  );
  return [...names, ...headings.map(({ name }) => name)].some((name) => isNamed(mention, name));
}

function isNamed(mention: Mention, text: string): boolean {
  if (mention.name !== null) return says(text, mention.name) || likeness(mention.name, text) >= 0.95;
  return likeness(mention.kind || mention.said, text) >= 0.8;
}

/** The things of the screen that carry a mention, the innermost first. */
export function carriersOf(mention: Mention, screen: Screen): { index: number; fit: number }[] {
  return screen.things
    .map((thing, index) => ({ index, fit: thingFit(mention, thing) }))
    .filter(({ fit }) => fit >= leastFit)
    .sort((a, b) => b.fit - a.fit || b.index - a.index);
}

export const leastFit = 0.6;
