import type { Rect } from '../../contract/take-frame.ts';

/** A part of the page that the picture's edge should not cut, in CSS px of the viewport. */
export interface Piece extends Rect {
  /** A line of text; a picture, field or button; a box around several of them; a bar that stays at the page's edge. */
  kind: 'text' | 'thing' | 'card' | 'bar';
  /** It does not move when the page scrolls. */
  pinned: boolean;
  /** It is a part of the subject. */
  own: boolean;
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Place {
  /** The part of the page in which the node can be visible. */
  clip: Edges;
  pinned: boolean;
  own: boolean;
}

/**
 * Runs in the page and reads the pieces around a subject. Its source is sent to the page as text, so it may refer to nothing but itself
 * and the DOM.
 */
export class PieceReader {
  private readonly subject: Element;
  private readonly subjectTop: number;
  private readonly animated: Set<Element | null>;
  private readonly range = document.createRange();
  private readonly pieces: Piece[] = [];
  private nodesLeft = 20_000;

  constructor(subject: Element) {
    this.subject = subject;
    this.subjectTop = subject.getBoundingClientRect().top;
    // The position of animated elements depends on the moment, and a film looks the same every time. They are left out.
    this.animated = new Set(
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null)),
    );
  }

  read(): Piece[] {
    const clip = { left: -40, top: -Infinity, right: innerWidth + 40, bottom: Infinity };
    this.visit(document.body, { clip, pinned: false, own: false });
    return this.pieces;
  }

  private visit(node: Node, place: Place): void {
    if (this.pieces.length >= 900 || this.nodesLeft-- <= 0) return;
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.nodeValue?.trim()) return;
      this.range.selectNodeContents(node);
      for (const line of this.range.getClientRects()) this.add(line, 'text', place);
      return;
    }
    if (!(node instanceof Element) || /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.tagName)) return;
    if (this.animated.has(node) && node !== this.subject) return;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.opacity === '0') return;
    const rect = node.getBoundingClientRect();
    const isFlat = style.display === 'contents' || rect.width === 0 || rect.height === 0;
    const isAway =
      !isFlat && (!this.isNear(rect) || rect.bottom < place.clip.top || rect.top > place.clip.bottom);
    // Content rarely overflows a box that is far away, and not every node of a page of 40,000 px can be visited.
    if (isAway) return;
    const isStuck = style.position === 'sticky' && Math.abs(rect.top - Number.parseFloat(style.top)) < 2;
    const pinned = place.pinned || style.position === 'fixed' || isStuck;
    const own = place.own || node === this.subject;
    this.addElement(node, { rect, style, isFlat }, { ...place, own }, pinned);
    this.visitChildren(node, { rect, style, isFlat }, { clip: place.clip, pinned, own });
  }

  private addElement(
    node: Element,
    { rect, style, isFlat }: { rect: DOMRect; style: CSSStyleDeclaration; isFlat: boolean },
    place: Place,
    pinned: boolean,
  ): void {
    const isWide = rect.width > innerWidth * 0.85;
    const isBar = pinned && !place.pinned && isWide && rect.height < innerHeight * 0.25;
    if (isBar && this.isCard(style)) this.add(rect, 'bar', { ...place, pinned: true });
    if (style.visibility === 'hidden' || isFlat || isWide) return;
    if (/^(?:IMG|VIDEO|CANVAS|svg|INPUT|TEXTAREA|SELECT|BUTTON|IFRAME)$/.test(node.tagName))
      this.add(rect, 'thing', { ...place, pinned });
    else if (rect.width > 40 && rect.height > 24 && this.isCard(style))
      this.add(rect, 'card', { ...place, pinned });
  }

  private visitChildren(
    node: Element,
    { rect, style, isFlat }: { rect: DOMRect; style: CSSStyleDeclaration; isFlat: boolean },
    place: Place,
  ): void {
    if (node.tagName === 'svg' || /^(?:IFRAME|SELECT|TEXTAREA)$/.test(node.tagName)) return;
    const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    const isRoot = node === document.body || node === document.documentElement;
    const { clip } = place;
    const inner =
      hides && !isFlat && !isRoot
        ? {
            left: Math.max(clip.left, rect.left),
            top: Math.max(clip.top, rect.top),
            right: Math.min(clip.right, rect.right),
            bottom: Math.min(clip.bottom, rect.bottom),
          }
        : clip;
    for (const child of node.shadowRoot?.childNodes ?? []) this.visit(child, { ...place, clip: inner });
    if (style.visibility === 'hidden' && node.childElementCount === 0) return;
    for (const child of node.childNodes) this.visit(child, { ...place, clip: inner });
  }

  private add(rect: Edges, kind: Piece['kind'], { clip, pinned, own }: Place): void {
    const left = Math.max(rect.left, clip.left);
    const top = Math.max(rect.top, clip.top);
    const width = Math.min(rect.right, clip.right) - left;
    const height = Math.min(rect.bottom, clip.bottom) - top;
    if (width < 3 || height < 4 || !this.isNear(rect)) return;
    // Rounded to a quarter of a pixel, like everything by which a take is planned.
    const rounded = (length: number) => Math.round(length * 4) / 4;
    const box = { x: rounded(left), y: rounded(top), width: rounded(width), height: rounded(height) };
    this.pieces.push({ ...box, kind, pinned, own });
  }

  /** Whether it is near the screen, as the page is scrolled now or when the page is scrolled to the subject. */
  private isNear({ top, bottom }: Edges): boolean {
    return [0, this.subjectTop].some((from) => bottom > from - innerHeight && top < from + innerHeight * 2);
  }

  /** Whether it looks like a box of its own. */
  private isCard(style: CSSStyleDeclaration): boolean {
    return (
      Number.parseFloat(style.borderLeftWidth) > 0 ||
      style.boxShadow !== 'none' ||
      style.backgroundImage !== 'none' ||
      !/transparent|, 0\)$/.test(style.backgroundColor)
    );
  }
}
