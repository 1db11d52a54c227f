import type { Dom } from './dom.ts';
import type { Drawing, Drawn } from './drawing.ts';
import type { Evidence } from './evidence.ts';
import type { Headings } from './headings.ts';
import type { Icons } from './icons.ts';
import type { Kinds } from './kinds.ts';
import type { Marks } from './marks.ts';
import type { ThingKind } from './screen.ts';
import type { Wording } from './wording.ts';

export interface FoundThing {
  kind: ThingKind;
  drawn: Drawn;
  name: string;
  /** What a heading names although no element holds both. */
  below?: Drawn[];
}

export interface ThingParts {
  dom: Dom;
  drawing: Drawing;
  evidence: Evidence;
  icons: Icons;
  wording: Wording;
  marks: Marks;
  kinds: Kinds;
  headings: Headings;
}

/** Finds the parts of the screen that own what is in them: dialogs, menus, tables, rows, cards, groups, panels. */
export class Things {
  private readonly parts: ThingParts;
  private readonly found = new Map<Drawn, FoundThing>();
  private readonly modal: Drawn | null;

  constructor(parts: ThingParts, modal: Drawn | null) {
    this.parts = parts;
    this.modal = modal;
  }

  /** In document order. */
  find(): FoundThing[] {
    const { drawing, headings } = this.parts;
    for (const drawn of drawing.all) {
      const kind = this.stated(drawn) ?? this.floating(drawn);
      if (kind && drawn.isShown) this.add(drawn, kind);
    }
    for (const drawn of drawing.all) this.addRepeated(drawn);
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
    const things = drawing.all.flatMap((drawn) => this.found.get(drawn) ?? []);
    for (const thing of things) if (this.isPanel(thing, things)) thing.kind = 'panel';
    for (const thing of things) thing.name ||= this.nameOf(thing);
    return things;
  }

