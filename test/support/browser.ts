import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { loopbackOnlyFlags } from '../../src/recorder/browser/launch/flags.ts';

/**
 * Starts a plain headless Chromium for tests that only need a page, one for each test file. That takes about 0.2 s once
 * Chromium has been unpacked. Call this in `beforeAll` and `close` in `afterAll`.
 */
export async function testBrowser(): Promise<TestBrowser> {
  const browser = await puppeteer.launch({
    executablePath: process.env.SHOWREEL_CHROMIUM ?? (await chromium.executablePath()),
    headless: 'shell',
    args: [
      '--disable-gpu',
      '--hide-scrollbars',
      '--mute-audio',
      '--font-render-hinting=none',
      '--disable-dev-shm-usage',
      ...loopbackOnlyFlags,
      ...(process.getuid?.() === 0 ? ['--no-sandbox', '--no-zygote'] : []),
    ],
    protocolTimeout: 90_000,
  });
  return {
    browser,
    async page(viewport = { width: 1440, height: 900 }) {
      const page = await browser.newPage();
      await page.setViewport(viewport);
      return page;
    },
    close: () => browser.close(),
  };
}

export interface TestBrowser {
  browser: Browser;
  page(viewport?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}
