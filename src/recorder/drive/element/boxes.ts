import type { ElementHandle } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Rect } from '../../contract/take-frame.ts';

/**
 * Where an element is in the viewport of the page, also for an element in a frame. Null where it is not visible, wherever the page is
 * scrolled to.
 */
export async function boxOf(tab: Tab, element: ElementHandle<Element>): Promise<Rect | null> {
  const inOwnFrame = await tab.askOf(element, visibleBox).catch(() => null);
  if (!inOwnFrame) return null;
  if (element.frame === tab.page.mainFrame()) return inOwnFrame;
  return tab.answer(element.boundingBox());
}

/**
 * The box that a close-up of `element` frames. Where the element contains only text, that is the box of its words, which may be much
 * narrower than their column.
 * @param box where the element is, as `boxOf` returned it
 */
export async function subjectBox(tab: Tab, element: ElementHandle<Element>, box: Rect): Promise<Rect> {
  if (element.frame !== tab.page.mainFrame()) return box;
  const words = await tab.askOf(element, boxOfWords).catch(() => null);
  return words ?? box;
}

/** Runs in the page: the box of the element's words; null where the element is framed or contains more than text. */
function boxOfWords(element: Element): Rect | null {
  if (!/^(H[1-6]|P|DT|DD|LI|BLOCKQUOTE|FIGCAPTION|LABEL|SPAN)$/.test(element.tagName)) return null;
  const style = getComputedStyle(element);
  const isFramed =
    style.backgroundImage !== 'none' ||
    !/transparent|, 0\)$/.test(style.backgroundColor) ||
    Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.borderLeftWidth) > 0 ||
    style.boxShadow !== 'none';
  if (isFramed || element.querySelector('img, svg, video, canvas, iframe, input, button')) return null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let node = walker.nextNode(), seen = 0; node && seen < 60; node = walker.nextNode(), seen++) {
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      left = Math.min(left, rect.left);
      top = Math.min(top, rect.top);
      right = Math.max(right, rect.right);
      bottom = Math.max(bottom, rect.bottom);
    }
  }
  const own = element.getBoundingClientRect();
  if (right - left < 8 || right > own.right + 2 || left < own.left - 2) return null;
  const rounded = (length: number) => Math.round(length * 4) / 4;
  return { x: rounded(left), y: rounded(top), width: rounded(right - left), height: rounded(bottom - top) };
}

/** Runs in the element's document: its box there; null where it is not visible. */
function visibleBox(element: Element): Rect | null {
  const shownBox = (node: Element) => {
    const rects = [...node.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
    // For a link that wraps over two lines the first line counts.
    return rects.length > 1 && getComputedStyle(node).display === 'inline'
      ? rects[0]
      : node.getBoundingClientRect();
  };
  const rect = shownBox(element);
  if (!rect || rect.width <= 1 || rect.height <= 1) return null;
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return null;
  // Nobody can scroll to what lies left of the page, or above it, when all panes are scrolled back. "Visually hidden" texts for screen readers stand there.
  let [right, bottom] = [rect.right + scrollX, rect.bottom + scrollY];
  for (let at = right > 0 && bottom > 0 ? null : element.parentElement; at; at = at.parentElement) {
    if (at === document.scrollingElement) continue;
    right += at.scrollLeft;
    bottom += at.scrollTop;
  }
  if (right <= 0 || bottom <= 0) return null;
  const view = window.visualViewport;
  const scale = window === window.top ? (view?.scale ?? 1) : 1;
  const left = window === window.top ? (view?.offsetLeft ?? 0) : 0;
  const top = window === window.top ? (view?.offsetTop ?? 0) : 0;
  // Rounded to a quarter of a pixel: the browser's arithmetic differs below that, which would make every take a little different.
  const rounded = (length: number) => Math.round(length * scale * 4) / 4;
  return {
    x: rounded(rect.x - left),
    y: rounded(rect.y - top),
    width: rounded(rect.width),
    height: rounded(rect.height),
  };
}