  /** A card with a heading and rows of its own is a part of the page, and no entry of a list. */
  private isPanel({ kind, drawn }: FoundThing, things: FoundThing[]): boolean {
    if (!/^(row|card)$/.test(kind) || this.parts.evidence.isPressable(drawn)) return false;
    const inner = things.filter(
      (one) =>
        one.drawn !== drawn && /^(row|card)$/.test(one.kind) && drawn.element.contains(one.drawn.element),
    );
    return (
      inner.length > 0 &&
      this.parts.headings.isHeaded(drawn) &&
      inner.some((one) => one.drawn.box.width > 0.6 * drawn.box.width)
    );
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

  private stated(drawn: Drawn): ThingKind | null {
    const { element } = drawn;
    if (drawn === this.modal) return 'dialog';
    const roles: Record<string, ThingKind> = {
      dialog: 'dialog',
      alertdialog: 'dialog',
      menu: 'menu',
      listbox: 'menu',
      navigation: 'navigation',
      tablist: 'tabs',
      form: 'form',
      table: 'table',
      grid: 'table',
      treegrid: 'table',
      list: 'list',
      tree: 'list',
      feed: 'list',
      group: 'group',
      radiogroup: 'group',
      toolbar: 'group',
      region: 'panel',
      tabpanel: 'panel',
      row: 'row',
    };
    const tags: Record<string, ThingKind> = {
      DIALOG: 'dialog',
      NAV: 'navigation',
      FORM: 'form',
      TABLE: 'table',
      FIELDSET: 'group',
      ARTICLE: 'card',
      ASIDE: 'panel',
      SECTION: 'panel',
    };
    const isHead = (one: Element) => one.querySelector('td, [role="cell"], [role="gridcell"]') === null;
    if (element.tagName === 'TR' || element.getAttribute('role') === 'row')
      return isHead(element) ? null : 'row';
    return roles[this.parts.evidence.role(element) ?? ''] ?? tags[element.tagName] ?? null;
  }

  /** A pop-up lies above the rest. One that consists of presses is a menu, another one a panel. */
  private floating(drawn: Drawn): ThingKind | null {
    const { style, box, element } = drawn;
    if (!/^(absolute|fixed)$/.test(style.position) || !drawn.isShown || drawn.needsHover) return null;
    if (
      box.width < 60 ||
      box.height < 24 ||
      box.width * box.height > 0.7 * this.parts.dom.viewport.width * this.parts.dom.viewport.height
    )
      return null;
    const isCalled =
      /(menu|dropdown|popover|popup|options|listbox|flyout|suggest|autocomplete|results|picker|panel|drawer|sheet|toast|snackbar|notification)/i;
    const isRaised = style.boxShadow !== 'none' || Number(style.zIndex) >= 10;
    if (!isRaised && !isCalled.test(element.getAttribute('class') ?? '')) return null;
    const presses = this.pressesIn(drawn);
    const fields = presses.filter((one) => this.parts.kinds.isField(one)).length;
    const worded = presses.filter((one) => this.parts.wording.hasLetters(one)).length;
    if (worded >= 2 && fields <= 1 && worded >= 0.6 * presses.length) return 'menu';
    return presses.length > 0 || this.parts.wording.hasLetters(drawn) ? 'panel' : null;
  }

  private pressesIn(drawn: Drawn): Drawn[] {
    return drawn.children.flatMap((child) =>
      child.isShown && this.parts.evidence.isPressable(child) ? [child] : this.pressesIn(child),
    );
  }

  /** Like children with words and more in them are the rows or the cards of a list. */
  private addRepeated(parent: Drawn): void {
    if (parent.children.length === 0 || this.isInside(parent, /^(navigation|menu|tabs)$/)) return;
    if (parent.element.matches('tr, thead, [role="row"]')) return;
    const { evidence } = this.parts;
    let isList = false;
    for (const family of this.parts.marks.kinds(parent)) {
      const all = family.filter((child) => child.isShown && !this.found.has(child));
      const first = all[0];
      if (!first) continue;
      const rich = all.filter((child) => this.isRich(child) && !this.headsNext(child, parent, all));
      const isCalled = /(^|[\s_-])(item|card|entry|record|tile|thumb(nail)?|post|message|comment)(?![a-z])/i;
      const isAlone =
        rich.length === 1 &&
        this.pressesIn(first).length > 0 &&
        isCalled.test(first.element.getAttribute('class') ?? '');
      if (rich.length < Math.max(2, 0.5 * all.length) && !isAlone) continue;
      if (
        this.isInside(parent, /^(row|card)$/) &&
        rich.every((child) => this.pressesIn(child).length === 0 && !evidence.isPressable(child))
      )
        continue;
      for (const child of rich) this.add(child, this.isCard(child, rich) ? 'card' : 'row');
      isList ||= rich.length >= 2;
    }
    if (isList && !parent.element.matches('tbody, table, body')) this.add(parent, 'list');
  }

  /** A heading between unlike siblings heads what follows it, and is no row. */
  private headsNext(child: Drawn, { children }: Drawn, alike: Drawn[]): boolean {
    const next = children[children.indexOf(child) + 1];
    const follows = next !== undefined && !alike.includes(next) && next.box.height > child.box.height;
    return (
      follows &&
      child.box.height < 72 &&
      !this.parts.evidence.isPressable(child) &&
      this.parts.headings.isHeaded(child)
    );
  }

  private isCard({ box }: Drawn, all: Drawn[]): boolean {
    const isBeside = all.some((other) => other.box.x !== box.x && Math.abs(other.box.y - box.y) < 4);
    return isBeside || box.height > 160;
  }

  private isRich(drawn: Drawn): boolean {
    const { evidence, wording, kinds, icons } = this.parts;
    if (!wording.hasLetters(drawn) || drawn.box.height < 16 || evidence.isNative(drawn)) return false;
    // The frames of an application are no rows.
    if (
      drawn.box.width * drawn.box.height >
        0.5 * this.parts.dom.viewport.width * this.parts.dom.viewport.height &&
      drawn.box.height > 0.6 * this.parts.dom.viewport.height
    )
      return false;
    if (
      drawn.box.height > 0.85 * this.parts.dom.viewport.height &&
      drawn.inView &&
      drawn.inView.bottom - drawn.inView.top > 0.85 * this.parts.dom.viewport.height
    )
      return false;
    if (
      /^(LABEL|P|H[1-6]|OPTION|TD|TH|DT|DD)$/.test(drawn.element.tagName) ||
      evidence.role(drawn.element) === 'tab'
    )
      return false;
    const inner = this.pressesIn(drawn);
    const blocks = this.countBlocks(drawn);
    if (evidence.isPressable(drawn)) {
      if (kinds.isField(drawn)) return false;
      return (
        inner.length > 0 ||
        drawn.box.height >= 72 ||
        (blocks >= 2 && (drawn.box.height >= 44 || drawn.box.width >= 240))
      );
    }
    const fields = inner.filter((one) => kinds.isField(one)).length;
    // A field with its label, and perhaps a hint, is one control and no thing.
    if (fields > 0 && fields === inner.length && fields === 1 && blocks <= 3) return false;
    if (inner.length === 1 && blocks === 0) return false;
    // What something is called, and its value below.
    const isPair = inner.length === 0 && blocks === 2 && drawn.box.height < 64;
    if (isPair && drawn.box.width < 0.7 * (drawn.parent?.box.width ?? 0)) return false;
    if (blocks === 1 && inner.length > 0 && this.areSettings(inner)) return false;
    return blocks >= 2 || (blocks >= 1 && (inner.length > 0 || icons.iconsIn(drawn).length > 0));
  }

  /** Whether controls set what the text beside them says: they hold values, or one of them is marked as the present choice. */
  private areSettings(controls: Drawn[]): boolean {
    const { kinds, marks, wording } = this.parts;
    if (controls.every((one) => kinds.isField(one) || kinds.of(one) === 'swatch')) return true;
    return (
      controls.length >= 2 &&
      controls.some((one) => !wording.hasLetters(one) || wording.of(one).length <= 16) &&
      controls.some((one) => marks.isSelected(one, false))
    );
  }

  /** Blocks of text outside of controls. */
  private countBlocks(drawn: Drawn): number {
    const { evidence, wording } = this.parts;
    let count = 0;
    const visit = (one: Drawn): void => {
      if (count > 4 || (one !== drawn && evidence.isPressable(one) && this.pressesIn(one).length === 0))
        return;
      if (wording.isBlock(one, (inner) => evidence.isPressable(inner)) && wording.hasLetters(one)) count++;
      for (const child of one.children) visit(child);
    };
    visit(drawn);
    return count;
  }

  /** Several presses without much between them, under a caption of their own. */
  private addGroup(drawn: Drawn): void {
    if (
      this.found.has(drawn) ||
      drawn.children.length < 2 ||
      this.isInside(drawn, /^(navigation|menu|tabs)$/)
    )
      return;
    const { evidence, wording } = this.parts;
    const presses = drawn.children.filter((child) => child.isShown && evidence.isPressable(child));
    if (presses.length < 2 || presses.length > 40) return;
    const isText = (one: Drawn | undefined) =>
      one?.isShown &&
      this.pressesIn(one).length === 0 &&
      !evidence.isPressable(one) &&
      wording.hasLetters(one);
    const others = drawn.children.filter((child) => isText(child));
    const first = drawn.children[0]!;
    const before = this.textBefore(drawn);
    const caption = isText(first) ? first : others.length === 0 && isText(before) ? before : undefined;
    if (!caption || others.length > 1 || wording.of(caption).length > 40 || this.countBlocks(caption) > 1)
      return;
    const isWordless = presses.some((one) => !wording.hasLetters(one));
    if (!isWordless && /^H[1-4]$/.test(caption.element.tagName)) return;
    if (this.isClosed(drawn.parent ?? drawn) || presses.some((one) => this.countBlocks(one) > 1)) return;
    this.found.set(drawn, { kind: 'group', drawn, name: wording.of(caption).replace(/\s*[:：]$/, '') });
  }

  /** What stands before an element, or before the wrappers that hold only it. */
  private textBefore(drawn: Drawn): Drawn | undefined {
    let at = drawn;
    for (let level = 0; level < 3 && at.parent; level++, at = at.parent) {
      const siblings = at.parent.children.filter(({ isShown }) => isShown);
      if (siblings.length > 1) return siblings[siblings.indexOf(at) - 1];
    }
    return undefined;
  }

  private isInside(drawn: Drawn, kinds: RegExp): boolean {
    for (let at: Drawn | null = drawn; at; at = at.parent) {
      const kind = this.found.get(at)?.kind;
      if (kind && kinds.test(kind)) return true;
    }
    return false;
  }

  /** What a person would call a row or a card: its most prominent text. Of the others, the first text, where it is short. */
  private nameOf({ kind, drawn }: FoundThing): string {
    const { headings } = this.parts;
    if (kind === 'row' || kind === 'card') return headings.prominent(drawn);
    return kind === 'dialog' ? headings.first(drawn) : '';
  }
}
