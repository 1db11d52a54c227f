import type { Box } from '../view.ts';
import type { Captions } from './captions.ts';
import type { Dom } from './dom.ts';
import type { Drawing, Drawn } from './drawing.ts';
import type { Evidence } from './evidence.ts';
import type { Fields } from './fields.ts';
import type { Headings } from './headings.ts';
import type { Icons, IconWords } from './icons.ts';
import type { Kinds } from './kinds.ts';
import type { Lists } from './lists.ts';
import type { Marks } from './marks.ts';
import type { Names } from './names.ts';
import type { Item, ItemKind, RawScreen, Thing } from './screen.ts';
import type { Sight } from './sight.ts';
import type { Stylesheets } from './stylesheets.ts';
import type { FoundThing, Things } from './things.ts';
import type { Wording } from './wording.ts';

/** The classes of which a perception is made. */
export interface PerceptionParts {
  Stylesheets: typeof Stylesheets;
  Drawing: typeof Drawing;
  Sight: typeof Sight;
  Icons: typeof Icons;
  Wording: typeof Wording;
  Evidence: typeof Evidence;
  Marks: typeof Marks;
  Lists: typeof Lists;
  Kinds: typeof Kinds;
  Captions: typeof Captions;
  Headings: typeof Headings;
  Things: typeof Things;
}

/** Reads the screen as a person sees it: the things on it, what can be pressed or filled in, and the texts. */
export class Perception {
  static readonly mostItems = 600;
  static readonly mostTexts = 400;
  static readonly mostDoubts = 60;
  private readonly dom: Dom;
  private readonly names: Names;
  private readonly fields: Fields;
  private readonly idOf: (element: Element) => number;
  private readonly drawing: Drawing;
  private readonly sight: Sight;
  private readonly icons: Icons;
  private readonly wording: Wording;
  private readonly evidence: Evidence;
  private readonly marks: Marks;
  private readonly lists: Lists;
  private readonly kinds: Kinds;
  private readonly captions: Captions;
  private readonly modal: { sheet: Element; box: Drawn } | null;
  private readonly found: FoundThing[];
  private readonly owners = new Map<Drawn, number>();
  /** What stands beside its heading in the markup, and not in one element with it. */
  private readonly headed = new Map<Drawn, number>();

  constructor(
    parts: PerceptionParts,
    { dom, names, fields }: { dom: Dom; names: Names; fields: Fields },
    icons: IconWords,
    idOf: (element: Element) => number,
  ) {
    this.dom = dom;
    this.names = names;
    this.fields = fields;
    this.idOf = idOf;
    const sheets = new parts.Stylesheets();
    const drawing = new parts.Drawing(dom, sheets);
    this.drawing = drawing;
    this.sight = new parts.Sight(dom, drawing);
    this.icons = new parts.Icons(icons);
    this.wording = new parts.Wording(dom, this.icons);
    this.evidence = new parts.Evidence(dom, this.icons, sheets);
    this.marks = new parts.Marks(dom);
    this.lists = new parts.Lists(dom, this.icons, this.wording);
    const { evidence, wording, marks, lists } = this;
    this.kinds = new parts.Kinds({ evidence, icons: this.icons, wording, marks, lists });
    this.captions = new parts.Captions(
      dom,
      names,
      wording,
      (drawn) => drawn.isShown && evidence.isPressable(drawn),
    );
    this.modal = this.sight.modal();
    const headings = new parts.Headings(dom, drawing, evidence, wording);
    const given = { dom, drawing, evidence, icons: this.icons, wording, marks, kinds: this.kinds, headings };
    const things = new parts.Things(given, this.modal?.box ?? null).find();
    this.found = [
      { kind: 'page', drawn: drawing.root, name: document.title.trim() },
      ...things.filter(({ drawn }) => this.isUsable(drawn)),
    ];
    for (const [index, { drawn, below }] of this.found.entries()) {
      this.owners.set(drawn, index);
      for (const one of below ?? []) this.headed.set(one, index);
    }
  }

