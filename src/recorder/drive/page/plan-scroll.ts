import type { ElementHandle } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Point, Rect } from '../../contract/take-frame.ts';

/** What scrolls from where to where: a pane, or the window (null). */
export interface Track {
  scroller: ElementHandle<Element> | null;
  from: Point;
  to: Point;
}

export interface ScrollPlan {
  tracks: Track[];
  /** The longest distance that one of them scrolls, in CSS px. */
  distance: number;
  /** How far the target's box moves in the viewport. */
  shift: Point;
  /** Scroll positions cannot reach the target: the page moves itself when it gets wheel events. */
  usesWheel: boolean;
}

const none: ScrollPlan = { tracks: [], distance: 0, shift: { x: 0, y: 0 }, usesWheel: false };

/**
 * How to scroll `element` to the middle of the viewport. Of an element that is taller, the first content comes near the top.
 * @param scrolled `clipped` are boxes too that cut off what is in them and have no bar to scroll: a browser scrolls them for the keyboard
 */
export async function planScrollTo(
  tab: Tab,
  element: ElementHandle<Element>,
  scrolled: 'open' | 'clipped' = 'open',
): Promise<ScrollPlan> {
  const { frame } = element;
  if (frame !== tab.page.mainFrame()) {
    // The film shows how the frame comes into view. Inside the frame, the element is scrolled to at once.
    await tab.askOf(element, centreInFrame);
    const owner = await tab.answer(frame.frameElement());
    return owner ? planScrollTo(tab, owner as ElementHandle<Element>, scrolled) : none;
  }
  const panes = await panesAround(tab, element as ElementHandle<Element>, scrolled);
  const plan = await tab.answer(
    tab.page.evaluate(measureScroll, element as ElementHandle<Element>, ...panes),
  );
  const reachable = planFor([
    ...plan.panes.map((track, index) => ({ scroller: panes[index] ?? null, ...track })),
    { scroller: null, ...plan.window },
  ]);
  if (Math.abs(plan.beyond) < plan.room / 2) return reachable;
  const turned = planFor([{ scroller: null, from: { x: 0, y: 0 }, to: { x: 0, y: plan.beyond } }]);
  return { ...turned, usesWheel: true };
}

/** The panes that scroll and have the element in them, the innermost first: a list in a dialog that scrolls as well. */
async function panesAround(
  tab: Tab,
  element: ElementHandle<Element>,
  scrolled: 'open' | 'clipped',
): Promise<ElementHandle<Element>[]> {
  const panes: ElementHandle<Element>[] = [];
  for (let inner = element; panes.length < mostPanes; ) {
    const handle = await tab.answer(inner.evaluateHandle(scrollableAncestor, scrolled === 'clipped'));
    const pane = handle.asElement() as ElementHandle<Element> | null;
    if (!pane) break;
    panes.push(pane);
    inner = pane;
  }
  return panes;
}
const mostPanes = 4;

/** Runs in a frame. `scrollIntoView` would also scroll the page around the frame, which would jump. */
function centreInFrame(element: Element): void {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const isPage = at === document.documentElement;
    const scrolls = isPage || /auto|scroll/.test(getComputedStyle(at).overflowY);
    if (!scrolls || at.scrollHeight <= at.clientHeight) continue;
    const box = element.getBoundingClientRect();
    const top = isPage ? 0 : at.getBoundingClientRect().top;
    const y = box.top - top - Math.max(0, (at.clientHeight - box.height) / 2);
    at.scrollBy({ top: y, behavior: 'instant' });
  }
}

/** How to scroll `pane`, or without one what scrolls the page, to a position in CSS px or to an end. */
export async function planScrollBy(
  tab: Tab,
  to: { x?: number; y?: number } | 'top' | 'bottom',
  pane?: ElementHandle<Element>,
): Promise<ScrollPlan> {
  const handle = pane ?? (await tab.answer(tab.page.evaluateHandle(mainPane))).asElement();
  const scroller = handle as ElementHandle<Element> | null;
  const measured = await tab.answer(tab.page.evaluate(measureRange, scroller));
  const { at, range } = measured;
  const wanted =
    to === 'top'
      ? { x: at.x, y: 0 }
      : to === 'bottom'
        ? { x: at.x, y: range.y }
        : { x: to.x ?? at.x, y: to.y ?? at.y };
  const clamped = {
    x: Math.min(range.x, Math.max(0, wanted.x)),
    y: Math.min(range.y, Math.max(0, wanted.y)),
  };
  return planFor([{ scroller, from: at, to: clamped }]);
}

function planFor(tracks: Track[]): ScrollPlan {
  const moving = tracks.filter(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y) >= 2);
  const lengths = moving.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  return {
    tracks: moving,
    distance: Math.max(0, ...lengths),
    shift: {
      x: moving.reduce((sum, { from, to }) => sum + from.x - to.x, 0),
      y: moving.reduce((sum, { from, to }) => sum + from.y - to.y, 0),
    },
    usesWheel: false,
  };
}

