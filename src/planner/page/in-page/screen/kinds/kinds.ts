import type { ItemKind } from '../../../screen.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Icons } from '../signs/icons.ts';
import type { Marks } from '../signs/marks.ts';
import type { Wording } from '../signs/wording.ts';
import type { Lists } from './lists.ts';

/** Says what a control is: by its element, by its role, or by what it looks like. */
export class Kinds {
  private readonly evidence: Evidence;
  private readonly icons: Icons;
  private readonly wording: Wording;
  private readonly marks: Marks;
  private readonly lists: Lists;
  private readonly known = new Map<Drawn, ItemKind>();

  constructor(parts: { evidence: Evidence; icons: Icons; wording: Wording; marks: Marks; lists: Lists }) {
    this.evidence = parts.evidence;
    this.icons = parts.icons;
    this.wording = parts.wording;
    this.marks = parts.marks;
    this.lists = parts.lists;
  }

  /** What a pressable element is by itself, wherever it stands. */
  of(drawn: Drawn): ItemKind {
    const known = this.known.get(drawn);
    if (known !== undefined) return known;
    const { element } = drawn;
    const kind =
      this.byTag(this.evidence.boxOf(element) ?? element) ?? this.byRole(drawn) ?? this.byLook(drawn);
    this.known.set(drawn, kind);
    return kind;
  }

  /** Whether a control holds a value, and so needs words beside it to say which. */
  isField(drawn: Drawn): boolean {
    return /^(toggle|radio|field|select|picker|slider|rich-text|file)$/.test(this.of(drawn));
  }

  private byTag(element: Element): ItemKind | null {
    if (element instanceof HTMLInputElement) return this.ofInput(element);
    if (element instanceof HTMLSelectElement) return 'select';
    if (element instanceof HTMLTextAreaElement) return 'field';
    return this.evidence.isEditable(element) ? 'rich-text' : null;
  }

  private ofInput(input: HTMLInputElement): ItemKind {
    const role = this.evidence.role(input);
    const kinds: Record<string, ItemKind> = {
      checkbox: 'toggle',
      radio: 'radio',
      range: 'slider',
      file: 'file',
      button: 'button',
      submit: 'button',
      reset: 'button',
      image: 'button',
    };
    if (role === 'combobox' || input.hasAttribute('aria-haspopup')) return 'picker';
    // A field that cannot be typed into is filled by what it opens.
    return kinds[input.type] ?? (input.readOnly && !input.disabled ? 'picker' : 'field');
  }

  private byRole(drawn: Drawn): ItemKind | null {
    const { element } = drawn;
    const kinds: Record<string, ItemKind> = {
      switch: 'toggle',
      checkbox: 'toggle',
      menuitemcheckbox: 'toggle',
      radio: 'radio',
      menuitemradio: 'radio',
      tab: 'tab',
      menuitem: 'menu-item',
      option: 'option',
      treeitem: 'option',
      slider: 'slider',
      combobox: 'picker',
      textbox: 'field',
      searchbox: 'field',
      spinbutton: 'field',
    };
    const kind = kinds[this.evidence.role(element) ?? ''];
    if (kind) return kind;
    if (element.hasAttribute('aria-pressed')) return 'toggle';
    if (this.evidence.role(element) === 'listbox') return 'picker';
    if (element.getAttribute('aria-haspopup') === 'listbox') return 'picker';
    return element.matches('a[href]') && !this.looksLikeTab(drawn) ? 'link' : null;
  }

  private byLook(drawn: Drawn): ItemKind {
    if (this.looksLikeSwitch(drawn)) return /radio/.test(this.names(drawn)) ? 'radio' : 'toggle';
    if (this.looksLikeSwatch(drawn)) return 'swatch';
    if (this.looksLikeTab(drawn)) return 'tab';
    return this.lists.isPicker(drawn) ? 'picker' : 'button';
  }

  private names({ element }: Drawn): string {
    return `${element.getAttribute('class') ?? ''} ${element.id}`.toLowerCase();
  }

  /** A small box without words that is called so, or a pill with a knob in it. */
  private looksLikeSwitch(drawn: Drawn): boolean {
    const { box, style, children } = drawn;
    const text = this.wording.of(drawn);
    if (text.length > 3 || box.width > 90 || box.height > 44 || box.width < 10 || box.height < 8)
      return false;
    if (this.icons.iconsIn(drawn).some((icon) => !/^(done)?$/.test(this.icons.meaning(icon)))) return false;
    const isCalled =
      /(^|[\s_-])(switch|toggle|check-?box|check|radio)(?![a-z])/.test(this.names(drawn)) &&
      !this.opensSomething(drawn);
    const ratio = box.width / box.height;
    const isPill =
      ratio >= 1.35 && ratio <= 2.8 && Number.parseFloat(style.borderTopLeftRadius) >= 0.4 * box.height;
    const hasKnob =
      children.some(
        (child) =>
          child.words === '' && child.box.height >= 0.4 * box.height && child.box.width <= 0.6 * box.width,
      ) || this.marks.hasDrawnKnob(drawn);
    if (text !== '') return isPill && isCalled;
    if (this.isDrawnBox(drawn)) return true;
    if (ratio >= 1.35 && ratio <= 2.8 && this.hasKnobAtEnd(drawn)) return true;
    return isCalled ? drawn.element.tagName !== 'BUTTON' || isPill || ratio < 1.35 : isPill && hasKnob;
  }

