import type { ElementHandle } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Point, Rect } from '../../contract/take-frame.ts';

/** A part of the page that should not be cut, in CSS px of the viewport. */
export interface Piece extends Rect {
  /** A line of words; a picture, field or button; a box round several of them; a bar that stays at the page's edge. */
  kind: 'text' | 'thing' | 'card' | 'bar';
  /** Stays where it is when the page scrolls. */
  pinned: boolean;
  /** Part of what is shown. */
  own: boolean;
}

/** What stands on the page round `element`; nothing where that cannot be told. */
export async function piecesAround(tab: Tab, element: ElementHandle<Element>): Promise<Piece[]> {
  if (element.frame !== tab.page.mainFrame()) return [];
  return (await tab.askOf(element, readPieces).catch(() => null)) ?? [];
}

/** The same when the page has moved by `shift`. */
export const moved = (pieces: Piece[], shift: Point): Piece[] =>
  pieces.map((piece) => (piece.pinned ? piece : { ...piece, x: piece.x + shift.x, y: piece.y + shift.y }));

/** Runs in the page. */
function readPieces(element: Element): Piece[] {
  const pieces: Piece[] = [];
  const most = 900;
  type Clip = { left: number; top: number; right: number; bottom: number };
  const all: Clip = { left: -40, top: -Infinity, right: innerWidth + 40, bottom: Infinity };
  // What is on the screen now, and what will be when the page has come to the element.
  const there = element.getBoundingClientRect().top;
  const isNear = (rect: Clip) =>
    [0, there].some((top) => rect.bottom > top - innerHeight && rect.top < top + innerHeight * 2);
  // To a quarter of a pixel, like all that a take is planned by.
  const rounded = (length: number) => Math.round(length * 4) / 4;
  const add = (rect: Clip, clip: Clip, kind: Piece['kind'], pinned: boolean, own: boolean) => {
    const left = Math.max(rect.left, clip.left);
    const top = Math.max(rect.top, clip.top);
    const width = Math.min(rect.right, clip.right) - left;
    const height = Math.min(rect.bottom, clip.bottom) - top;
    if (width < 3 || height < 4 || !isNear(rect)) return;
    const box = { x: rounded(left), y: rounded(top), width: rounded(width), height: rounded(height) };
    pieces.push({ ...box, kind, pinned, own });
  };
  const isCard = (style: CSSStyleDeclaration) =>
    Number.parseFloat(style.borderLeftWidth) > 0 ||
    style.boxShadow !== 'none' ||
    style.backgroundImage !== 'none' ||
    !/transparent|, 0\)$/.test(style.backgroundColor);
  // Where those stand depends on the moment, and a film looks the same every time.
  const animated = new Set(
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null)),
  );
  const range = document.createRange();
  let left = 20_000;
  const visit = (node: Node, clip: Clip, pinned: boolean, own: boolean) => {
    if (pieces.length >= most || left-- <= 0) return;
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.nodeValue?.trim()) return;
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) add(line, clip, 'text', pinned, own);
      return;
    }
    if (!(node instanceof Element) || /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(node.tagName)) return;
    if (animated.has(node) && node !== element) return;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.opacity === '0') return;
    const rect = node.getBoundingClientRect();
    const isFlat = style.display === 'contents' || rect.width === 0 || rect.height === 0;
    const isAway = !isFlat && (!isNear(rect) || rect.bottom < clip.top || rect.top > clip.bottom);
    // What hangs out of a box that is elsewhere is rare, and a page of 40,000 px is not to be walked for it.
    if (isAway) return;
    const isOwn = own || node === element;
    const isStuck = style.position === 'sticky' && Math.abs(rect.top - Number.parseFloat(style.top)) < 2;
    const stays = pinned || style.position === 'fixed' || isStuck;
    const isWide = rect.width > innerWidth * 0.85;
    if (stays && !pinned && isWide && rect.height < innerHeight * 0.25 && isCard(style))
      add(rect, clip, 'bar', true, isOwn);
    if (style.visibility !== 'hidden' && !isFlat && !isWide) {
      if (/^(?:IMG|VIDEO|CANVAS|svg|INPUT|TEXTAREA|SELECT|BUTTON|IFRAME)$/.test(node.tagName))
        add(rect, clip, 'thing', stays, isOwn);
      else if (rect.width > 40 && rect.height > 24 && isCard(style)) add(rect, clip, 'card', stays, isOwn);
    }
    if (node.tagName === 'svg' || /^(?:IFRAME|SELECT|TEXTAREA)$/.test(node.tagName)) return;
    const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    const isRoot = node === document.body || node === document.documentElement;
    const inner =
      hides && !isFlat && !isRoot
        ? {
            left: Math.max(clip.left, rect.left),
            top: Math.max(clip.top, rect.top),
            right: Math.min(clip.right, rect.right),
            bottom: Math.min(clip.bottom, rect.bottom),
          }
        : clip;
    for (const child of node.shadowRoot?.childNodes ?? []) visit(child, inner, stays, isOwn);
    if (style.visibility === 'hidden' && node.childElementCount === 0) return;
    for (const child of node.childNodes) visit(child, inner, stays, isOwn);
  };
  visit(document.body, all, false, false);
  return pieces;
}
