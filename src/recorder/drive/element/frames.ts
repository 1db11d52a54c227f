import type { Frame } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Step } from '../../contract/script.ts';

/** A page with more frames than this is full of advertisements; the others are not searched. */
const mostFrames = 12;

/**
 * The path to the document that a step is in: which child frame, and of that frame which child. Recorder names a frame of the page's
 * own site by this path, and a frame of another site by its address (`target`). Null where the page has no such frame.
 */
export function framePathOf(
  tab: Tab,
  { target, frame = [] }: Pick<Step, 'target' | 'frame'>,
): number[] | null {
  if (target === undefined || target === 'main') return frame;
  const found = frameByAddress(tab, target);
  return found && [...pathTo(found), ...frame];
}

/** The frame at the end of `path`. Where a part of the path leads nowhere, that part is left out. */
export function frameAtPath(tab: Tab, path: number[] = []): Frame {
  let frame = tab.page.mainFrame();
  for (const index of path) frame = frame.childFrames()[index] ?? frame;
  return frame;
}

/** Scrolls the document of the frame that a step names. Returns false where that is the page itself. */
export async function scrollFrame(tab: Tab, step: Extract<Step, { type: 'scroll' }>): Promise<boolean> {
  const path = framePathOf(tab, step);
  if (path?.length === 0) return false;
  const at = { ...(step.x !== undefined && { left: step.x }), ...(step.y !== undefined && { top: step.y }) };
  let frame: Frame | undefined = tab.page.mainFrame();
  for (const index of path ?? [-1]) frame = frame?.childFrames()[index];
  const scroll = (to: ScrollToOptions) => {
    // `scrollTo` returns a promise that settles with the next frame. Nothing may wait for it, so it is not returned.
    scrollTo({ ...to, behavior: 'instant' });
  };
  if (frame) await tab.answer(frame.evaluate(scroll, at));
  return true;
}

/**
 * The frame with the address of `target`. Where no frame has the whole address, the query does not count, as it may identify a visit.
 * Where that is not enough either, the frame of the same site is taken if it is the only one.
 */
function frameByAddress(tab: Tab, target: string): Frame | null {
  const wanted = URL.parse(target);
  if (!wanted) return null;
  const frames = childFramesOf(tab).map((frame) => ({ frame, url: URL.parse(frame.url()) }));
  const by = (same: (url: URL) => boolean) => frames.filter(({ url }) => url !== null && same(url));
  const page = by(({ origin, pathname }) => origin === wanted.origin && pathname === wanted.pathname);
  const whole = page.find(({ url }) => url?.search === wanted.search);
  const site = by(({ origin }) => origin === wanted.origin);
  return (whole ?? page[0] ?? (site.length === 1 ? site[0] : undefined))?.frame ?? null;
}

/** The paths to the page's other frames. A step's frame may be at another place than when the script was made. */
export const otherFramePaths = (tab: Tab, path: number[]): number[][] =>
  childFramesOf(tab)
    .slice(0, mostFrames)
    .map(pathTo)
    .filter((other) => String(other) !== String(path));

/** Whether a part of the frame is in the viewport. */
export async function isInView(tab: Tab, frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return true;
  const host = await tab.answer(frame.frameElement());
  const box = host && (await tab.answer(host.boundingBox()));
  if (!box) return false;
  const { width, height } = tab.screen.whole.clip;
  return box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0;
}

const childFramesOf = (tab: Tab): Frame[] =>
  tab.page.frames().filter((frame) => frame.parentFrame() !== null);

function pathTo(frame: Frame): number[] {
  const parent = frame.parentFrame();
  return parent ? [...pathTo(parent), parent.childFrames().indexOf(frame)] : [];
}
