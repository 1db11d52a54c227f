import type { ElementHandle, Frame, JSHandle } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Selectors, StepNote } from '../../contract/script.ts';
import type { Rect } from '../../contract/take-frame.ts';
import { boxOf } from './boxes.ts';
import type { Found, Lost } from './found.ts';
import { frameAtPath, isInView } from './frames.ts';

type Path = Selectors[number];
interface Candidate {
  element: ElementHandle<Element>;
  box: Rect;
}
/** What a step knows of its element beside the selectors. */
type Hints = Pick<StepNote, 'role' | 'name' | 'box'> & {
  /** The path to the step's frame. */
  frame?: number[] | undefined;
  /** Of several matches of a selector, none is taken unless `box` says where the right one was. */
  noGuessing?: boolean;
};

const selectorText = (path: Path) => (typeof path === 'string' ? path : path.join(' >>> '));

/**
 * The element that a step's selectors find. The first selector with exactly one visible match wins. Where there is none, the role and
 * the name in the step's note decide. After that comes the selector that has several matches: the match nearest to the noted place is
 * taken.
 */
export async function resolve(tab: Tab, selectors: Selectors, hints: Hints = {}): Promise<Found | Lost> {
  const several: { path: Path; index: number; candidates: Candidate[] }[] = [];
  for (const [index, path] of selectors.entries()) {
    const candidates = await visibleMatches(tab, path, hints.frame);
    const [only] = candidates;
    if (only && candidates.length === 1)
      return { ...only, selector: selectorText(path), healed: index > 0, selectorIndex: index };
    if (candidates.length > 1) several.push({ path, index, candidates });
  }
  if (hints.role && hints.name) {
    const path = `aria/${hints.name}[role="${hints.role}"]`;
    const [only, second] = await visibleMatches(tab, path, hints.frame);
    if (only && !second)
      return { ...only, selector: path, healed: true, selectorIndex: null, newSelectors: [path] };
  }
  const [best] = several;
  if (!best) return { lost: 'missing', candidates: [] };
  if (hints.noGuessing && !hints.box && !(await leadToTheSame(tab, best.candidates)))
    return {
      lost: 'ambiguous',
      candidates: [`${best.candidates.length} matches of ${selectorText(best.path)}`],
    };
  const nearest = await nearestTo(tab, best.candidates, hints.box);
  return nearest
    ? { ...nearest, selector: selectorText(best.path), healed: true, selectorIndex: best.index }
    : { lost: 'missing', candidates: [] };
}

/** Whether each of them is a part of the first, or a link to the same address. */
async function leadToTheSame(tab: Tab, candidates: Candidate[]): Promise<boolean> {
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

/** The visible matches of a selector, 24 at most. */
export async function visibleMatches(tab: Tab, path: Path, framePath?: number[]): Promise<Candidate[]> {
  const parts = typeof path === 'string' ? [path] : path;
  let elements: ElementHandle<Element>[] = [];
  try {
    elements = await matches(tab, frameAtPath(tab, framePath), parts);
  } catch {
    // A selector that the browser cannot parse matches nothing. The step's other selectors are tried.
  }
  const candidates: Candidate[] = [];
  // A selector with hundreds of matches identifies nothing; a few of them show that it is ambiguous.
  for (const element of elements.slice(0, 24)) {
    const box = await boxOf(tab, element);
    if (box) candidates.push({ element, box });
  }
  return candidates;
}

// How long a frame outside the viewport may take to answer. Frames of the page's own site are drawn there too and answer in some 10 ms.
const undrawnMs = 500;

// Each part of a selector but the last leads into a shadow root or a frame.
async function matches(
  tab: Tab,
  root: Frame | ElementHandle<Node>,
  parts: string[],
): Promise<ElementHandle<Element>[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [];
  // Chromium updates the accessibility tree, which `aria/` selectors read, only when it draws the document. It does not draw a frame of
  // another site outside the viewport: such a frame never answers.
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

async function nearestTo(tab: Tab, candidates: Candidate[], box: StepNote['box']): Promise<Candidate | null> {
  const [first] = candidates;
  if (!first || !box) return first ?? null;
  // The note's box is in pixels of the document, and the candidates' boxes are in pixels of the viewport.
  const scroll = await tab.ask(() => ({ x: scrollX, y: scrollY }));
  const distance = ({ box: at }: Candidate) => Math.hypot(at.x + scroll.x - box.x, at.y + scroll.y - box.y);
  return candidates.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}
