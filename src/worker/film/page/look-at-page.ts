import { type PageDescription, stack, type View } from '../../../changes/index.ts';
import { observe, openPageClient } from '../../../planner/index.ts';
import type { BrowserSession } from '../../../recorder/index.ts';
import { shorten } from '../../../text.ts';

/** The text and the picture of a page when a version was filmed. */
export interface SeenPage {
  description: PageDescription;
  /** JPEG of the page from its top, at most six screens high. */
  picture: Buffer;
}

const mostScreens = 6;
const most = { sections: 40, text: 400, controls: 120 };

/** Reads and photographs the page that is open, off camera, and leaves it at its top. */
export async function seePage(session: BrowserSession, signal: AbortSignal): Promise<SeenPage> {
  const description = await session.tab.during(describe(session, signal));
  const views = await photograph(session);
  return { description, picture: await stack(views) };
}

/** The page's time between two looks. Slides usually stay for two to seven seconds; the waits differ to catch all of them. */
const waitsMs = [1_100, 2_300, 3_100, 5_300];

/** Looks at the page again after each of `waitsMs`. */
export async function seeLater(session: BrowserSession, signal: AbortSignal): Promise<SeenPage[]> {
  const looks: SeenPage[] = [];
  for (const waitMs of waitsMs) {
    signal.throwIfAborted();
    await session.tab.clock.idle(waitMs);
    looks.push(await seePage(session, signal));
  }
  return looks;
}

async function describe({ page }: BrowserSession, signal: AbortSignal): Promise<PageDescription> {
  const client = await openPageClient(page, signal);
  try {
    const { url, title, sections, controls } = await observe(client, page.url());
    return {
      url,
      title,
      sections: sections.slice(0, most.sections).map(({ kind, heading, text }) => ({
        kind,
        heading,
        text: shorten(text, most.text),
      })),
      controls: controls
        .filter(({ visible, overlay, name }) => visible && !overlay && name)
        .slice(0, most.controls)
        .map(({ role, name }) => `${role} ${shorten(name, 80)}`),
    };
  } finally {
    await client.close();
  }
}

async function photograph({ tab }: BrowserSession): Promise<View[]> {
  const { clock, screen } = tab;
  await clock.roll();
  const views: View[] = [];
  for (let number = 0; number < mostScreens; number++) {
    const { isLast, seenBefore } = await tab.ask(scrollToScreen, number);
    await clock.idle(60);
    await settle(tab);
    clock.cut();
    const shot = await clock.frame(screen.whole);
    if (shot) views.push({ picture: shot.jpeg, seenBefore });
    if (isLast) break;
  }
  await tab.ask(scrollToScreen, 0);
  await clock.idle(150);
  return views;
}

const mostSettlingMs = 1_000;

/**
 * Waits for what scrolling has set in motion and what ends by itself, such as a bar that becomes narrower. A picture in the middle of it is
 * another one each time: on one of ten templates, 5 of 10 looks differed.
 */
async function settle(tab: BrowserSession['tab']): Promise<void> {
  for (let waitedMs = 0; waitedMs < mostSettlingMs && (await tab.ask(isSettling)); waitedMs += 100)
    await tab.clock.idle(100);
}

function isSettling(): boolean {
  return document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
    );
}

/** @returns whether this is the page's last screen, and which share of it the screen before showed already */
function scrollToScreen(number: number): { isLast: boolean; seenBefore: number } {
  const root = document.scrollingElement ?? document.documentElement;
  root.scrollTo({ top: number * innerHeight, behavior: 'instant' });
  const seenBefore = Math.max(0, number * innerHeight - root.scrollTop) / innerHeight;
  return { isLast: (number + 1) * innerHeight >= root.scrollHeight - 2, seenBefore };
}