  /** A painted square at one end of a painted box is a knob, however angular both are. An icon stands in the middle. */
  private hasKnobAtEnd({ box, style, children }: Drawn): boolean {
    const isPainted = ({ backgroundColor }: CSSStyleDeclaration) =>
      !/^transparent$|,\s*0\)$/.test(backgroundColor);
    const [knob, ...others] = children;
    if (!knob || others.length > 0 || knob.words !== '' || !isPainted(style) || !isPainted(knob.style))
      return false;
    const isSquare = Math.abs(knob.box.width - knob.box.height) < 3 && knob.box.height >= 0.5 * box.height;
    const before = knob.box.x - box.x;
    const behind = box.x + box.width - (knob.box.x + knob.box.width);
    return (
      isSquare && Math.min(before, behind) <= 0.3 * box.height && Math.max(before, behind) >= 0.3 * box.height
    );
  }

  /** "Dropdown-toggle" names what folds and unfolds something, which is no switch. */
  private opensSomething({ element }: Drawn): boolean {
    const said = [element.getAttribute('data-toggle'), element.getAttribute('data-bs-toggle')].join(' ');
    return (
      element.hasAttribute('aria-expanded') ||
      element.hasAttribute('aria-haspopup') ||
      /drop-?down|collapse|menu|popover|modal|tab/.test(said) ||
      /drop-?down|collapse|caret|accordion/.test((element.getAttribute('class') ?? '').toLowerCase())
    );
  }

  /** A small framed square that is empty or has a tick in it. */
  private isDrawnBox({ box, style, element, children }: Drawn): boolean {
    const sides = [
      style.borderTopWidth,
      style.borderRightWidth,
      style.borderBottomWidth,
      style.borderLeftWidth,
    ];
    return (
      element.tagName !== 'BUTTON' &&
      Math.abs(box.width - box.height) < 2 &&
      box.width <= 28 &&
      sides.every((side) => Number.parseFloat(side) >= 1) &&
      Number.parseFloat(style.borderTopLeftRadius) < 0.4 * box.height &&
      style.backgroundImage === 'none' &&
      (children.length > 0 || /^rgba?\(255, 255, 255|, 0\)$/.test(style.backgroundColor))
    );
  }

  private looksLikeSwatch(drawn: Drawn): boolean {
    const { box } = drawn;
    if (
      this.wording.of(drawn) !== '' ||
      box.width < 10 ||
      box.width > 72 ||
      box.height < 10 ||
      box.height > 72
    )
      return false;
    const colour = this.colour(drawn);
    if (colour === null) return false;
    if (/(swatch|colou?r|preset|palette|paint)/.test(this.names(drawn))) return true;
    const others = this.marks.alike(drawn).map((one) => this.colour(one));
    const colours = new Set(others.filter((one) => one !== null));
    return colours.size >= 2 && this.icons.iconsIn(drawn).length === 0;
  }

  /** The colour that fills a control, or that of the only thing drawn in it. */
  colour({ style, children }: Drawn): string | null {
    const [, r, g, b, alpha] =
      /rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)/.exec(style.backgroundColor) ?? [];
    if (r !== undefined && Number(alpha ?? 1) > 0.5)
      return `#${[r, g, b].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
    return children.length === 1 && children[0]!.words === '' ? this.colour(children[0]!) : null;
  }

  /** One of several in a row that is called tabs. */
  private looksLikeTab(drawn: Drawn): boolean {
    if (this.wording.of(drawn).length > 40 || this.wording.of(drawn) === '') return false;
    const isTab = (names: string) =>
      /(^|[\s_-])(tabs?|tab-?(bar|list|strip|nav|item|btn|button|link))(?![a-z])/.test(names);
    const around = [drawn.parent, drawn.parent?.parent].map((one) => (one ? this.names(one) : ''));
    if (!isTab(this.names(drawn)) && !around.some(isTab)) return false;
    const all = this.marks.alike(drawn);
    return all.length >= 2 && all.every((one) => Math.abs(one.box.y - drawn.box.y) < 8);
  }
}
