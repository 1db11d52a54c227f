import type { ElementHandle, Frame, JSHandle } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Selectors, StepNote } from '../../contract/script.ts';
import type { Rect } from '../../contract/take-frame.ts';
import type { Found, Lost } from './found.ts';
import { isInView } from './frames.ts';

type Path = Selectors[number];
interface Candidate {
  element: ElementHandle<Element>;
  box: Rect;
}
type Known = Pick<StepNote, 'role' | 'name' | 'box'> & {
  /** See the script: the way to the step's frame. */
  frame?: number[] | undefined;
  /** Of several equals, none is taken unless it is known where the right one was. */
  demanding?: boolean;
};

const shown = (path: Path) => (typeof path === 'string' ? path : path.join(' >>> '));

/**
 * The element that a step's selectors find. The first that finds exactly one visible element wins; then role and name
 * as the script noted them; then, of several matches of one selector, the one nearest to where it used to be.
 */
export async function resolve(tab: Tab, selectors: Selectors, known: Known = {}): Promise<Found | Lost> {
  const several: { path: Path; index: number; candidates: Candidate[] }[] = [];
  for (const [index, path] of selectors.entries()) {
    const candidates = await visibleMatches(tab, path, known.frame);
    const [only] = candidates;
    if (only && candidates.length === 1)
      return { ...only, selector: shown(path), healed: index > 0, winner: index };
    if (candidates.length > 1) several.push({ path, index, candidates });
  }
  if (known.role && known.name) {
    const path = `aria/${known.name}[role="${known.role}"]`;
    const [only, second] = await visibleMatches(tab, path, known.frame);
    if (only && !second) return { ...only, selector: path, healed: true, winner: null, anew: [path] };
  }
  const [best] = several;
  if (!best) return { lost: 'missing', candidates: [] };
  if (known.demanding && !known.box && !(await areOne(tab, best.candidates)))
    return { lost: 'ambiguous', candidates: [`${best.candidates.length} matches of ${shown(best.path)}`] };
  const nearest = await nearestTo(tab, best.candidates, known.box);
  return nearest
    ? { ...nearest, selector: shown(best.path), healed: true, winner: best.index }
    : { lost: 'missing', candidates: [] };
}

/** The document that a step is in; the page's own where its frame is not there. */
export function frameOf(tab: Tab, way: number[] = []): Frame {
  let frame = tab.page.mainFrame();
  for (const index of way) frame = frame.childFrames()[index] ?? frame;
  return frame;
}

/** Whether they are parts of the first, or links to one and the same place. */
async function areOne(tab: Tab, candidates: Candidate[]): Promise<boolean> {
  const [first, ...rest] = candidates;
  if (!first) return false;
  for (const { element } of rest) {
    const same = await tab.askOf(
      first.element,
      (one, other) => {
        const [a, b] = [one.closest('a'), (other as unknown as Element).closest('a')];
        return one.contains(other as unknown as Element) || (a !== null && b !== null && a.href === b.href);
      },
      element,
    );
    if (!same) return false;
  }
  return true;
}

/** What a selector finds that can be seen, 24 at most. */
export async function visibleMatches(tab: Tab, path: Path, way?: number[]): Promise<Candidate[]> {
  const parts = typeof path === 'string' ? [path] : path;
  let elements: ElementHandle<Element>[] = [];
  try {
    elements = await matches(tab, frameOf(tab, way), parts);
  } catch {
    // A selector that the browser cannot read finds nothing; the alternates are there for that.
  }
  const candidates: Candidate[] = [];
  // A selector with hundreds of matches tells nothing: a few are enough to see that it is ambiguous.
  for (const element of elements.slice(0, 24)) {
    const box = await boxOf(tab, element);
    if (box) candidates.push({ element, box });
  }
  return candidates;
}

// Frames of the page's own site are drawn wherever they are, and answer in some 10 ms.
const undrawnMs = 500;