  read(): RawScreen {
    const presses = this.drawing.all.filter(
      (drawn) => drawn.isShown && this.isUsable(drawn) && this.isItem(drawn),
    );
    const pressed = new Set(presses);
    const doubts = this.drawing.all
      .filter(
        (drawn) =>
          !pressed.has(drawn) &&
          this.isUsable(drawn) &&
          this.evidence.isDoubtful(drawn) &&
          !this.sight.isCovered(drawn),
      )
      .sort((a, b) => Number(b.inView !== null) - Number(a.inView !== null))
      .slice(0, Perception.mostDoubts);
    const doubted = new Set(doubts);
    const isApart = (inner: Drawn) => pressed.has(inner);
    const texts = this.drawing.all.filter(
      (drawn) => !pressed.has(drawn) && this.isUsable(drawn) && this.isText(drawn, isApart),
    );
    const kept = new Set([
      ...this.first(presses, Perception.mostItems - 100),
      ...this.first(texts, Perception.mostTexts),
    ]);
    const chosen = new Set([...this.first([...kept], Perception.mostItems), ...doubts]);
    const items = this.drawing.all
      .filter((drawn) => chosen.has(drawn))
      .map((drawn) => this.item(drawn, pressed, doubted));
    return {
      url: location.href,
      title: this.dom.shorten(document.title.trim(), 300),
      viewport: { width: this.dom.viewport.width, height: this.dom.viewport.height },
      scroll: { x: this.dom.viewport.x, y: this.dom.viewport.y },
      things: this.found.map((thing) => this.thing(thing)),
      items,
      doubtful: doubts.filter((drawn) => !texts.includes(drawn)).map(({ element }) => this.idOf(element)),
      asked: doubts.map(({ element }) => this.idOf(element)),
    };
  }

  private first(all: Drawn[], most: number): Drawn[] {
    if (all.length <= most) return all;
    return [...all.filter(({ inView }) => inView), ...all.filter(({ inView }) => !inView)].slice(0, most);
  }

  /** What a modal box keeps from being used is left out. What lies above that box, such as a toast, is not. */
  private isUsable(drawn: Drawn): boolean {
    if (!this.modal) return true;
    const { sheet, box } = this.modal;
    if (box.element.contains(drawn.element) || sheet.contains(drawn.element)) return true;
    return (
      drawn.inView !== null &&
      drawn.isShown &&
      drawn.box.width < 0.9 * this.dom.viewport.width &&
      !this.sight.isCovered(drawn)
    );
  }

  /** A press that only frames another one, such as the drawn box around a field, is that one. */
  private isItem(drawn: Drawn): boolean {
    if (!this.evidence.isPressable(drawn)) return false;
    if (this.evidence.isNative(drawn)) return true;
    const inner = drawn.children.flatMap((child) => this.pressesIn(child));
    if (inner.length !== 1) return true;
    const isWordless = this.wording.of(drawn) === this.wording.of(inner[0]!);
    return !(isWordless && this.evidence.isNative(inner[0]!));
  }

  private pressesIn(drawn: Drawn): Drawn[] {
    if (drawn.isShown && this.evidence.isPressable(drawn)) return [drawn];
    return drawn.children.flatMap((child) => this.pressesIn(child));
  }

  /** Texts in buttons are their names. Texts in rows that are pressed as a whole are still worth reading. */
  private isText(drawn: Drawn, isApart: (inner: Drawn) => boolean): boolean {
    if (!this.wording.isBlock(drawn, isApart)) return false;
    for (let at = drawn.parent; at; at = at.parent) if (isApart(at)) return this.kindOf(at) === 'body';
    return true;
  }

  private kindOf(drawn: Drawn): ItemKind {
    const kind = this.kinds.of(drawn);
    if (kind !== 'button' || this.evidence.isNative(drawn)) return this.inMenu(drawn, kind);
    const owner = this.found[this.owners.get(drawn) ?? -1];
    if (owner) return 'body';
    const isLarge = drawn.box.height > 60 && drawn.box.width > 100 && this.wording.of(drawn).length > 24;
    if (isLarge || drawn.children.some((child) => this.pressesIn(child).length > 0)) return 'body';
    return this.inMenu(drawn, kind);
  }

