import type { ThingKind } from '../../../screen.ts';
import type { Dom } from '../../document/dom.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { Headings } from '../names/headings.ts';
import type { Modal } from '../sight.ts';
import type { Drawing, Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Marks } from '../signs/marks.ts';
import type { Docked } from './docked.ts';
import type { Editors } from './editors.ts';
import type { Groups } from './groups.ts';
import type { Rows } from './rows.ts';
import type { Standing } from './standing.ts';

export interface FoundThing {
  kind: ThingKind;
  drawn: Drawn;
  name: string;
  /** Other texts by which it may be known. */
  also?: string[];
  /** What a heading names although no element holds both. */
  below?: Drawn[];
}

export interface ThingParts {
  dom: Dom;
  drawing: Drawing;
  evidence: Evidence;
  kinds: Kinds;
  marks: Marks;
  headings: Headings;
  rows: Rows;
  groups: Groups;
  docked: Docked;
  editors: Editors;
  standing: Standing;
}

/** Finds the parts of the screen that own what is in them: dialogs, menus, tables, rows, cards, groups, panels. */
export class Things {
  private readonly parts: ThingParts;
  private readonly found = new Map<Drawn, FoundThing>();
  private readonly modal: Modal | null;

  constructor(parts: ThingParts, modal: Modal | null) {
    this.parts = parts;
    this.modal = modal;
  }

  /** In document order. */
  find(): FoundThing[] {
    const { drawing, headings, standing } = this.parts;
    for (const drawn of drawing.all) {
      const kind = standing.of(drawn, this.modal);
      if (kind && drawn.isShown) this.add(drawn, kind);
    }
    // Who can use nothing but a box looks for everything in it, also where nothing says what it is.
    if (this.modal?.isPlain && !this.found.has(this.modal.box)) this.add(this.modal.box, 'panel');
    for (const drawn of drawing.all) {
      const name = this.found.has(drawn) ? null : this.parts.docked.nameOf(drawn);
      if (name !== null) this.found.set(drawn, { kind: 'panel', drawn, name });
    }
    for (const drawn of drawing.all) if (this.isTabs(drawn)) this.add(drawn, 'tabs');
    for (const drawn of drawing.all) this.addEditor(drawn);
    for (const drawn of drawing.all) this.addRows(drawn);
    for (const drawn of drawing.all) this.addGroup(drawn);
    for (const { heading, home, below } of headings.homes((drawn) => this.isClosed(drawn))) {
      const known = this.found.get(home);
      if (known) known.name ||= heading;
      else if (home !== drawing.root)
        this.found.set(home, {
          kind: 'panel',
          drawn: home,
          name: heading,
          ...(below.length > 0 && { below }),
        });
    }
    const found = drawing.all
      .flatMap((drawn) => this.found.get(drawn) ?? [])
      .filter((thing) => !this.isSheet(thing));
    const parts = new Set(found.flatMap((thing) => this.partsOfEntry(thing, found)));
    const things = found.filter((thing) => !parts.has(thing));
    for (const thing of things) if (this.isPanel(thing, things)) thing.kind = 'panel';
    for (const thing of things) thing.name ||= this.nameOf(thing);
    this.nameRows(things.filter(({ kind }) => /^(row|card)$/.test(kind)));
    return things;
  }

  /** A card with rows of its own is a part of the page, and no entry of a list. */
  private isPanel({ kind, drawn }: FoundThing, things: FoundThing[]): boolean {
    if (!/^(row|card)$/.test(kind) || this.parts.evidence.isPressable(drawn)) return false;
    const isWide = (one: FoundThing) => one.drawn.box.width > 0.6 * drawn.box.width;
    const isInside = (one: FoundThing) => one.drawn !== drawn && drawn.element.contains(one.drawn.element);
    const inner = things.filter((one) => /^(row|card|table)$/.test(one.kind) && isInside(one));
    return inner.some(isWide) || this.isTiled(drawn, inner);
  }

  /**
   * The head and the foot of a card that stands among others like it are parts of it: each is made in another way. The rows of a list are
   * made alike.
   */
  private partsOfEntry({ kind, drawn }: FoundThing, things: FoundThing[]): FoundThing[] {
    const { evidence, marks } = this.parts;
    if (!/^(row|card)$/.test(kind) || evidence.isPressable(drawn)) return [];
    if (marks.alike(drawn).filter((one) => this.found.get(one)?.kind === kind).length < 3) return [];
    const inner = things.filter((one) => one.drawn !== drawn && drawn.element.contains(one.drawn.element));
    const isPart = (one: FoundThing) => one.kind === 'row' && !evidence.isPressable(one.drawn);
    const made = inner.map(({ drawn: { children } }) =>
      children.map(({ element }) => `${element.tagName}.${element.classList[0] ?? ''}`).join(' '),
    );
    const areParts = inner.length > 1 && inner.every((one) => isPart(one) || one.kind === 'list');
    return areParts && new Set(made).size === made.length ? inner : [];
  }

