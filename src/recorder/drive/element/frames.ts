import type { Frame } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Step } from '../../contract/script.ts';

/** A page with more is one of advertisements. */
const mostFrames = 12;

/**
 * The way to the document that a step is in. Recorder tells a frame of the page's own site by its place, one of another
 * site by its address (`target`). Null where the page has no such frame.
 */
export function wayOf(tab: Tab, { target, frame = [] }: Pick<Step, 'target' | 'frame'>): number[] | null {
  if (target === undefined || target === 'main') return frame;
  const found = framed(tab, target);
  return found && [...wayTo(found), ...frame];
}

/** Scrolls the document of the frame that a step names; false where it is the page's own. */
export async function scrollFrame(tab: Tab, step: Extract<Step, { type: 'scroll' }>): Promise<boolean> {
  const way = wayOf(tab, step);
  if (way?.length === 0) return false;
  const at = { ...(step.x !== undefined && { left: step.x }), ...(step.y !== undefined && { top: step.y }) };
  let frame: Frame | undefined = tab.page.mainFrame();
  for (const index of way ?? [-1]) frame = frame?.childFrames()[index];
  const scroll = (to: ScrollToOptions) => {
    // Its answer is a promise that is kept with the next frame: nobody may wait for it.
    scrollTo({ ...to, behavior: 'instant' });
  };
  if (frame) await tab.answer(frame.evaluate(scroll, at));
  return true;
}

/** By the whole address; else by all but its query, where visits leave their marks; else by the site, if it is the only one. */
function framed(tab: Tab, target: string): Frame | null {
  const wanted = URL.parse(target);
  if (!wanted) return null;
  const frames = framesOf(tab).map((frame) => ({ frame, url: URL.parse(frame.url()) }));
  const by = (same: (url: URL) => boolean) => frames.filter(({ url }) => url !== null && same(url));
  const page = by(({ origin, pathname }) => origin === wanted.origin && pathname === wanted.pathname);
  const whole = page.find(({ url }) => url?.search === wanted.search);
  const site = by(({ origin }) => origin === wanted.origin);
  return (whole ?? page[0] ?? (site.length === 1 ? site[0] : undefined))?.frame ?? null;
}

/** The ways to all other frames of the page, for a step whose frame has another place now. */
export const otherWays = (tab: Tab, way: number[]): number[][] =>
  framesOf(tab)
    .slice(0, mostFrames)
    .map(wayTo)
    .filter((other) => String(other) !== String(way));

/** Whether something of the frame is in the viewport. */
export async function isInView(tab: Tab, frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return true;
  const host = await tab.answer(frame.frameElement());
  const box = host && (await tab.answer(host.boundingBox()));
  if (!box) return false;
  const { width, height } = tab.screen.whole.clip;
  return box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0;
}

const framesOf = (tab: Tab): Frame[] => tab.page.frames().filter((frame) => frame.parentFrame() !== null);

function wayTo(frame: Frame): number[] {
  const parent = frame.parentFrame();
  return parent ? [...wayTo(parent), parent.childFrames().indexOf(frame)] : [];
}
