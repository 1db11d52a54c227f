import type { Box } from '../../../view.ts';
import type { Dom } from '../../document/dom.ts';
import type { Stylesheets } from './stylesheets.ts';

/** Sides of a rectangle in the viewport. */
export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An element that is drawn, or that hovering draws. */
export interface Drawn {
  element: Element;
  parent: Drawn | null;
  children: Drawn[];
  /** Its own texts and its children, in their order. */
  pieces: (string | Drawn)[];
  /** Its own words, without those of its children. */
  words: string;
  box: Box;
  style: CSSStyleDeclaration;
  /** It takes up room that can be seen now or by scrolling. Children of one that is not shown may be shown. */
  isShown: boolean;
  needsHover: boolean;
  /** The part of it that lies in the viewport and that no ancestor cuts off. */
  inView: Edges | null;
}

/** Where the children of an element can be seen: now, and after scrolling. `held` is for absolutely positioned children. */
interface Windows {
  view: Edges;
  reach: Edges;
  held: { view: Edges; reach: Edges };
  needsHover: boolean;
}

/** The tree of what a person can see on the page, without what is hidden, folded away or cut off. */
export class Drawing {
  readonly root: Drawn;
  /** Parents come before their children. */
  readonly all: Drawn[] = [];
  private readonly dom: Dom;
  private readonly sheets: Stylesheets;
  private readonly known = new Map<Element, Drawn>();
  private readonly screen: Edges;

  constructor(dom: Dom, sheets: Stylesheets) {
    this.dom = dom;
    this.sheets = sheets;
    this.screen = { left: 0, top: 0, right: dom.viewport.width, bottom: dom.viewport.height };
    const scroller = document.scrollingElement ?? document.documentElement;
    const isFixed = [document.documentElement, document.body].some(
      (one) => dom.style(one).overflowY === 'hidden' && dom.style(one).overflowX === 'hidden',
    );
    const reach = isFixed
      ? this.screen
      : {
          left: -this.dom.viewport.x,
          top: -this.dom.viewport.y,
          right: Math.max(scroller.scrollWidth, this.dom.viewport.width) - this.dom.viewport.x,
          bottom: Math.max(scroller.scrollHeight, this.dom.viewport.height) - this.dom.viewport.y,
        };
    const windows = { view: this.screen, reach };
    this.root = this.draw(document.body, null, { ...windows, held: windows, needsHover: false }) as Drawn;
  }

  of(element: Element): Drawn | undefined {
    return this.known.get(element);
  }

  /** The nearest ancestor that is drawn, or the element itself. */
  around(element: Element): Drawn {
    return this.known.get(element) ?? this.dom.up(element, (one) => this.known.get(one)) ?? this.root;
  }

  private draw(element: Element, parent: Drawn | null, windows: Windows): Drawn | null {
    if (this.all.length >= 20_000 || this.dom.isMachinery(element)) return null;
    const style = this.dom.style(element);
    const box = this.dom.box(element);
    const isHidden = this.isHidden(element, style, box);
    const appears = isHidden && this.sheets.showsOnHover(element);
    if (isHidden && !appears && parent) return null;
    const needsHover = windows.needsHover || appears;
    const own = this.windowsOf(style, windows);
    const edges = this.edges(box);
    const drawn: Drawn = {
      element,
      parent,
      children: [],
      pieces: [],
      words: '',
      box,
      style,
      isShown:
        needsHover || (style.visibility === 'visible' && this.isLarge(box) && this.meets(edges, own.reach)),
      needsHover,
      inView: needsHover ? null : this.overlap(edges, own.view),
    };
    this.known.set(element, drawn);
    this.all.push(drawn);
    if (!/^(svg|select|textarea|iframe|video|canvas|object)$/i.test(element.tagName))
      this.fill(drawn, this.windowsInside(element, style, edges, { ...own, held: windows.held, needsHover }));
    return drawn;
  }

