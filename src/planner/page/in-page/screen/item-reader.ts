import type { Item, ItemKind } from '../../screen.ts';
import type { Dom } from '../document/dom.ts';
import type { Fields } from '../document/fields.ts';
import type { Names } from '../document/names.ts';
import type { Arrows } from './kinds/arrows.ts';
import type { Cells } from './kinds/cells.ts';
import type { Kinds } from './kinds/kinds.ts';
import type { Lists } from './kinds/lists.ts';
import type { Captions } from './names/captions.ts';
import type { Headings } from './names/headings.ts';
import type { ValueNames } from './names/value-names.ts';
import type { Sight } from './sight.ts';
import type { Drawn } from './signs/drawing.ts';
import type { Evidence } from './signs/evidence.ts';
import type { Icons } from './signs/icons.ts';
import type { Marks } from './signs/marks.ts';
import type { Wording } from './signs/wording.ts';
import type { Content } from './things/content.ts';
import type { Owners } from './things/owners.ts';

export interface ItemParts {
  dom: Dom;
  names: Names;
  fields: Fields;
  icons: Icons;
  wording: Wording;
  evidence: Evidence;
  marks: Marks;
  arrows: Arrows;
  lists: Lists;
  kinds: Kinds;
  captions: Captions;
  valueNames: ValueNames;
  cells: Cells;
  content: Content;
  headings: Headings;
  sight: Sight;
  owners: Owners;
  idOf: (element: Element) => number;
}

/** Describes one item of the screen: what it is called, what it holds, in which state it is. */
export class ItemReader {
  private readonly parts: ItemParts;

  constructor(parts: ItemParts) {
    this.parts = parts;
  }

  /** @param isControl whether it is one. Otherwise it is text */
  of(drawn: Drawn, isControl: boolean): Item {
    const { element } = drawn;
    const kind = isControl ? this.kindOf(drawn) : 'text';
    const box = this.parts.evidence.boxOf(element);
    const field = box ?? element;
    const owner = this.parts.owners.of(drawn);
    const link = element.closest('a[href]');
    return {
      id: this.parts.idOf(element),
      kind,
      name: this.nameOf(drawn, kind),
      labels: this.labelsOf(drawn, kind, owner),
      hints: this.hintsOf(drawn, field),
      owner,
      box: drawn.needsHover && drawn.box.width === 0 ? this.parts.owners.found[owner]!.drawn.box : drawn.box,
      role: this.parts.names.role(element),
      inputType: isControl ? this.parts.fields.inputType(field, this.parts.names.role(field) ?? '') : null,
      value: this.valueOf(drawn, kind, field),
      isOn:
        isControl && /^(toggle|radio|button|swatch|tab)$/.test(kind)
          ? this.parts.marks.isOn(drawn, kind, box)
          : null,
      isSelected:
        isControl && kind !== 'toggle' && this.parts.marks.isSelected(drawn, this.isAlternative(kind, owner)),
      isExpanded: this.parts.marks.isExpanded(drawn) ?? this.parts.arrows.isExpanded(drawn, kind),
      isDisabled: isControl && this.parts.marks.isDisabled(drawn, box),
      isRequired:
        (field as HTMLInputElement).required === true || element.getAttribute('aria-required') === 'true',
      needsHover: drawn.needsHover,
      needsDouble: isControl && this.parts.evidence.needsDouble(element),
      isPlaced: isControl && this.parts.sight.isPlaced(drawn),
      isPressable:
        (isControl || this.parts.evidence.turnsToField(drawn)) && !this.parts.sight.isCovered(drawn),
      href: link instanceof HTMLAnchorElement ? link.href : null,
      options:
        element instanceof HTMLSelectElement
          ? this.parts.fields.options(element)
          : kind === 'picker'
            ? this.parts.lists.options(element)
            : [],
    };
  }

