import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserSession } from '../../../src/recorder/index.ts';
import { collectPageText } from '../../../src/worker/film/page/collect-page-text.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterAll(() => browser?.close());

test('the text of a page is kept up to 20,000 UTF-16 units, and no character is cut in two', async () => {
  const page = await browser.page();
  await page.setContent(`<p>x${'😀'.repeat(10_500)}</p>`);
  const tab = { ask: page.evaluate.bind(page) };
  const along = collectPageText({ tab } as unknown as BrowserSession);
  const [stop] = await along.all();
  expect(stop?.text).toBe(`x${'😀'.repeat(9_999)}`);
  await page.setContent(`<p>${'x'.repeat(21_000)}</p>`);
  const [plain] = await collectPageText({ tab } as unknown as BrowserSession).all();
  expect(plain?.text).toBe('x'.repeat(20_000));
});
