import type { Dom } from '../../document/dom.ts';
import type { Angles } from '../signs/angles.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Icons } from '../signs/icons.ts';
import type { Wording } from '../signs/wording.ts';

/** Knows the lists that open under a control: which control shows a value of such a list, and what there is to choose. */
export class Lists {
  private readonly dom: Dom;
  private readonly icons: Icons;
  private readonly angles: Angles;
  private readonly wording: Wording;

  constructor(parts: { dom: Dom; icons: Icons; angles: Angles; wording: Wording }) {
    this.dom = parts.dom;
    this.icons = parts.icons;
    this.angles = parts.angles;
    this.wording = parts.wording;
  }

  /** Whether a control shows the present value of a list, with an arrow that says that there are others. */
  isPicker(drawn: Drawn): boolean {
    const { element } = drawn;
    const shown = this.wording.of(drawn);
    if (shown.length > 120 || drawn.box.height > 80) return false;
    const names = `${element.getAttribute('class') ?? ''} ${element.id}`;
    const isNamed =
      /(^|[\s_-])(select|combobox|combo|picker)([_-](trigger|toggle|button|btn|control|header|value|field|input|box))?(?=\s|$)/i.test(
        names,
      );
    const isCalled =
      isNamed || /(^|[\s_-])dropdown-?(trigger|toggle|button|select|header|value)(?![a-z])/i.test(names);
    const list = this.of(element);
    const arrow = this.hasArrow(drawn);
    if (list && shown !== '' && this.holds(list, shown)) return true;
    if (!arrow) return isNamed && element.tagName !== 'BUTTON';
    if (element.tagName === 'BUTTON' || element.matches('a[href]')) return isNamed;
    return isCalled || list !== null || this.dom.isFramed(drawn.element);
  }

  /** The list that belongs to a control, drawn or not. */
  of(element: Element): Element | null {
    const id = element.getAttribute('aria-controls') ?? element.getAttribute('aria-owns');
    const named = id ? (element.getRootNode() as Document).getElementById(id.split(/\s+/)[0]!) : null;
    if (named && this.isList(named)) return named;
    let next = element.nextElementSibling;
    for (let i = 0; next && i < 2; i++, next = next.nextElementSibling)
      if (this.floats(next) && this.isList(next)) return next;
    return [...element.children].find((child) => this.floats(child) && this.isList(child)) ?? null;
  }

  /** What can be chosen, also while the list is folded away. */
  options(element: Element): { value: string; label: string }[] {
    const list = this.of(element);
    if (!list) return [];
    const entries = this.entries(list).slice(0, 60);
    return entries.flatMap((entry) => {
      const label = this.dom.shorten(this.labelOf(entry), 120);
      return label === '' ? [] : [{ value: entry.getAttribute('data-value') ?? label, label }];
    });
  }

  /** What an entry is called: a smaller line below its name, as a trade below a company, is no part of it. */
  private labelOf(entry: Element): string {
    const whole = this.textOf(entry);
    if (whole.length <= 12) return whole;
    const sizeOf = (piece: Text) => Number.parseFloat(this.dom.style(piece.parentElement!).fontSize) || 0;
    const most = Math.max(...this.pieces(entry).map(sizeOf));
    return this.wordsIn(this.pieces(entry).filter((piece) => sizeOf(piece) > 0.95 * most)) || whole;
  }

  /** The words of an entry that may not be drawn yet, without check marks. */
  private textOf(entry: Element): string {
    return this.wordsIn(this.pieces(entry));
  }

  private wordsIn(pieces: Text[]): string {
    return pieces.map((piece) => this.plain(piece)).join(' ');
  }