  private nameOf(drawn: Drawn, kind: ItemKind): string {
    const { element } = drawn;
    const spoken = (element.getAttribute('aria-label') ?? '').trim();
    const title = this.tooltipOf(element);
    if (kind === 'text')
      return this.parts.dom.shorten(
        this.parts.wording.block(drawn, (inner) => this.parts.evidence.isPressable(inner)),
        200,
      );
    if (kind === 'body') {
      const isPlane = this.parts.content.isPlane(drawn);
      const own = isPlane ? drawn.words : this.parts.owners.framing(drawn)?.name;
      return own || isPlane ? (own ?? '') : this.parts.dom.shorten(this.parts.wording.of(drawn), 120);
    }
    const placeholder =
      element.getAttribute('placeholder') ??
      element.getAttribute('data-placeholder') ??
      element.getAttribute('aria-placeholder') ??
      '';
    if (/^(field|select|picker|rich-text|slider|file)$/.test(kind))
      return this.parts.dom.shorten(spoken || title || placeholder.trim(), 160);
    const words =
      this.wordsOf(drawn) || (element instanceof HTMLInputElement && kind === 'button' ? element.value : '');
    // A bare number says how many there are, where something else says of what.
    const isNamed = /\p{L}/u.test(words) || (/\p{N}/u.test(words) && !/\p{L}/u.test(spoken + title));
    const name = isNamed && kind !== 'toggle' ? words : spoken || title || words;
    if (name !== '' || /^(toggle|radio|swatch)$/.test(kind)) return this.parts.dom.shorten(name, 160);
    const given = this.parts.names.name(element);
    const isApart = (inner: Drawn) => this.parts.evidence.isPressable(inner);
    const meant = this.parts.icons.meaning(drawn, isApart) || (this.parts.icons.isGlyph(given) ? '' : given);
    const hinted = meant || this.parts.icons.hinted(this.hintsOf(drawn, element));
    return this.parts.dom.shorten(hinted || this.parts.names.byAddress(element), 160);
  }

  /** What is shown while something is hovered: by the browser, or by the page, from an attribute that is called so. */
  private tooltipOf(element: Element): string {
    const names = [
      'title',
      'data-tooltip',
      'data-tip',
      'data-title',
      'data-original-title',
      'data-bs-title',
      'tooltip',
    ];
    const text = names
      .map((name) => element.getAttribute(name)?.trim())
      .find((one) => one && /\p{L}/u.test(one));
    return text ?? element.getAttribute('data-tooltip-content')?.trim() ?? '';
  }

  /** Of several texts, such as initials, a name and what explains it, the most prominent one is what a control is called. */
  private wordsOf(drawn: Drawn): string {
    const { content, headings, wording } = this.parts;
    const whole = this.withoutKeys(drawn, wording.of(drawn));
    return whole.length > 12 && content.blocksIn(drawn) > 1 ? headings.prominent(drawn) || whole : whole;
  }

  /** “Mute M” is called “Mute”: the key that does the same stands behind it. */
  private withoutKeys({ children }: Drawn, words: string): string {
    const last = children.at(-1);
    if (!last) return words;
    const said = this.parts.wording.of(last);
    const isKey =
      last.element.tagName === 'KBD' ||
      /(^|[\s_-])(kbd|shortcut|hot-?keys?|key-?cap)([\s_-]|$)/i.test(
        last.element.getAttribute('class') ?? '',
      ) ||
      /^(?:[A-Z]|[Ee]nter|[Ee]sc|[Dd]el|F\d{1,2}|(?:(?:[⌘⇧⌥⌃^]|(?:[Cc]trl|[Aa]lt|[Ss]hift|[Cc]md|[Mm]eta|[Oo]ption)(?![a-z]))[\s+-]*)+\S{1,5})$/u.test(
        said,
      );
    const keys = isKey ? said : '';
    const rest = words.slice(0, -keys.length).trim();
    return keys !== '' && words.endsWith(keys) && /\p{L}{2}/u.test(rest) ? rest : words;
  }