  /** Cards side by side may be as wide as what holds them. */
  private isTiled({ box }: Drawn, inner: FoundThing[]): boolean {
    const widths = new Map<Drawn | null, number>();
    for (const { drawn } of inner)
      if (drawn.box.height >= 48) widths.set(drawn.parent, (widths.get(drawn.parent) ?? 0) + drawn.box.width);
    return inner.length > 2 && [...widths.values()].some((width) => width > 0.6 * box.width);
  }

  /** What lies around a modal box is the sheet below it. */
  private isSheet({ drawn }: FoundThing): boolean {
    const box = this.modal?.box;
    return box !== undefined && !this.modal!.isPlain && drawn !== box && drawn.element.contains(box.element);
  }

  private add(drawn: Drawn, kind: ThingKind): void {
    if (!this.found.has(drawn)) this.found.set(drawn, { kind, drawn, name: this.given(drawn.element) });
  }

  /** Headings in these name them, and no panel. */
  private isClosed(drawn: Drawn): boolean {
    const kind = this.found.get(drawn)?.kind;
    return kind === 'row' || kind === 'card' || kind === 'table' || kind === 'menu';
  }

  private given(element: Element): string {
    const ids = element.getAttribute('aria-labelledby')?.trim().split(/\s+/) ?? [];
    const named = ids.map(
      (id) => document.getElementById(id)?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
    );
    const legend = element.matches('fieldset')
      ? element.querySelector(':scope > legend')?.textContent?.trim()
      : '';
    const caption = element.matches('table')
      ? element.querySelector(':scope > caption')?.textContent?.trim()
      : '';
    return this.parts.dom.shorten(
      named.join(' ') || element.getAttribute('aria-label') || legend || caption || '',
      120,
    );
  }

  private isTabs({ children }: Drawn): boolean {
    const { evidence, kinds } = this.parts;
    const presses = children.filter((child) => child.isShown && evidence.isPressable(child));
    return presses.length >= 2 && presses.every((one) => kinds.of(one) === 'tab');
  }

  private addRows(parent: Drawn): void {
    if (parent.children.length === 0 || this.isInside(parent, /^(navigation|menu|tabs)$/)) return;
    const isFree = (child: Drawn) => !this.found.has(child);
    const rows = this.parts.rows.of(parent, isFree, this.isInside(parent, /^(row|card)$/));
    for (const { drawn, kind } of rows) this.add(drawn, kind);
    const isList = rows.some(({ isAlone }) => !isAlone) && !parent.element.matches('tbody, table, body');
    if (isList) this.add(parent, 'list');
  }

  private addEditor(drawn: Drawn): void {
    if (this.isInside(drawn, /^(dialog|form|menu)$/) || !this.parts.editors.isEditor(drawn)) return;
    const known = this.found.get(drawn);
    if (known?.kind === 'panel') known.kind = 'form';
    else this.add(drawn, 'form');
  }

  private addGroup(drawn: Drawn): void {
    if (this.found.has(drawn) || this.isInside(drawn, /^(navigation|menu|tabs)$/)) return;
    const name = this.parts.groups.captionOf(drawn);
    // Beside the name of a row stand buttons for the row, unless they are alternatives.
    if (this.isInside(drawn, /^(row|card)$/) && !this.parts.groups.areAlternatives(drawn)) return;
    if (name !== null) this.found.set(drawn, { kind: 'group', drawn, name });
  }

  private isInside(drawn: Drawn, kinds: RegExp): boolean {
    for (let at: Drawn | null = drawn; at; at = at.parent) {
      const kind = this.found.get(at)?.kind;
      if (kind && kinds.test(kind)) return true;
    }
    return false;
  }

  /** The first text of a dialog or a headed panel, where it is short. Rows and cards are called by what tells them from the others. */
  private nameOf({ kind, drawn }: FoundThing): string {
    const { headings } = this.parts;
    if (kind === 'panel' || kind === 'form') {
      // Of several like it, one is told by the text that it begins with, whether or not that is a heading.
      const isNamed = headings.isHeaded(drawn) || this.isOneOf(drawn);
      const first = isNamed ? headings.first(drawn) : '';
      return first.length <= 60 ? first : '';
    }
    return kind === 'dialog' ? headings.first(drawn) : '';
  }

  private isOneOf(drawn: Drawn): boolean {
    return this.parts.marks.alike(drawn).filter((one) => this.found.get(one)?.kind === 'panel').length > 2;
  }

  /** What a person would call a row or a card: its most prominent text, unless other rows of the list show that as well. */
  private nameRows(rows: FoundThing[]): void {
    const called = new Map(rows.map((row) => [row, this.parts.headings.names(row.drawn)]));
    const lists = new Map<Drawn | null, Map<string, number>>();
    for (const [{ drawn }, names] of called) {
      const counts = lists.get(drawn.parent) ?? new Map<string, number>();
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
      lists.set(drawn.parent, counts);
    }
    for (const [row, names] of called) {
      const shared = (name: string) => lists.get(row.drawn.parent)!.get(name)!;
      const own = names.filter((name) => shared(name) === 1);
      const others = names.filter((name) => shared(name) > 1);
      const [name = '', ...also] = shared(names[0]!) === 1 ? names : [...own, ...others];
      row.name ||= name;
      // What many rows show says of which kind they are.
      row.also = [name, ...also].filter((one) => one !== row.name && shared(one) <= 2);
    }
  }
}
