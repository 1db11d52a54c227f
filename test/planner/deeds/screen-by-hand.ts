import type { Item, Screen, Thing } from '../../../src/planner/page/screen.ts';

/** Screens as the reader of a page would tell them, for tests of what is made of them: each part says only what matters to its test. */

export const boxAt = (x: number, y: number, width = 180, height = 32) => ({ x, y, width, height });

export const itemOf = (kind: Item['kind'], name: string, more: Partial<Item> = {}): Item => ({
  ...{ id: 50, kind, name, labels: [], hints: [], owner: 0, box: boxAt(0, 0), role: null, inputType: null },
  ...{ value: '', isOn: null, isSelected: false, isExpanded: null, isDisabled: false, isRequired: false },
  ...{ isPressable: true, needsDouble: false, isPlaced: false, needsHover: false, options: [], href: null },
  ...more,
});

export const thingOf = (kind: Thing['kind'], name: string, more: Partial<Thing> = {}): Thing => ({
  ...{ id: 2, kind, name, also: [], text: name, parent: kind === 'page' ? null : 0, box: boxAt(0, 0) },
  ...{ isModal: false, isSelected: false },
  ...more,
});

/** A page with these things on it, the first of which has the index 1. */
export const screenOf = (title: string, things: Thing[], items: Item[] = []): Screen => ({
  ...{ url: 'http://127.0.0.1/', title, viewport: { width: 1440, height: 900 } },
  ...{ idsFrom: 1, scroll: { x: 0, y: 0 }, grounds: [], items },
  things: [thingOf('page', title, { id: 1, text: '', box: boxAt(0, 0, 1440, 900) }), ...things],
});
