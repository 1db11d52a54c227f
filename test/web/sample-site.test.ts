import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleSite, serveSampleSite } from '../../src/web/sample-site/serve.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';

let site: SampleSite;
let browser: TestBrowser;
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSampleSite(), testBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const open = async (
  path = '',
  viewport = { width: 1440, height: 900 },
  waitUntil: 'load' | 'networkidle0' = 'load',
) => {
  const page = await browser.page(viewport);
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  page.on('request', (request) => !request.url().startsWith(site.url) && trouble.push(request.url()));
  page.on('response', (response) => response.status() >= 400 && trouble.push(response.url()));
  await page.goto(site.url + path, { waitUntil });
  return { page, trouble };
};
const textOf = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.textContent?.trim());

describe.each([
  ['desktop', { width: 1440, height: 900 }],
  ['tablet', { width: 820, height: 1180 }],
  ['mobile', { width: 390, height: 844 }],
])('at the %s viewport', (_name, viewport) => {
  test.each(['', 'changelog'])(
    '/%s loads nothing from elsewhere, has no error, and does not scroll sideways',
    async (path) => {
      const { page, trouble } = await open(path, viewport, 'networkidle0');
      expect(trouble).toEqual([]);
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0]).toBe(widths[1]);
      const fonts = () => [...document.fonts].map(({ family, status }) => `${family} ${status}`);
      expect(await page.evaluate(fonts)).toEqual([expect.stringMatching(/^"?Inter Sundial"? loaded$/)]);
      await page.close();
    },
  );
});

test('every link leads to a page that exists, and to a place on it that exists', async () => {
  for (const path of ['', 'changelog']) {
    const { page } = await open(path);
    const links = await page.$$eval('a[href]', (all) => all.map((link) => (link as HTMLAnchorElement).href));
    await page.close();
    for (const link of new Set(links)) {
      const answer = await fetch(link);
      expect([link, answer.status]).toEqual([link, 200]);
      const { hash } = new URL(link);
      if (hash) expect([link, (await answer.text()).includes(`id="${hash.slice(1)}"`)]).toEqual([link, true]);
    }
  }
});

test('the accessibility tree has its landmarks, one first heading, and a name for every control', async () => {
  const { page } = await open();
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const named = nodes
    .filter((node) => !node.ignored)
    .map((node) => ({ role: String(node.role?.value), name: String(node.name?.value ?? '') }));
  const roles = new Set(named.map(({ role }) => role));
  for (const role of [
    'banner',
    'navigation',
    'main',
    'contentinfo',
    'tablist',
    'tabpanel',
    'slider',
    'form',
  ]) {
    expect([...roles]).toContain(role);
  }
  const controls = ['button', 'link', 'textbox', 'combobox', 'checkbox', 'radio', 'slider', 'tab'];
  expect(named.filter(({ role, name }) => controls.includes(role) && name === '')).toEqual([]);
  expect(await page.$$eval('h1', (all) => all.length)).toBe(1);
  await page.close();
});

test('the tabs show one view at a time, by click and by arrow key', async () => {
  const { page } = await open();
  const shown = () => page.$$eval('[role="tabpanel"]:not([hidden])', (all) => all.map((panel) => panel.id));
  expect(await shown()).toEqual(['view-plan']);
  await page.click('#tab-focus');
  expect(await shown()).toEqual(['view-focus']);
  await page.keyboard.press('ArrowDown');
  expect(await shown()).toEqual(['view-review']);
  await page.close();
});

test('the yearly price is lower than the monthly one, and the switch goes both ways', async () => {
  const { page } = await open();
  const team = () => textOf(page, '[aria-labelledby="plan-team"] .price b');
  const choose = async (period: string) => {
    await page.click(`.billing label:has([value="${period}"])`);
    await page.waitForFunction(() => !document.querySelector('.turning'));
  };
  expect(await team()).toBe('$9');
  await choose('yearly');
  expect(await team()).toBe('$7.50');
  await choose('monthly');
  expect(await team()).toBe('$9');
  await page.close();
});

test('a question opens, and closes the one that was open', async () => {
  const { page } = await open();
  const isOpen = () =>
    page.$$eval('.question button', (all) => all.map((one) => one.getAttribute('aria-expanded')));
  await page.click('.question:nth-child(3) button');
  expect(await isOpen()).toEqual(['false', 'false', 'true', 'false', 'false']);
  await page.waitForFunction(() => document.querySelector('#answer-3')!.clientHeight > 40);
  await page.close();
});

test('the forecast slider moves the date', async () => {
  const { page } = await open();
  expect(await textOf(page, '#sure-date')).toBe('Friday 27 March');
  await page.focus('#sure');
  await page.keyboard.press('Home');
  expect(await textOf(page, '#sure-date')).toBe('Tuesday 24 March');
  await page.keyboard.press('End');
  expect(await textOf(page, '#sure-date')).toBe('Wednesday 1 April');
  await page.close();
});

test('the form says what is missing, and thanks for a correct address', async () => {
  const { page } = await open();
  await page.click('#start-form button');
  expect(await textOf(page, '#email-error')).toBe('Please enter your email address.');
  await page.type('#email', 'me@example.org');
  await page.click('#start-form button');
  expect(await textOf(page, '#start-form [role="status"]')).toContain('Your board is ready.');
  await page.close();
});

test('on a phone the menu opens, leads somewhere, and closes', async () => {
  const { page } = await open('', { width: 390, height: 844 });
  expect(await page.$eval('#site-nav', (nav) => getComputedStyle(nav).visibility)).toBe('hidden');
  await page.click('.menu-button');
  await page.waitForSelector('#site-nav a[href="/#pricing"]', { visible: true });
  await page.click('#site-nav a[href="/#pricing"]');
  await page.waitForFunction(
    () => Math.abs(document.querySelector('#pricing')!.getBoundingClientRect().top - 88) < 4,
  );
  expect(await page.$eval('.menu-button', (button) => button.getAttribute('aria-expanded'))).toBe('false');
  await page.close();
});

test('an unknown path is a 404, another method than a read is a 405, and no path leads out of the folder', async () => {
  expect((await fetch(`${site.url}nothing`)).status).toBe(404);
  expect((await fetch(`${site.url}styles/..%2fserve.ts`)).status).toBe(404);
  expect((await fetch(`${site.url}..%2f..%2f..%2fpackage.json`)).status).toBe(404);
  expect((await fetch(site.url, { method: 'POST' })).status).toBe(405);
});
