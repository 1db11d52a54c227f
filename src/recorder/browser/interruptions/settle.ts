import { monotonicMs } from '../deadline.ts';
import type { Tab } from '../tab.ts';
import { watchForConsent } from './consent.ts';
import { quietNuisances } from './nuisances.ts';

// However long the page is, waking it up ends after this; what has not loaded by then is filmed as it is.
const wakeUpMs = 6_000;
const fontsMs = 3_000;
const imagesMs = 2_000;
const transitionsMs = 1_500;
// A banner that fades out is gone by then.
const farewellMs = 400;

/**
 * Off camera: refuses consent, wakes up what waits to be scrolled to (lazy images, reveal animations), waits for fonts
 * and images, and goes back to the top.
 */
export async function settlePage(tab: Tab): Promise<void> {
  await lookFor(tab, fontsMs, () => tab.ask(() => document.fonts.status === 'loaded'));
  await tab.clock.hurry();
  const consent = await watchForConsent(tab);
  const refused = await consent.atOnce();
  if (refused) await tab.clock.idle(farewellMs);
  await quietNuisances(tab);
  await wakeUp(tab);
  // A banner that came late may have kept the page from being scrolled.
  if (!refused && (await consent.late())) {
    await tab.clock.idle(farewellMs);
    await wakeUp(tab);
  }
  await quietNuisances(tab);
  await lookFor(tab, imagesMs, () => tab.ask(imagesAreThere));
  await tab.ask(scrollMain, 0);
  // Headers that shrink and reveals that run on the way up need a moment; what never ends is not waited for.
  await tab.clock.idle(300);
  await lookFor(tab, transitionsMs, () => tab.ask(transitionsAreOver));
}

async function wakeUp(tab: Tab): Promise<void> {
  const endMs = monotonicMs() + wakeUpMs;
  await tab.ask(loadLazyImagesNow);
  for (let position = 0; monotonicMs() < endMs; ) {
    const { viewport, height } = await tab.ask(scrollMain, position);
    // Five frames: one to scroll, one for observers to notice, one to draw what they did, and two for a busy machine.
    await tab.clock.idle(80);
    if (position + viewport >= height) break;
    position += viewport * 0.7;
  }
  await tab.clock.idle(150);
}

async function lookFor(tab: Tab, deadlineMs: number, holds: () => Promise<boolean>): Promise<void> {
  // In the page's time: while it hurries, what it plays once must not be over before the film begins.
  const endMs = tab.clock.nowMs + deadlineMs;
  while (!(await holds()) && tab.clock.nowMs < endMs) await tab.clock.idle(50);
}

// Applications often scroll a pane inside a window that stands still: then that pane is the page.
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

function imagesAreThere(): boolean {
  return [...document.images].every((image) => image.complete);
}

function transitionsAreOver(): boolean {
  return document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);
}
