import { monotonicMs } from './deadline.ts';
import { closePopups, watchForConsent } from './interruptions/index.ts';
import type { Tab } from './tab.ts';

// Waking lazy content ends after this time, however long the page is. What has not loaded by then is filmed as it is.
const wakeMs = 6_000;
const fontsMs = 3_000;
const imagesMs = 2_000;
const transitionsMs = 1_500;
// A banner has faded out after this time.
const bannerFadeMs = 400;

/**
 * Off camera: refuses consent banners, closes pop-ups, wakes content that waits to be scrolled to (lazy images, reveal
 * animations), waits for fonts and images, and scrolls back to the top.
 */
export async function settlePage(tab: Tab): Promise<void> {
  await waitUntil(tab, fontsMs, () => tab.ask(() => document.fonts.status === 'loaded'));
  await tab.clock.hurry();
  const consent = await watchForConsent(tab);
  const refused = await consent.atOnce();
  if (refused) await tab.clock.idle(bannerFadeMs);
  await closePopups(tab);
  await wakeLazyContent(tab);
  // A banner that came late may have locked the page's scrolling.
  if (!refused && (await consent.late())) {
    await tab.clock.idle(bannerFadeMs);
    await wakeLazyContent(tab);
  }
  await closePopups(tab);
  await waitUntil(tab, imagesMs, () => tab.ask(imagesAreComplete));
  await tab.ask(scrollMain, 0);
  // Headers that shrink and reveal animations that run on the way up need this time. Endless animations are not waited for.
  await tab.clock.idle(300);
  await waitUntil(tab, transitionsMs, () => tab.ask(transitionsAreOver));
}

async function wakeLazyContent(tab: Tab): Promise<void> {
  const endMs = monotonicMs() + wakeMs;
  await tab.ask(loadLazyImagesNow);
  for (let position = 0; monotonicMs() < endMs; ) {
    const { viewport, height } = await tab.ask(scrollMain, position);
    // Five frames: one scrolls, one lets observers notice, one draws what they did, and two are for a busy machine.
    await tab.clock.idle(80);
    if (position + viewport >= height) break;
    position += viewport * 0.7;
  }
  await tab.clock.idle(150);
}

async function waitUntil(tab: Tab, timeoutMs: number, holds: () => Promise<boolean>): Promise<void> {
  // Waits in the page's time, which now runs faster than real time: an animation that plays once must not end before the film
  // begins.
  const endMs = tab.clock.nowMs + timeoutMs;
  while (!(await holds()) && tab.clock.nowMs < endMs) await tab.clock.idle(50);
}

// Applications often scroll a pane inside a window that does not scroll. Then that pane is scrolled in place of the page.
function scrollMain(top: number): { viewport: number; height: number } {
  const root = document.scrollingElement ?? document.documentElement;
  let main = root;
  if (root.scrollHeight <= innerHeight + 1) {
    for (const element of document.body?.querySelectorAll('*') ?? []) {
      const isPane =
        element.scrollHeight > element.clientHeight + 50 && element.clientHeight > innerHeight / 2;
      if (isPane && /auto|scroll/.test(getComputedStyle(element).overflowY)) {
        main = element;
        break;
      }
    }
  }
  main.scrollTo({ top, behavior: 'instant' });
  return { viewport: Math.min(innerHeight, main.clientHeight), height: main.scrollHeight };
}

function loadLazyImagesNow(): void {
  for (const image of document.querySelectorAll('img[loading=lazy], iframe[loading=lazy]'))
    image.setAttribute('loading', 'eager');
}

function imagesAreComplete(): boolean {
  return [...document.images].every((image) => image.complete);
}

function transitionsAreOver(): boolean {
  return document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);
}
