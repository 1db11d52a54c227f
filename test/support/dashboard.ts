import { setTimeout as delay } from 'node:timers/promises';
import axe from 'axe-core';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { cookieOf, type TestApi } from './api.ts';
import type { TestBrowser } from './browser.ts';
import { watch } from './pages.ts';
import { until } from './within.ts';

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
    const isSeen = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
    // A transition in closed details never tells its end (Chromium 153): its frames are skipped.
    const finite = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && isSeen(one));
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
  await standsStill(one!);
  await one!.click();
}

/** A button next to it that changes its words moves it. The mouse would press where it was. */
async function standsStill(one: ElementHandle): Promise<void> {
  const place = async () => JSON.stringify(await one.boundingBox());
  for (let before = '', now = await place(); before !== now; now = await place()) {
    before = now;
    await delay(60);
  }
}

export interface Tab {
  page: Page;
  /** Errors on the console, and errors that nobody caught. */
  complaints: string[];
  /** Requested addresses outside the origin of the page. */
  foreign: string[];
}

/** A tab of somebody who is signed in with this cookie. `beside` is another tab of the same browser, whose storage it shares. */
export async function signedInTab(
  api: TestApi,
  { browser }: TestBrowser,
  cookie: string,
  beside?: Tab,
): Promise<Tab> {
  const context = beside?.page.browserContext() ?? (await browser.createBrowserContext());
  const page = await context.newPage();
  const [name, value] = cookie.split('=', 2) as [string, string];
  await context.setCookie({ name, value: decodeURIComponent(value), domain: '127.0.0.1', path: '/' });
  return { page, ...watch(page, api.baseUrl) };
}

export async function ownersCookie(api: TestApi): Promise<string> {
  const { email, password } = api.owner;
  return cookieOf(
    await api.request('POST', '/api/auth/sign-in/email', { key: null, body: { email, password } }),
  );
}

export const tabOfOwner = async (api: TestApi, browser: TestBrowser) =>
  signedInTab(api, browser, await ownersCookie(api));

export const goTo = (api: TestApi, page: Page, path: string) =>
  page.goto(`${api.baseUrl}${path}`, { waitUntil: 'networkidle0' });

/** Fills the field with this label in place of what it holds. */
export async function fill(page: Page, label: string, value: string): Promise<void> {
  const field = (await page.waitForSelector(`aria/${label}[role="textbox"]`))!;
  await field.click();
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Backspace');
  await field.type(value);
}

/** Has the focus on the button that takes a deletion back, so that its time does not run out: a test of a busy machine may need more than 10 s. */
export async function holdUndo(page: Page): Promise<void> {
  const button = 'main ~ [role=status] button';
  await page.waitForSelector(button);
  await page.focus(button);
  await page.waitForFunction(() => {
    const [, dueAtMs] = /"dueAtMs":(\d+)/.exec(Object.values(localStorage).join()) ?? [];
    return Number(dueAtMs) > Date.now() + 30_000;
  });
}

/** Waits until the page has this text. The time is less than the browser's protocol has, which could not name the text. */
export const says = (page: Page, text: string, timeout = 75_000) =>
  page.waitForSelector(`::-p-text(${text})`, { timeout });

/**
 * Waits until the page has what the selector names. It looks again and again: a wait inside the page ends with the browser's protocol
 * timeout of 90 s, and a film can take longer on a busy machine.
 */
export async function arrives(page: Page, selector: string, timeoutMs: number): Promise<void> {
  const isThere = async () => (await page.$(selector)) !== null;
  if (await until(isThere, timeoutMs, 200).catch(() => false)) return;
  throw new Error(
    `${selector} did not arrive; the page says: ${await page.$eval('main', (main) => main.textContent)}`,
  );
}
