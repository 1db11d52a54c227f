import type { Shorten } from '../../../../text.ts';
import type { Box } from '../../view.ts';

/**
 * Reads the DOM, in the page, as a viewer sees it: through open shadow roots and slots, telling visible elements from hidden
 * ones. The classes of this folder are sent to the page as text (`String(Dom)`), so each can use only itself and what its
 * constructor is given. Reading changes nothing.
 */
export class Dom {
  /** Enough for any product page. A larger page is read up to here (measured: 20,000 take about 0.2 s). */
  static readonly maxElements = 40_000;
  /** Shortens all text that leaves the page. */
  readonly shorten: Shorten;
  /** Asked for once: each question makes the browser see whether its layout is still right. */
  readonly viewport = { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight };
  private readonly styles = new Map<Element, CSSStyleDeclaration>();
  private readonly boxes = new Map<Element, Box>();

  constructor(shorten: Shorten) {
    this.shorten = shorten;
  }

  style(element: Element): CSSStyleDeclaration {
    const known = this.styles.get(element);
    if (known) return known;
    const style = getComputedStyle(element);
    this.styles.set(element, style);
    return style;
  }

  /** Whether a line or a background of its own sets an element apart. */
  isFramed(element: Element): boolean {
    return Number.parseFloat(this.style(element).borderBottomWidth) >= 1 || this.hasOwnBackground(element);
  }

  /** Where the element is, in CSS pixels of the document. */
  box(element: Element): Box {
    const known = this.boxes.get(element);
    if (known) return known;
    let rect = element.getBoundingClientRect();
    if (rect.width === 0 && rect.height === 0 && this.style(element).display === 'contents') {
      const range = document.createRange();
      range.selectNodeContents(element);
      rect = range.getBoundingClientRect();
    }
    const round = (value: number) => Math.round(value * 10) / 10;
    const box = {
      x: round(rect.x + this.viewport.x),
      y: round(rect.y + this.viewport.y),
      width: round(rect.width),
      height: round(rect.height),
    };
    this.boxes.set(element, box);
    return box;
  }