  private inMenu(drawn: Drawn, kind: ItemKind): ItemKind {
    if (!/^(button|link)$/.test(kind) || !this.wording.hasLetters(drawn)) return kind;
    const owner = this.found[this.ownerOf(drawn)]!;
    if (owner.kind !== 'menu') return kind;
    const siblings = this.marks.alike(drawn);
    const isChoice =
      owner.drawn.element.getAttribute('role') === 'listbox' ||
      siblings.some((one) => this.marks.isSelected(one, false));
    return isChoice ? 'option' : 'menu-item';
  }

  private ownerOf(drawn: Drawn): number {
    for (let at: Drawn | null = drawn; at; at = at.parent) {
      const index = this.owners.get(at) ?? this.headed.get(at);
      if (index !== undefined) return index;
    }
    return 0;
  }

  private thing({ kind, drawn, name, below }: FoundThing): Thing {
    const { parent } = drawn;
    return {
      id: this.idOf(drawn.element),
      kind,
      name: this.dom.shorten(name, 160),
      text: this.wording.of(drawn),
      parent: parent === null ? null : (this.headed.get(drawn) ?? this.ownerOf(parent)),
      box: below ? this.around([drawn, ...below]) : drawn.box,
      isModal: drawn === this.modal?.box,
      isSelected: /^(row|card)$/.test(kind) && this.isPresent(drawn),
    };
  }

  /** Where all of a list are marked, as active for example, the mark says what they are, and not that one of them is selected. */
  private isPresent(drawn: Drawn): boolean {
    if (!this.marks.isSelected(drawn, this.evidence.isPressable(drawn))) return false;
    const others = this.marks.alike(drawn).filter((one) => one !== drawn);
    return others.some((one) => !this.marks.isSelected(one, false)) || this.evidence.isPressable(drawn);
  }

