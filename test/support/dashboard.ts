import { setTimeout as delay } from 'node:timers/promises';
import axe from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { watch } from './pages.ts';

/**
 * The findings of axe that keep people from using a page, each with the first element that it is about.
 * @param rules of axe; all where none are named
 */
export async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  // A script element would be refused by the content policy of our pages.
  await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(only ? { runOnly: only } : {});
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]!.target} ${nodes[0]!.failureSummary}`);
  }, rules);
}

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };

/** What is wrong with a page on a phone and on a desk, in light and in dark: barriers, and what is wider than the screen. */
export async function faultsOfLook(page: Page, shown?: (name: string) => Promise<void>): Promise<string[]> {
  const faults: string[] = [];
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await colouredFor(page, scheme);
    for (const viewport of [phone, desk]) {
      await page.setViewport(viewport);
      const name = `${viewport.width}-${scheme}`;
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) faults.push(`${name}: ${width} px wide`);
      await shown?.(name);
      // Only the colours differ from scheme to scheme.
      const rules = scheme === 'dark' ? ['color-contrast'] : undefined;
      if (viewport === desk) faults.push(...(await barriersOf(page, rules)).map((one) => `${name}: ${one}`));
    }
  }
  return faults;
}

/** Waits until the script of the page has followed the scheme, and until no colour is on its way any more. */
async function colouredFor(page: Page, scheme: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { mantineColorScheme = wanted } = document.documentElement.dataset;
      return mantineColorScheme === wanted;
    },
    {},
    scheme,
  );
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const finite = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((one) => one.finished));
  });
}

/** A tab of somebody who is signed in with this cookie, in a browser that has nothing else. */
export async function tabOf(browser: Browser, baseUrl: string, cookie: string) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const [name, value] = cookie.split('=', 2) as [string, string];
  await context.setCookie({ name, value: decodeURIComponent(value), domain: '127.0.0.1', path: '/' });
  return { page, ...watch(page, baseUrl) };
}

/** Clicks what has this text, as soon as it is there. */
export async function press(page: Page, text: string): Promise<void> {
  const one = await page.waitForSelector(
    `::-p-xpath(//*[self::button or self::a][normalize-space(.)="${text}" or @aria-label="${text}"])`,
  );
  await one!.click();
}

/** Waits until the page has this text. */
export const says = (page: Page, text: string, timeout = 10_000) =>
  page.waitForSelector(`::-p-text(${text})`, { timeout });

/**
 * Waits until the page has what the selector names. It looks again and again: a wait inside the page ends with the browser's protocol
 * timeout of 30 s, and a film can take longer on a busy machine.
 */
export async function arrives(page: Page, selector: string, timeoutMs: number): Promise<void> {
  for (const endMs = performance.now() + timeoutMs; performance.now() < endMs; ) {
    if (await page.$(selector)) return;
    await delay(200);
  }
  throw new Error(
    `${selector} did not arrive; the page says: ${await page.$eval('main', (main) => main.textContent)}`,
  );
}