// Each part but the last leads into a shadow root or a frame.
async function matches(
  tab: Tab,
  root: Frame | ElementHandle<Node>,
  parts: string[],
): Promise<ElementHandle<Element>[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [];
  // The accessibility tree is only brought up to date when its document is drawn, which a frame of another site beside the
  // viewport is not: its tree never answers.
  const isUndrawn = part.startsWith('aria/') && 'parentFrame' in root && !(await isInView(tab, root));
  const answer = tab.answer(root.$$(part), isUndrawn ? undrawnMs : undefined);
  const found = (await tab.clock.freeze(answer)) as ElementHandle<Element>[];
  if (rest.length === 0) return found;
  const deeper: ElementHandle<Element>[] = [];
  for (const host of found.slice(0, 8)) {
    const frame = await tab.answer(host.contentFrame());
    const inside = frame ?? (await shadowOf(tab, host)) ?? host;
    deeper.push(...(await matches(tab, inside, rest)));
  }
  return deeper;
}

async function shadowOf(tab: Tab, host: ElementHandle<Element>): Promise<ElementHandle<Node> | null> {
  const handle: JSHandle = await tab.answer(host.evaluateHandle((element) => element.shadowRoot));
  return handle.asElement();
}

/** Where an element is in the viewport, through frames; null where it cannot be seen however one scrolls. */
export async function boxOf(tab: Tab, element: ElementHandle<Element>): Promise<Rect | null> {
  const inOwnFrame = await tab.askOf(element, visibleBox).catch(() => null);
  if (!inOwnFrame) return null;
  if (element.frame === tab.page.mainFrame()) return inOwnFrame;
  return tab.answer(element.boundingBox());
}

/**
 * What a close-up of `element` is of: its words where it is nothing but words in a wide column, else all of it.
 * @param box where the element is, as `boxOf` answered it
 */
export async function subjectBox(tab: Tab, element: ElementHandle<Element>, box: Rect): Promise<Rect> {
  if (element.frame !== tab.page.mainFrame()) return box;
  const words = await tab.askOf(element, boxOfWords).catch(() => null);
  return words ?? box;
}

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

function visibleBox(element: Element): Rect | null {
  const shownBox = (node: Element) => {
    const rects = [...node.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
    // A link that wraps over two lines is where its first line is.
    return rects.length > 1 && getComputedStyle(node).display === 'inline'
      ? rects[0]
      : node.getBoundingClientRect();
  };
  const rect = shownBox(element);
  if (!rect || rect.width <= 1 || rect.height <= 1) return null;
  if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return null;
  // Off the page to the left or above it cannot be scrolled to: "visually hidden" helpers live there.
  if (rect.right + scrollX <= 0 || rect.bottom + scrollY <= 0) return null;
  const view = window.visualViewport;
  const scale = window === window.top ? (view?.scale ?? 1) : 1;
  const left = window === window.top ? (view?.offsetLeft ?? 0) : 0;
  const top = window === window.top ? (view?.offsetTop ?? 0) : 0;
  // To a quarter of a pixel: what the browser's arithmetic leaves below that would make every take a little different.
  const rounded = (length: number) => Math.round(length * scale * 4) / 4;
  return {
    x: rounded(rect.x - left),
    y: rounded(rect.y - top),
    width: rounded(rect.width),
    height: rounded(rect.height),
  };
}

async function nearestTo(tab: Tab, candidates: Candidate[], box: StepNote['box']): Promise<Candidate | null> {
  const [first] = candidates;
  if (!first || !box) return first ?? null;
  // The note is in pixels of the document, the candidates are in those of the viewport.
  const scroll = await tab.ask(() => ({ x: scrollX, y: scrollY }));
  const distance = ({ box: at }: Candidate) => Math.hypot(at.x + scroll.x - box.x, at.y + scroll.y - box.y);
  return candidates.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}
