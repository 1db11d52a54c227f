import type { Dom } from '../../document/dom.ts';
import type { Drawn } from './drawing.ts';
import type { Icons } from './icons.ts';
import type { Stylesheets } from './stylesheets.ts';
import type { Unfolded } from './unfolded.ts';

/** Says whether a press on an element does something, by what the page states about it. */
export class Evidence {
  static readonly native = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';
  static readonly roles =
    /^(button|link|tab|menuitem|menuitemradio|menuitemcheckbox|switch|checkbox|radio|combobox|option|textbox|searchbox|slider|spinbutton|treeitem|gridcell)$/;
  /** Attributes by which pages and frameworks name what a press does. */
  private static readonly handlers =
    /^(on(click|mousedown|mouseup|pointerdown|dblclick|touchstart)|@click.*|v-on:click.*|x-on:click.*|ng-click|\(click\)|jsaction|wire:click.*|phx-click|hx-(get|post|put|patch|delete)|popovertarget|command|data-(action|click|onclick|on-click|toggle|command|cmd|handler|event|dismiss|trigger|bs-toggle|bs-dismiss))$/i;
  private readonly dom: Dom;
  private readonly icons: Icons;
  private readonly sheets: Stylesheets;
  private readonly unfolded: Unfolded;
  private readonly listening: WeakMap<Element, boolean>;
  private readonly known = new Map<Drawn, boolean>();
  private hasNoHand: boolean | null = null;

  /** @param listening what listens for presses, and whether only for double ones */
  constructor(
    parts: { dom: Dom; icons: Icons; sheets: Stylesheets; unfolded: Unfolded },
    listening: WeakMap<Element, boolean>,
  ) {
    this.listening = listening;
    this.dom = parts.dom;
    this.icons = parts.icons;
    this.sheets = parts.sheets;
    this.unfolded = parts.unfolded;
  }

  isPressable(drawn: Drawn): boolean {
    const known = this.known.get(drawn);
    if (known !== undefined) return known;
    const found = this.judge(drawn);
    this.known.set(drawn, found);
    return found;
  }

  isNative({ element }: Drawn): boolean {
    return element.matches(Evidence.native) || this.isEditable(element);
  }

  isEditable(element: Element): boolean {
    const given = element.getAttribute('contenteditable');
    return given !== null && given !== 'false';
  }

  role(element: Element): string | null {
    return element.getAttribute('role')?.trim().split(/\s+/)[0]?.toLowerCase() || null;
  }

  private judge(drawn: Drawn): boolean {
    const { element } = drawn;
    if (this.isNative(drawn)) return !this.isInsideNative(drawn);
    if (/^(BODY|OPTION|IFRAME|FORM|MAIN)$/.test(element.tagName) || this.isInsideNative(drawn)) return false;
    if (element.tagName === 'LABEL') return this.boxOf(element) !== null;
    const role = this.role(element);
    if (role && Evidence.roles.test(role) && !this.isPlainCell(drawn, role)) return true;
    if (element.hasAttribute('aria-haspopup') || element.hasAttribute('aria-expanded')) return true;
    if (this.isLarge(drawn)) return false;
    return (
      this.isHandled(element) ||
      this.isPointed(drawn) ||
      this.unfolded.isEntry(drawn) ||
      this.listens(drawn) ||
      this.reacts(drawn) ||
      this.unfolds(drawn)
    );
  }

  /**
   * In an application whose own buttons show no hand, the document may listen for all presses. What can be pressed there looks different under
   * the cursor.
   */
  private reacts({ element, box }: Drawn): boolean {
    if (!this.showsNoHand() || box.height > 80 || element.matches('table, tbody, tr, td, th, label'))
      return false;
    return (
      this.sheets.changesOnHover(element) &&
      element.querySelector('input, select, textarea') === null &&
      /\p{L}/u.test(element.textContent ?? '')
    );
  }

  /** The angle in front of an entry of a tree shows what is in it. */
  private unfolds(drawn: Drawn): boolean {
    const { children, words, parent } = drawn;
    const [icon, ...others] = children;
    if (!icon || others.length > 0 || words !== '' || !parent || !this.isInFront(drawn)) return false;
    return this.icons.isAngle(icon) && this.reacts(parent);
  }

  /** A small box in front of the words that it stands beside. */
  isInFront({ element, box, parent }: Drawn): boolean {
    const hasLetters = (one: Drawn) => !one.needsHover && /\p{L}/u.test(one.element.textContent ?? '');
    const worded = (parent?.children ?? []).filter((one) => one.element !== element && hasLetters(one));
    return box.width <= 28 && worded.length > 0 && worded.every((one) => one.box.x > box.x);
  }

  private showsNoHand(): boolean {
    if (this.hasNoHand === null) {
      const buttons = [...document.querySelectorAll('button')].slice(0, 60);
      const isPointing = (one: Element) => this.dom.style(one).cursor === 'pointer';
      this.hasNoHand = buttons.length > 2 && !this.sheets.showsHand && !buttons.some(isPointing);
    }
    return this.hasNoHand;
  }