  private fill(drawn: Drawn, windows: Windows): void {
    const { element } = drawn;
    const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
    const nodes = element.shadowRoot?.childNodes ?? (assigned.length > 0 ? assigned : element.childNodes);
    const isFolded = element instanceof HTMLDetailsElement && !element.open;
    for (const node of nodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = (node.nodeValue ?? '').replace(/\s+/g, ' ');
        if (text !== '') drawn.pieces.push(text);
        if (drawn.isShown && text.trim() !== '') drawn.words = `${drawn.words} ${text.trim()}`.trim();
      }
      if (!(node instanceof Element) || (isFolded && node.tagName !== 'SUMMARY')) continue;
      const child = this.draw(node, drawn, windows);
      if (!child) continue;
      drawn.children.push(child);
      drawn.pieces.push(child);
    }
  }

  private isHidden(element: Element, style: CSSStyleDeclaration, box: Box): boolean {
    if (style.display === 'none' || style.contentVisibility === 'hidden') return true;
    if (style.visibility !== 'visible' && this.sheets.showsOnHover(element)) return true;
    if (Number(style.opacity) > 0.05) return false;
    // A native box without opacity usually lies over one that the author drew, and is what a press hits.
    if (element instanceof HTMLInputElement && box.width >= 8 && style.pointerEvents !== 'none') return false;
    // Much of a page fades in when it is scrolled to.
    const isAhead =
      box.y - this.dom.viewport.y > this.dom.viewport.height && box.width > 0.3 * this.dom.viewport.width;
    return !isAhead || style.pointerEvents === 'none';
  }

  private windowsOf(style: CSSStyleDeclaration, windows: Windows): { view: Edges; reach: Edges } {
    if (style.position === 'fixed') return { view: this.screen, reach: this.screen };
    return style.position === 'absolute' ? windows.held : windows;
  }

  private windowsInside(
    element: Element,
    style: CSSStyleDeclaration,
    edges: Edges,
    { view, reach, held, needsHover }: Windows,
  ): Windows {
    const isPositioned = style.position !== 'static' || style.transform !== 'none';
    const isRoot = element === document.body;
    let inside = { view, reach };
    if (!isRoot && (style.overflowX !== 'visible' || style.overflowY !== 'visible'))
      inside = { view: this.cut(view, edges, style), reach: this.scrolled(element, reach, edges, style) };
    return { ...inside, held: isPositioned ? inside : held, needsHover };
  }

  private cut(view: Edges, edges: Edges, { overflowX, overflowY }: CSSStyleDeclaration): Edges {
    return {
      left: overflowX === 'visible' ? view.left : Math.max(view.left, edges.left),
      right: overflowX === 'visible' ? view.right : Math.min(view.right, edges.right),
      top: overflowY === 'visible' ? view.top : Math.max(view.top, edges.top),
      bottom: overflowY === 'visible' ? view.bottom : Math.min(view.bottom, edges.bottom),
    };
  }

  /** What can be seen inside an element after scrolling it. */
  private scrolled(element: Element, reach: Edges, edges: Edges, style: CSSStyleDeclaration): Edges {
    const scrolls = (value: string) => value === 'auto' || value === 'scroll';
    const cut = this.cut(reach, edges, style);
    const [x, y] = [edges.left - element.scrollLeft, edges.top - element.scrollTop];
    return {
      left: scrolls(style.overflowX) ? x : cut.left,
      right: scrolls(style.overflowX) ? x + element.scrollWidth : cut.right,
      top: scrolls(style.overflowY) ? y : cut.top,
      bottom: scrolls(style.overflowY) ? y + element.scrollHeight : cut.bottom,
    };
  }

  private edges({ x, y, width, height }: Box): Edges {
    return {
      left: x - this.dom.viewport.x,
      top: y - this.dom.viewport.y,
      right: x + width - this.dom.viewport.x,
      bottom: y + height - this.dom.viewport.y,
    };
  }

  /** Text for screen readers only is drawn in a box of one pixel. */
  private isLarge({ width, height }: Box): boolean {
    return width > 1.5 && height > 1.5;
  }

  private overlap(a: Edges, b: Edges): Edges | null {
    const left = Math.max(a.left, b.left);
    const top = Math.max(a.top, b.top);
    const right = Math.min(a.right, b.right);
    const bottom = Math.min(a.bottom, b.bottom);
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  }

  /** Whether enough of an element lies inside to be pointed at. */
  private meets(edges: Edges, reach: Edges): boolean {
    const inside = this.overlap(edges, reach);
    if (!inside) return false;
    const enough = (part: number, whole: number) => part >= Math.min(whole / 2, 8);
    return (
      enough(inside.right - inside.left, edges.right - edges.left) &&
      enough(inside.bottom - inside.top, edges.bottom - edges.top)
    );
  }
}