  private around(all: Drawn[]): Box {
    const x = Math.min(...all.map(({ box }) => box.x));
    const y = Math.min(...all.map(({ box }) => box.y));
    const right = Math.max(...all.map(({ box }) => box.x + box.width));
    const bottom = Math.max(...all.map(({ box }) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
  }

  private item(drawn: Drawn, pressed: Set<Drawn>, doubted: Set<Drawn>): Item {
    const { element } = drawn;
    const isControl = pressed.has(drawn) || (doubted.has(drawn) && drawn.words === '');
    const kind = isControl ? this.kindOf(drawn) : 'text';
    const box = this.evidence.boxOf(element);
    const field = box ?? element;
    const owner = this.ownerOf(drawn);
    const link = element.closest('a[href]');
    return {
      id: this.idOf(element),
      kind,
      name: this.nameOf(drawn, kind),
      labels: this.labelsOf(drawn, kind, owner),
      hints: this.hintsOf(drawn, field),
      owner,
      box: drawn.needsHover && drawn.box.width === 0 ? this.found[owner]!.drawn.box : drawn.box,
      role: this.names.role(element),
      inputType: isControl ? this.fields.inputType(field, this.names.role(field) ?? '') : null,
      value: this.valueOf(drawn, kind, field),
      isOn:
        isControl && /^(toggle|radio|button|swatch|tab)$/.test(kind)
          ? this.marks.isOn(drawn, kind, box)
          : null,
      isSelected:
        isControl && kind !== 'toggle' && this.marks.isSelected(drawn, this.isAlternative(kind, owner)),
      isExpanded: this.marks.isExpanded(drawn),
      isDisabled: isControl && this.marks.isDisabled(drawn, box),
      isRequired:
        (field as HTMLInputElement).required === true || element.getAttribute('aria-required') === 'true',
      needsHover: drawn.needsHover,
      isPressable: pressed.has(drawn) && !this.sight.isCovered(drawn),
      href: link instanceof HTMLAnchorElement ? link.href : null,
      options:
        element instanceof HTMLSelectElement
          ? this.fields.options(element)
          : kind === 'picker'
            ? this.lists.options(element)
            : [],
    };
  }

  private nameOf(drawn: Drawn, kind: ItemKind): string {
    const { element } = drawn;
    const spoken = (element.getAttribute('aria-label') ?? '').trim();
    const title = (element.getAttribute('title') ?? element.getAttribute('data-tooltip') ?? '').trim();
    if (kind === 'text')
      return this.dom.shorten(
        this.wording.block(drawn, () => false),
        200,
      );
    if (kind === 'body')
      return this.found[this.owners.get(drawn) ?? -1]?.name || this.dom.shorten(this.wording.of(drawn), 120);
    const placeholder =
      element.getAttribute('placeholder') ??
      element.getAttribute('data-placeholder') ??
      element.getAttribute('aria-placeholder') ??
      '';
    if (/^(field|select|picker|rich-text|slider|file)$/.test(kind))
      return this.dom.shorten(spoken || title || placeholder.trim(), 160);
    const words =
      this.wording.of(drawn) ||
      (element instanceof HTMLInputElement && kind === 'button' ? element.value : '');
    const name = /[\p{L}\p{N}]/u.test(words) && kind !== 'toggle' ? words : spoken || title || words;
    if (name !== '' || /^(toggle|radio|swatch)$/.test(kind)) return this.dom.shorten(name, 160);
    const given = this.names.name(element);
    const meant = this.icons.meaning(drawn) || (this.icons.isGlyph(given) ? '' : given);
    return this.dom.shorten(meant || this.icons.hinted(this.hintsOf(drawn, element)), 160);
  }

  private labelsOf(drawn: Drawn, kind: ItemKind, owner: number): string[] {
    if (kind === 'body' || /^(tab|menu-item|option|link)$/.test(kind)) return [];
    if (kind === 'text') {
      const cell = drawn.element.closest('td, [role="cell"], [role="gridcell"]');
      const row = cell?.closest('tr, [role="row"]');
      const head = cell && row ? this.captions.headOf(cell, row) : '';
      return head ? [head] : this.captions.ofText(drawn);
    }
    const thing = this.found[owner]!;
    const isOwned = kind === 'button' && thing.kind !== 'group' && this.wording.hasLetters(drawn);
    if (isOwned) return [];
    const isBox = kind === 'radio' || (kind === 'toggle' && drawn.box.width < 1.3 * drawn.box.height);
    if (kind === 'button' && /^(row|card|menu)$/.test(thing.kind)) return [];
    const found = this.captions.of(drawn, this.homeOf(owner), isBox);
    const caption =
      thing.kind === 'group' && thing.name !== '' && !found.includes(thing.name) ? [thing.name] : [];
    return [...found, ...caption];
  }

  /** The thing in which the words for a control stand. Groups, forms and tables are only frames in it. */
  private homeOf(owner: number): Drawn {
    let at = this.found[owner]!;
    while (/^(group|form|table|list|tabs)$/.test(at.kind) && at.drawn.parent)
      at = this.found[this.ownerOf(at.drawn.parent)]!;
    return at.drawn;
  }

  private isAlternative(kind: ItemKind, owner: number): boolean {
    if (kind === 'button' || kind === 'link')
      return /^(navigation|tabs|group)$/.test(this.found[owner]!.kind);
    return /^(tab|option|radio|swatch|body)$/.test(kind);
  }

  private hintsOf(drawn: Drawn, field: Element): string[] {
    const icons = this.icons.iconsIn(drawn).slice(0, 2);
    const sources = [...new Set([drawn.element, field, ...icons.map(({ element }) => element)])];
    const said = sources.flatMap((one) =>
      one
        .getAttributeNames()
        .filter((name) =>
          /^(id|name|class|title|aria-label|autocomplete|for|data-(?!v-|react).*)$/.test(name),
        )
        .map((name) => one.getAttribute(name) ?? ''),
    );
    const words = said
      .join(' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase();
    return [
      ...new Set(words.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && word.length < 30)),
    ].slice(0, 40);
  }

  private valueOf(drawn: Drawn, kind: ItemKind, field: Element): string {
    if (kind === 'swatch') return this.kinds.colour(drawn) ?? '';
    if (field instanceof HTMLSelectElement)
      return [...field.selectedOptions].map(({ label }) => label.trim()).join(', ');
    if (field instanceof HTMLInputElement && /^(checkbox|radio|submit|button|reset|image)$/.test(field.type))
      return '';
    if (kind === 'picker' && !/^(INPUT|SELECT)$/.test(field.tagName)) return this.wording.of(drawn);
    if (kind === 'rich-text') return this.wording.of(drawn);
    if (kind === 'slider')
      return (
        field.getAttribute('aria-valuetext') ??
        field.getAttribute('aria-valuenow') ??
        this.fields.value(field)
      );
    return this.fields.value(field);
  }
}