  private labelsOf(drawn: Drawn, kind: ItemKind, owner: number): string[] {
    if (kind === 'body' || /^(tab|menu-item|option|link)$/.test(kind)) return [];
    const cells = 'td, [role="cell"], [role="gridcell"]';
    if (kind === 'text' || drawn.element.matches(cells)) {
      const cell = drawn.element.closest(cells);
      const row = cell?.closest('tr, [role="row"]');
      const head = cell && row ? this.parts.cells.headOf(cell, row) : '';
      const home = this.parts.owners.homeOf(owner);
      const named = head ? [head] : this.parts.valueNames.ofText(drawn, home);
      return named.length > 0 || !this.parts.captions.isStepped(drawn)
        ? named
        : this.parts.captions.of(drawn, home.parent ?? home, false).slice(0, 2);
    }
    const thing = this.parts.owners.found[owner]!;
    const value = kind === 'button' ? this.parts.valueNames.ofValue(drawn) : [];
    if (value.length > 0) return value;
    const beside = kind === 'button' ? this.parts.captions.ofSplit(drawn) : [];
    if (beside.length > 0) return beside;
    const around =
      thing.kind === 'group' ? this.parts.owners.found[this.parts.owners.parentOf(thing) ?? 0]! : thing;
    const column =
      kind === 'button' && around.kind === 'row' ? this.parts.captions.ofColumn(drawn, around.drawn) : [];
    if (column.length > 0) return column;
    const isOwned = kind === 'button' && thing.kind !== 'group' && this.parts.wording.hasLetters(drawn);
    if (isOwned) return [];
    const isBox = kind === 'radio' || (kind === 'toggle' && drawn.box.width < 1.3 * drawn.box.height);
    if (kind === 'button' && /^(row|card|menu)$/.test(thing.kind)) return [];
    const found = this.parts.captions.of(drawn, this.parts.owners.homeOf(owner), isBox);
    const caption =
      thing.kind === 'group' && thing.name !== '' && !found.includes(thing.name) ? [thing.name] : [];
    const chips =
      found.length === 0 && /^(field|picker)$/.test(kind) ? this.parts.captions.ofChips(drawn) : [];
    return [...found, ...chips, ...caption];
  }

  private isAlternative(kind: ItemKind, owner: number): boolean {
    if (kind === 'button' || kind === 'link')
      return /^(navigation|tabs|group)$/.test(this.parts.owners.found[owner]!.kind);
    return /^(tab|option|radio|swatch|body)$/.test(kind);
  }

  private hintsOf(drawn: Drawn, field: Element): string[] {
    const icons = this.parts.icons.iconsIn(drawn).slice(0, 2);
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
    if (kind === 'swatch') return this.parts.kinds.colour(drawn) ?? '';
    if (field instanceof HTMLSelectElement)
      return [...field.selectedOptions].map(({ label }) => label.trim()).join(', ');
    if (field instanceof HTMLInputElement && /^(checkbox|radio|submit|button|reset|image)$/.test(field.type))
      return '';
    if (kind === 'picker' && !/^(INPUT|SELECT)$/.test(field.tagName)) return this.parts.wording.of(drawn);
    if (kind === 'button')
      return this.parts.valueNames.ofValue(drawn).length > 0
        ? (this.parts.valueNames.below(drawn) ?? this.wordsOf(drawn))
        : '';
    if (kind === 'rich-text') return this.parts.wording.of(drawn);
    if (kind === 'slider')
      return (
        field.getAttribute('aria-valuetext') ??
        field.getAttribute('aria-valuenow') ??
        this.parts.fields.value(field)
      );
    return this.parts.fields.value(field);
  }

  kindOf(drawn: Drawn): ItemKind {
    const kind = this.parts.kinds.of(drawn);
    if (kind !== 'button' || this.parts.evidence.isNative(drawn)) return this.inMenu(drawn, kind);
    if (this.parts.owners.itself(drawn)) return 'body';
    // An entry of a menu that holds an arrow, or what is done with it, is still an entry.
    if (/^(navigation|menu|tabs)$/.test(this.parts.owners.found[this.parts.owners.of(drawn)]!.kind))
      return this.inMenu(drawn, kind);
    const isLarge =
      drawn.box.height > 60 && drawn.box.width > 100 && this.parts.wording.of(drawn).length > 24;
    if (isLarge || this.parts.content.pressesIn(drawn).length > 0) return 'body';
    return this.inMenu(drawn, kind);
  }

  private inMenu(drawn: Drawn, kind: ItemKind): ItemKind {
    if (!/^(button|link)$/.test(kind) || !this.parts.wording.hasLetters(drawn)) return kind;
    const owner = this.parts.owners.found[this.parts.owners.of(drawn)]!;
    if (owner.kind !== 'menu') return kind;
    const siblings = this.parts.marks.alike(drawn);
    const isChoice =
      owner.drawn.element.getAttribute('role') === 'listbox' ||
      siblings.some((one) => this.parts.marks.isSelected(one, false));
    return isChoice ? 'option' : 'menu-item';
  }
}
