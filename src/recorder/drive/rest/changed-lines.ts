import type { Tab } from '../../browser/index.ts';
import type { Rect } from '../../contract/take-frame.ts';
import { boxAround } from '../camera/framing.ts';

/** A line of words, and where it stands in the viewport in CSS px. */
interface Line extends Rect {
  words: string;
}

/** The words that can be seen now, with their places; null where the page does not answer. */
export interface SeenWords {
  url: string;
  /** The address without what stands behind its `#`, which is a view of its own only where it is a path. */
  view: string;
  /** How far the page is scrolled, in CSS px. */
  top: number;
  lines: Line[];
}

export const readWords = (tab: Tab): Promise<SeenWords | null> => tab.ask(visibleLines).catch(() => null);

/**
 * Where the page says something that it did not say before: the box around all new words, which is the result of what was done. Null where
 * nothing is new, or where so much is new that it is another view and not a result.
 * @param least CSS px²: of a smaller place nothing is said
 */
export function newWords(
  before: SeenWords,
  now: SeenWords,
  viewport: { width: number; height: number },
  least: number = leastArea,
): Rect | null {
  if (before.view !== now.view) return null;
  // A link into the page shows a dialog, or goes to another place.
  if (before.url !== now.url && before.top !== now.top) return null;
  const known = new Map<string, number>();
  for (const { words } of before.lines) known.set(words, (known.get(words) ?? 0) + 1);
  const fresh = now.lines.filter(({ words }) => {
    const left = known.get(words) ?? 0;
    known.set(words, left - 1);
    return left <= 0;
  });
  if (fresh.length === 0) return null;
  const box = boxAround(fresh);
  const isWholeView = box.width * box.height > viewport.width * viewport.height * mostOfView;
  return isWholeView || box.width * box.height < least ? null : box;
}

/** A result that takes more of the screen is seen best from where it is. */
const mostOfView = 0.3;
/** Less than a word of 40 by 12 px: a counter, which is no result to come close to by itself. */
const leastArea = 480;
/** A counter of one digit, which tells that something has happened. */
export const leastSign = 40;

/** Runs in the page. */
function visibleLines(): SeenWords {
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const rounded = (length: number) => Math.round(length * 4) / 4;
  for (
    let node = walker.nextNode(), seen = 0;
    node && seen < 8_000 && lines.length < 1_500;
    node = walker.nextNode(), seen++
  ) {
    const words = node.nodeValue?.trim().slice(0, 200);
    if (!words) continue;
    range.selectNodeContents(node);
    const { left, top, right, bottom, width, height } = range.getBoundingClientRect();
    if (width < 2 || height < 2 || bottom < 0 || top > innerHeight || right < 0 || left > innerWidth)
      continue;
    if (!node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    lines.push({ words, x: rounded(left), y: rounded(top), width: rounded(width), height: rounded(height) });
  }
  const { href } = location;
  return { url: href, view: href.replace(/#(?![!/]).*$/, ''), top: Math.round(scrollY), lines };
}
