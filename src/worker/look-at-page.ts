import { type PageDescription, stack, type View } from '../changes/index.ts';
import { observe, openPageClient } from '../planner/index.ts';
import type { BrowserSession } from '../recorder/browser/index.ts';

/** What a page said and looked like when a version was filmed. */
export interface SeenPage {
  description: PageDescription;
  /** JPEG of the page from its top, six screens at most. */
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

/** Of the page's time, from one look to the next: slides stay for two to seven seconds, and no two of these waits are alike. */
const waitsMs = [1_100, 2_300, 3_100, 5_300];

/** The same page as it is later, as many times as there are waits. */
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
        text: text.slice(0, most.text),
      })),
      controls: controls
        .filter(({ visible, overlay, name }) => visible && !overlay && name)
        .slice(0, most.controls)
        .map(({ role, name }) => `${role} ${name.slice(0, 80)}`),
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
    clock.cut();
    const shot = await clock.frame(screen.whole);
    if (shot) views.push({ picture: shot.jpeg, seenBefore });
    if (isLast) break;
  }
  await tab.ask(scrollToScreen, 0);
  await clock.idle(150);
  return views;
}

/** @returns whether nothing comes below it, and how much of it the screen before had at its foot */
function scrollToScreen(number: number): { isLast: boolean; seenBefore: number } {
  const root = document.scrollingElement ?? document.documentElement;
  root.scrollTo({ top: number * innerHeight, behavior: 'instant' });
  const seenBefore = Math.max(0, number * innerHeight - root.scrollTop) / innerHeight;
  return { isLast: (number + 1) * innerHeight >= root.scrollHeight - 2, seenBefore };
}