  private pieces(entry: Element): Text[] {
    const walker = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const piece = this.plain(node as Text);
      if (piece !== '' && !this.icons.isGlyph(piece)) found.push(node as Text);
    }
    return found;
  }

  private plain(piece: Text): string {
    return piece.data.replace(/\s+/g, ' ').trim();
  }

  private floats(element: Element): boolean {
    const style = this.dom.style(element);
    return (
      style.display === 'none' || style.visibility === 'hidden' || /^(absolute|fixed)$/.test(style.position)
    );
  }

  private isList(element: Element): boolean {
    return this.entries(element).length >= 2;
  }

  /** The like elements in a list, which may be some levels down. */
  private entries(list: Element): Element[] {
    const stated = list.querySelectorAll('[role="option"], [role="menuitem"], [role="menuitemradio"]');
    if (stated.length > 0) return [...stated];
    let at = list;
    for (let level = 0; level < 4; level++) {
      const tags = new Map<string, Element[]>();
      for (const child of at.children) {
        const made = [...child.classList].find((name) => !this.isState(name));
        const key = `${child.tagName} ${made ?? ''}`;
        tags.set(key, [...(tags.get(key) ?? []), child]);
      }
      const most = [...tags.values()].sort((a, b) => b.length - a.length)[0] ?? [];
      if (most.length >= 2)
        return most.every((one) => (one.textContent ?? '').trim().length <= 200) ? most : [];
      const larger = [...at.children].find((child) => child.children.length > 0);
      if (!larger) return [];
      at = larger;
    }
    return [];
  }

  private isState(name: string): boolean {
    return /(active|selected|current|checked|chosen|picked|focus|highlight|disabled)/i.test(name);
  }

  private holds(list: Element, shown: string): boolean {
    const plain = (text: string) =>
      text
        .replace(/[\s✓✔]+/g, ' ')
        .trim()
        .toLowerCase();
    return this.entries(list).some((entry) => {
      const text = plain(this.textOf(entry));
      return text !== '' && (text === plain(shown) || text.startsWith(`${plain(shown)} `));
    });
  }

  /** Whether a button with a frame has an arrow behind its words: it opens a list, also where it shows the present entry of it. */
  opensList(drawn: Drawn): boolean {
    return this.dom.isFramed(drawn.element) && this.hasArrow(drawn);
  }

  hasArrow(drawn: Drawn): boolean {
    const isArrow = (names: string) => /(chevron|caret|arrow|expand|triangle|dropdown-?icon)/i.test(names);
    const icons = this.icons.iconsIn(drawn);
    const last = icons.at(-1);
    if (this.dom.isFramed(drawn.element) && (this.drawsArrow(drawn) || /\S\s*[▾▼⌄⏷˅▿]$/u.test(drawn.words)))
      return true;
    if (!last)
      return (
        this.dom.isFramed(drawn.element) && /url\(/.test(drawn.style.backgroundImage) && drawn.words !== ''
      );
    const isLast = last.box.x + last.box.width / 2 > drawn.box.x + 0.5 * drawn.box.width;
    // What points to the right leads on: it opens no list.
    if (this.angles.direction(last) === 'right') return false;
    const names = `${last.element.getAttribute('class') ?? ''} ${last.element.parentElement?.getAttribute('class') ?? ''} ${last.words}`;
    return isLast && (isArrow(names) || this.icons.meaning(last) === 'down' || this.icons.isAngle(last));
  }

  /** Many arrows are no pictures: a style sheet draws them at the end of the control, as an element or behind one. */
  private drawsArrow({ element, children }: Drawn): boolean {
    let last = children.at(-1);
    while (last?.children.length === 1) last = last.children[0];
    const isEmpty = last?.words === '' && last.children.length === 0;
    const behind = [element, ...(last ? [last.element] : [])].map((one) => getComputedStyle(one, '::after'));
    return (
      (isEmpty && this.isArrowhead(last!.style)) ||
      behind.some((style) => /[▾▼⌄⏷˅]/u.test(style.content) || this.isArrowhead(style))
    );
  }

  /** A triangle of borders around nothing, or a corner of two borders, that points down. */
  private isArrowhead(style: CSSStyleDeclaration): boolean {
    if (style.content === 'none') return false;
    const px = (value: string) => Number.parseFloat(value) || 0;
    const isDrawn = (colour: string) => !/^transparent$|, 0\)$/.test(colour);
    const [top, right, bottom, left] = [
      [style.borderTopWidth, style.borderTopColor],
      [style.borderRightWidth, style.borderRightColor],
      [style.borderBottomWidth, style.borderBottomColor],
      [style.borderLeftWidth, style.borderLeftColor],
    ].map(([width = '', colour = '']) => ({ width: px(width), isSeen: px(width) > 0 && isDrawn(colour) }));
    const isWhole = style.boxSizing === 'border-box';
    const width = px(style.width) - (isWhole ? left!.width + right!.width : 0);
    const height = px(style.height) - (isWhole ? top!.width + bottom!.width : 0);
    if (width < 1 && height < 1)
      return top!.isSeen && !bottom!.isSeen && !left!.isSeen && !right!.isSeen && left!.width > 1;
    if (width > 14 || height > 14 || left!.isSeen === right!.isSeen || top!.isSeen === bottom!.isSeen)
      return false;
    const { a, b, c, d } = new DOMMatrix(style.transform === 'none' ? '' : style.transform);
    const [x, y] = [right!.isSeen ? 1 : -1, bottom!.isSeen ? 1 : -1];
    return b * x + d * y > 1 && Math.abs(a * x + c * y) < 0.3;
  }
}