  /** Where the words of the element are. Its own box, where it has no words. */
  textBox(element: Element): Box {
    const own = this.box(element);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let node = walker.nextNode(), seen = 0; node && seen < 60; node = walker.nextNode(), seen++) {
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue;
        left = Math.min(left, rect.left + this.viewport.x);
        top = Math.min(top, rect.top + this.viewport.y);
        right = Math.max(right, rect.right + this.viewport.x);
        bottom = Math.max(bottom, rect.bottom + this.viewport.y);
      }
    }
    if (right - left < 1 || right > own.x + own.width + 2) return own;
    const round = (value: number) => Math.round(value * 10) / 10;
    return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
  }

  children(element: Element): Element[] {
    if (element.shadowRoot) return [...element.shadowRoot.children];
    if (element instanceof HTMLSlotElement) {
      const assigned = element.assignedElements();
      if (assigned.length > 0) return assigned;
    }
    return [...element.children];
  }

  parent(element: Element): Element | null {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  }

  /** Calls `visit` for each ancestor, from the parent on. Stops when `visit` returns a value, and returns that. */
  up<T>(element: Element, visit: (ancestor: Element) => T | undefined): T | undefined {
    for (let at = this.parent(element); at; at = this.parent(at)) {
      const found = visit(at);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Visits the root and every element below it, in reading order. `visit` returns false to leave a subtree out. `truncated`
   * tells whether the walk ended early.
   */
  walk(root: Element, visit: (element: Element) => boolean): { count: number; truncated: boolean } {
    const stack = [root];
    let count = 0;
    while (stack.length > 0) {
      if (count >= Dom.maxElements) return { count, truncated: true };
      const element = stack.pop() as Element;
      count++;
      if (!visit(element)) continue;
      const children = this.children(element);
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as Element);
    }
    return { count, truncated: false };
  }

  /** Whether an element can never be seen: scripts, styles, templates. */
  isMachinery(element: Element): boolean {
    return /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|LINK|META|HEAD|TITLE|BASE|PARAM|SOURCE|TRACK)$/i.test(
      element.tagName,
    );
  }

  /** Whether an element is in the header, in a navigation, or at the very top of the page. */
  isNavigation(element: Element): boolean {
    const landmark = element.closest('nav, header, [role="navigation"], [role="banner"], [role="menubar"]');
    if (landmark && landmark.closest('main article, footer') === null) return true;
    const box = this.box(element);
    const top = this.up(element, (ancestor) => {
      const style = this.style(ancestor);
      const frame = ancestor.getBoundingClientRect();
      return /^(fixed|sticky)$/.test(style.position) && frame.top < 40 && frame.height < 160
        ? true
        : undefined;
    });
    return top === true || (box.y >= 0 && box.y + box.height < 90 && box.height > 0);
  }

  /**
   * Whether an element takes up room on the page. Opacity does not count, because much of a page fades in only when it is
   * scrolled to.
   */
  isRendered(element: Element): boolean {
    if (this.isMachinery(element)) return false;
    const style = this.style(element);
    if (style.display === 'none' || style.visibility === 'hidden' || style.visibility === 'collapse')
      return false;
    if (style.display === 'contents') return true;
    // The content of a closed `details` has a size but is not drawn.
    if (!element.checkVisibility()) return false;
    const box = this.box(element);
    return box.width >= 1 && box.height >= 1;
  }

  /** Whether a viewer could point at an element now: it is rendered, not folded away, not off to the side, and not `inert`. */
  isReachable(element: Element): boolean {
    if (!this.isRendered(element)) return false;
    const box = this.box(element);
    if (box.x + box.width <= 0 || box.y + box.height <= 0) return false;
    const sideways = Math.max(document.documentElement.scrollWidth, this.viewport.width);
    if (box.x >= sideways) return false;
    const pinned = this.pinnedRoot(element);
    if (
      pinned &&
      (box.x >= this.viewport.width ||
        box.y - this.viewport.y >= this.viewport.height ||
        box.x + box.width <= 0)
    )
      return false;
    for (let at: Element | null = element; at; at = this.parent(at)) {
      const style = this.style(at);
      if (style.opacity === '0' && style.pointerEvents === 'none') return false;
      if (at !== element && this.cuts(at, style, box)) return false;
      if ((at as HTMLElement).inert || at.getAttribute('aria-hidden') === 'true') return false;
    }
    return true;
  }

  /** Whether a box of the element lies beside the page, or beside a pane that cuts it off: the next slide of a carousel. */
  isAside(element: Element, box: Box): boolean {
    const sideways = Math.max(document.documentElement.scrollWidth, this.viewport.width);
    if (box.x + box.width <= 0 || box.x >= sideways) return true;
    const middle = box.x + box.width / 2;
    const cut = this.up(element, (ancestor) => {
      if (ancestor === document.body || ancestor === document.documentElement) return false;
      if (!/^(?:hidden|clip)$/.test(this.style(ancestor).overflowX)) return undefined;
      const frame = this.box(ancestor);
      return middle < frame.x || middle > frame.x + frame.width ? true : undefined;
    });
    return cut === true;
  }

  /**
   * Whether an ancestor clips its content and the middle of the box is outside of it (a folded panel, a carousel's next slide).
   */
  private cuts(ancestor: Element, style: CSSStyleDeclaration, box: Box): boolean {
    if (ancestor === document.body || ancestor === document.documentElement) return false;
    const clips = (value: string) => value === 'hidden' || value === 'clip';
    if (!clips(style.overflowX) && !clips(style.overflowY)) return false;
    const frame = this.box(ancestor);
    const middleX = box.x + box.width / 2;
    const middleY = box.y + box.height / 2;
    if (clips(style.overflowX) && (middleX < frame.x || middleX > frame.x + frame.width)) return true;
    return clips(style.overflowY) && (middleY < frame.y || middleY > frame.y + frame.height);
  }

  /** The outermost element that does not scroll with the page, among this one and its ancestors. */
  pinnedRoot(element: Element): Element | null {
    let found: Element | null = null;
    for (let at: Element | null = element; at; at = this.parent(at))
      if (this.style(at).position === 'fixed') found = at;
    return found;
  }

  /** Visible text in reading order, white space collapsed, cut at `limit` characters. */
  text(element: Element, limit: number): string {
    const pieces: string[] = [];
    let length = 0;
    const visit = (node: Node): void => {
      if (length > limit) return;
      if (node.nodeType === Node.TEXT_NODE) {
        const piece = (node.nodeValue ?? '').replace(/\s+/g, ' ');
        pieces.push(piece);
        length += piece.length;
        return;
      }
      if (!(node instanceof Element) || this.isMachinery(node)) return;
      const style = this.style(node);
      if (style.display === 'none' || style.visibility === 'hidden') return;
      const beside = node.tagName === 'A' && node.nextSibling instanceof Element;
      const breaks = (style.display !== 'inline' && style.display !== 'contents') || beside;
      if (breaks) pieces.push(' ');
      const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
      const nodes = node.shadowRoot?.childNodes ?? (assigned.length > 0 ? assigned : node.childNodes);
      for (const child of nodes) visit(child);
      if (breaks || node.tagName === 'BR') pieces.push(' ');
    };
    visit(element);
    const text = pieces.join('').replace(/\s+/g, ' ').trim();
    return text.length > limit ? `${this.shorten(text, limit - 1).trimEnd()}…` : this.shorten(text, limit);
  }

  /** The element's own words, without those of its children. */
  ownText(element: Element): string {
    let text = '';
    for (let node = element.firstChild; node; node = node.nextSibling)
      if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue;
    return text === '' ? text : text.replace(/\s+/g, ' ').trim();
  }

  fontPx(element: Element): number {
    return Number.parseFloat(this.style(element).fontSize) || 16;
  }

  /** Whether an element has a background that somebody chose: neither transparent nor the colour of what is behind it. */
  hasOwnBackground(element: Element): boolean {
    const style = this.style(element);
    if (style.backgroundImage !== 'none') return true;
    if (/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor)) return false;
    const behind = this.up(element, (ancestor) => {
      const colour = this.style(ancestor).backgroundColor;
      return /^(transparent|rgba\(.*, 0\))$/.test(colour) ? undefined : colour;
    });
    return style.backgroundColor !== (behind ?? 'rgb(255, 255, 255)');
  }
}
