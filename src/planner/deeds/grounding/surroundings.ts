import type { Item, Screen, Thing } from '../../page/screen.ts';
import { isInside, newItems, ownersOf, placeOf, topmost } from '../candidates/chain.ts';
import { columnsOf } from '../candidates/columns/columns.ts';
import { isKeeping } from '../candidates/finishing.ts';
import { isSameText } from '../candidates/likeness.ts';
import type { Evidence, Strengths } from './evidence.ts';
import { isHard } from './utterance.ts';

/** What stands around the items of one screen, read for an utterance. */
export class Surroundings {
  readonly screen: Screen;
  readonly #evidence: Evidence;
  readonly #before: Screen | null;
  /** What came with the last act. Null on the first screen. */
  readonly #fresh: ReadonlySet<number> | null;

  /** @param before the screen before the last act that led on */
  constructor(screen: Screen, evidence: Evidence, before: Screen | null) {
    this.screen = screen;
    this.#evidence = evidence;
    this.#before = before;
    this.#fresh = before && new Set(newItems({ before, after: screen }, placeOf).map(({ id }) => id));
  }

  isFresh = ({ id }: Item): boolean => this.#fresh?.has(id) ?? false;

  /** Whether a field came with what was opened last, and not with a page that has many other things. */
  isOfOpenForm(item: Item): boolean {
    if (topmost(this.screen) !== null) return true;
    if (!this.isFresh(item) || this.#before?.url !== this.screen.url) return false;
    return this.#fresh!.size < 0.6 * this.screen.items.length;
  }

  /** What the view as a whole is about, as its heading and the selected entry of the navigation say: kinds of things, and no single one. */
  about(): Strengths {
    const { units } = this.#evidence.utterance;
    const titles = this.screen.items.filter(
      (item) => item.role === 'heading' || (item.isSelected && isNavigation(item, this.screen)),
    );
    const said = titles.map(({ name }) => this.#evidence.of(name));
    return units.map(({ kind }, at) => (kind === 'word' ? Math.max(0, ...said.map((one) => one[at]!)) : 0));
  }

  rowOf = (item: Item): Thing | undefined =>
    ownersOf(this.screen, item).find(({ kind }) => kind === 'row' || kind === 'card');

  /** What the row of an item says. */
  ofRow(item: Item): Strengths {
    const row = this.rowOf(item);
    return row ? this.#evidence.ofThing(row) : this.#evidence.none;
  }

  isTitleOfRow(item: Item): boolean {
    const row = this.rowOf(item);
    return (
      row !== undefined &&
      item.name !== '' &&
      [row.name, ...row.also].some((one) => isSameText(one, item.name))
    );
  }

  /**
   * How much less likely an item is meant because another row says what its own row does not: from 0 to 1. Where its row has the name, the
   * other words of the utterance are about something else.
   */
  rivalry(item: Item, own: Strengths): number {
    const row = this.rowOf(item);
    if (!row) return 1;
    const { units } = this.#evidence.utterance;
    const said = this.#evidence.ofThing(row);
    const rivals = this.screen.things.filter(
      (one) => one !== row && one.kind === row.kind && one.isModal === row.isModal,
    );
    const isNamed = units.some((unit, at) => isHard(unit) && unit.marker !== 'goal' && said[at]! >= 0.85);
    let factor = 1;
    for (const [at, { kind, marker }] of units.entries()) {
      const mine = Math.max(said[at]!, own[at]!);
      const tells =
        kind !== 'verb' && marker !== 'goal' && marker !== 'former' && !(kind === 'word' && isNamed);
      if (!tells || mine > 0.5) continue;
      const most = Math.max(0, ...rivals.map((rival) => this.#evidence.ofThing(rival)[at]!));
      if (most - mine > 0.3) factor *= kind === 'word' ? 0.7 : 0.12;
    }
    return factor;
  }
}

/** Whether a press changes to another part of the application. */
export const isNavigation = (item: Item, screen: Screen): boolean =>
  columnsOf(screen).has(item) || ownersOf(screen, item).some(({ kind }) => kind === 'navigation');

/** Whether what is open is a form with a button that keeps it, and asks no question that a press answers. */
export function isFormToKeep(screen: Screen): boolean {
  const top = topmost(screen);
  if (top === null) return false;
  const inside = screen.items.filter((item) => isInside(screen, item, top));
  return (
    inside.some(({ kind }) => /^(?:field|select|picker|rich-text|toggle|slider)$/.test(kind)) &&
    inside.some((item) => item.kind === 'button' && isKeeping(item))
  );
}

/** Whether most of what can be written into is empty. A page of settings shows what is set, and makes nothing. */
export function isEmptyForm(screen: Screen): boolean {
  const top = topmost(screen);
  const fields = screen.items.filter(
    (item) => /^(?:field|rich-text)$/.test(item.kind) && (top === null || isInside(screen, item, top)),
  );
  return fields.filter(({ value }) => value !== '').length <= fields.length / 2;
}
