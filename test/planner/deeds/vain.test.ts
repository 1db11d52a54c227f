import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { planFor } from '../planning.ts';

/** A shop with many pages, which all have the same links. None has what the prompt asks for. */
const names = ['Kettles', 'Mugs', 'Plates', 'Bowls', 'Jugs', 'Trays', 'Vases', 'Lamps', 'Chairs', 'Rugs'];
const nav = `<nav>${names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')}</nav>`;
const pageOf = (title: string) =>
  `<!doctype html><title>${title}</title><header>${nav}</header><h1>${title}</h1><p>All about ${title}.</p>`;

let browser: TestBrowser;
let pages: Pages;
let page: Page;
beforeAll(async () => {
  const extra = Object.fromEntries(names.map((name) => [`/${name}`, pageOf(name)]));
  [browser, pages] = await Promise.all([testBrowser(), servePages({ ...extra, '/shop': pageOf('Shop') })]);
  page = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

test('where no link promises anything, the search ends after a few of them', async () => {
  await page.goto(`${pages.baseUrl}/shop`);
  pages.seen.length = 0;
  const plan = await planFor(page, { prompt: 'Approve the loan of "Bo Ek"' });
  expect(plan.nothingDone).toBe(true);
  const followed = pages.seen.filter((one) => names.some((name) => one === `GET /${name}`));
  expect(followed.length).toBeGreaterThan(3);
  expect(followed.length).toBeLessThanOrEqual(8);
});