/** True where `box` is visible enough to act on it without scrolling. */
export function isWellInView(box: Rect, viewport: { width: number; height: number }): boolean {
  if (box.x + box.width / 2 < 0 || box.x + box.width / 2 > viewport.width) return false;
  const isWhole = box.y >= 0 && box.y + box.height <= viewport.height * 0.96;
  // For an element about as tall as the viewport it is enough that it fills the viewport.
  return (
    isWhole || (box.height > viewport.height * 0.8 && box.y <= 0 && box.y + box.height >= viewport.height)
  );
}

/** Runs in the page: the pane that has to be scrolled to show the element; null where that is the window. */
function scrollableAncestor(element: Element, orClipped: boolean): Element | null {
  const scrolls = orClipped ? /auto|scroll|hidden/ : /auto|scroll/;
  for (let node: Element | null = element.parentElement; node; node = node.parentElement) {
    if (node === document.scrollingElement || node === document.body || node === document.documentElement)
      return null;
    const style = getComputedStyle(node);
    if (style.position === 'fixed' && node.scrollHeight <= node.clientHeight + 1) return null;
    const down = scrolls.test(style.overflowY) && node.scrollHeight > node.clientHeight + 1;
    const across = scrolls.test(style.overflowX) && node.scrollWidth > node.clientWidth + 1;
    if (down || across) return node;
  }
  return null;
}

/** Runs in the page: the pane that fills a page whose window does not scroll; null where the window scrolls. */
function mainPane(): Element | null {
  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollHeight > innerHeight + 1) return null;
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const isPane = element.scrollHeight > element.clientHeight + 50 && element.clientHeight > innerHeight / 2;
    if (isPane && /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return null;
}

/** Runs in the page: how far the pane or the window is scrolled, and how far it can be. */
function measureRange(scroller: Element | null): { at: Point; range: Point } {
  const pane = scroller ?? document.scrollingElement ?? document.documentElement;
  const height = scroller ? pane.clientHeight : innerHeight;
  const width = scroller ? pane.clientWidth : innerWidth;
  return {
    at: { x: pane.scrollLeft, y: pane.scrollTop },
    range: { x: Math.max(0, pane.scrollWidth - width), y: Math.max(0, pane.scrollHeight - height) },
  };
}

/** Runs in the page: how panes and window have to be scrolled to show the element, and how far beyond their range it is. */
function measureScroll(element: Element, ...panes: Element[]) {
  const clamp = (value: number, most: number) => Math.min(Math.max(0, most), Math.max(0, value));
  const box = element.getBoundingClientRect();
  // Sections often begin with a quarter of a screen of padding, which need not be visible.
  const paddingAbove = () => {
    const tops = [
      ...element.querySelectorAll('h1, h2, h3, h4, p, li, img, svg, video, canvas, input, button, a'),
    ]
      .slice(0, 60)
      .map((each) => each.getBoundingClientRect())
      .filter(({ width, height }) => width > 20 && height > 8)
      .map(({ top }) => top);
    return Math.max(0, Math.min(...tops) - box.top);
  };
  // Where something of that `size` should start in a view that starts at `origin` and has the size `room`. The content of what is too
  // large begins at most a sixth of the view below the view's edge.
  const wanted = (size: number, origin: number, room: number) => {
    if (size <= room * 0.84) return origin + (room - size) / 2;
    const above = paddingAbove();
    return origin + Math.min(80, room * 0.09, Number.isFinite(above) ? room * 0.16 - above : 80);
  };
  let { top } = box;
  let { left } = box;
  const tracks = panes.map((pane, index) => {
    const frame = pane.getBoundingClientRect();
    const from = { x: pane.scrollLeft, y: pane.scrollTop };
    const isWithin = top >= frame.top && top + box.height <= frame.top + pane.clientHeight;
    // The innermost pane shows the element in its middle. Those around it only have to show it.
    const down = index > 0 && isWithin ? 0 : top - wanted(box.height, frame.top, pane.clientHeight);
    const hiddenAcross = left < frame.left || left + box.width > frame.right;
    const across = hiddenAcross ? left - wanted(box.width, frame.left, pane.clientWidth) : 0;
    const to = {
      x: clamp(from.x + across, pane.scrollWidth - pane.clientWidth),
      y: clamp(from.y + down, pane.scrollHeight - pane.clientHeight),
    };
    top -= to.y - from.y;
    left -= to.x - from.x;
    return { from, to };
  });
  let pinned = false;
  for (let node: Element | null = element; node; node = node.parentElement)
    if (getComputedStyle(node).position === 'fixed') pinned = true;
  const root = document.scrollingElement ?? document.documentElement;
  const from = { x: root.scrollLeft, y: root.scrollTop };
  const most = root.scrollHeight - innerHeight;
  const down = top - wanted(box.height, 0, innerHeight);
  const y = pinned ? from.y : clamp(from.y + down, most);
  // How far the target would have to move on, where it stays outside the window when everything is scrolled.
  const end = top - (y - from.y);
  const isOutside = !pinned && (end >= innerHeight || end + box.height <= 0);
  const beyond = isOutside ? down - (y - from.y) : 0;
  return { panes: tracks, window: { from, to: { x: from.x, y } }, beyond, room: innerHeight };
}