  /** The check box, radio or file field that a label stands for, where it is not drawn itself. */
  boxOf(label: Element): HTMLInputElement | null {
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (!(control instanceof HTMLInputElement) || !/^(checkbox|radio|file|color)$/.test(control.type))
      return null;
    const { width, height } = this.dom.box(control);
    const style = this.dom.style(control);
    const isDrawn =
      this.dom.isRendered(control) &&
      width >= 8 &&
      height >= 8 &&
      style.opacity !== '0' &&
      !/rect|inset/.test(style.clipPath + style.clip);
    return isDrawn ? null : control;
  }

  private isPlainCell(drawn: Drawn, role: string): boolean {
    return (
      (role === 'gridcell' || role === 'treeitem') &&
      drawn.element.getAttribute('tabindex') === null &&
      drawn.style.cursor !== 'pointer'
    );
  }

  /** A press inside a button, a link or a label is a press on that. */
  private isInsideNative({ parent }: Drawn): boolean {
    for (let at = parent; at; at = at.parent) {
      if (at.element.matches('a[href], button, summary')) return true;
      if (this.isEditable(at.element)) return true;
    }
    return false;
  }

  private isHandled(element: Element): boolean {
    return element.getAttributeNames().some((name) => Evidence.handlers.test(name));
  }

  private isPointed(drawn: Drawn): boolean {
    const { cursor } = drawn.style;
    if (!/^(pointer|grab|move|cell)$/.test(cursor) || drawn.style.pointerEvents === 'none') return false;
    if (drawn.parent?.style.cursor === cursor && !this.sheets.setsCursor(drawn.element)) return false;
    // The picture on a button is that button. One in a row that is pressed as a whole may be for itself.
    const { parent } = drawn;
    if (this.icons.isIcon(drawn) && parent && parent.box.width < 160 && this.isPressable(parent))
      return false;
    return drawn.element.closest('label') === null;
  }

  /** Whether the cursor for text is shown over a text that is no field, as where a press makes it one. */
  turnsToField({ element, style }: Drawn): boolean {
    return style.cursor === 'text' && this.sheets.setsCursor(element) && !this.isEditable(element);
  }

  /** A listener on half of the page listens for what is in it. */
  private isLarge({ box, style }: Drawn): boolean {
    return (
      box.width * box.height > 0.45 * this.dom.viewport.width * this.dom.viewport.height &&
      style.cursor !== 'pointer'
    );
  }

  /** Whether only a double press does something, as far as one can see. */
  needsDouble(element: Element): boolean {
    const isByHandler = element.hasAttribute('ondblclick') && !element.hasAttribute('onclick');
    return isByHandler || (this.listening.get(element) === true && !this.isHandled(element));
  }

  /**
   * Whether an element listens for presses and is what is pressed. A part of the screen that listens for what is in it, or keeps presses
   * from what lies below, is not.
   */
  private listens(drawn: Drawn): boolean {
    const { element, box, parent } = drawn;
    if (!this.listening.has(element)) return false;
    // What only hovering draws takes up no room yet.
    if (!drawn.needsHover && (box.width < 8 || box.height < 8)) return false;
    if (parent && this.icons.isIcon(parent)) return false;
    if (this.isBadge(drawn)) return false;
    const names = `${element.getAttribute('class') ?? ''} ${element.id}`;
    const isCalledSo =
      /(btn|button|item|card|row|option|cell|tile|chip|tag|swatch|toggle|switch|star|icon|handle|link|tab|action|entry|title|name|value)(?!s(?![a-z]))/i;
    return element.matches('tr, li, td, th') || isCalledSo.test(names) || this.isSingle(drawn);
  }

  /**
   * A small coloured label in a line of text says something about that line, whatever a press on it does. Of choices side by side, only
   * the present one is coloured.
   */
  private isBadge({ element, box, style, parent }: Drawn): boolean {
    if (style.cursor === 'pointer' || box.height > 24 || !/\p{L}/u.test(element.textContent ?? ''))
      return false;
    const isFilled = (one: Element) =>
      this.dom.hasOwnBackground(one) ||
      (one.firstElementChild !== null && this.dom.hasOwnBackground(one.firstElementChild));
    // The class of the present choice may be its only one.
    const touches = (one: Drawn) =>
      one.box.height === box.height &&
      (Math.abs(one.box.x + one.box.width - box.x) < 2 || Math.abs(box.x + box.width - one.box.x) < 2);
    const alike = (parent?.children ?? []).filter(
      (one) =>
        one.element.tagName === element.tagName &&
        (one.element.classList[0] === element.classList[0] || touches(one)),
    );
    const isInText = parent !== null && parent.children.length + parent.words.length > alike.length;
    return isInText && alike.every((one) => isFilled(one.element));
  }

  /** Whether nothing in an element can be pressed by itself, and it is no list of like parts. */
  private isSingle(drawn: Drawn): boolean {
    const { element, box, children } = drawn;
    if (box.height > 240 || element.querySelector(Evidence.native) !== null) return false;
    if ((element.textContent ?? '').length > 240) return false;
    const inner = [...element.querySelectorAll('*')];
    if (inner.some((one) => this.listening.has(one))) return false;
    const worded = children.filter(({ element: one }) => /\S/.test(one.textContent ?? ''));
    const makes = new Set(worded.map(({ element: one }) => `${one.tagName} ${one.classList[0] ?? ''}`));
    return worded.length < 3 || makes.size > 1;
  }
}
