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
      // Pages share a renderer process: with one for each, ten pages took 7.6 s of a slow machine's processors in place of 3.7.
      '--renderer-process-limit=1',
      ...loopbackOnlyFlags,
      ...(process.getuid?.() === 0 ? ['--no-sandbox', '--no-zygote'] : []),
    ],
    timeout: 120_000,
    protocolTimeout: patienceMs,
  });
  return {
    browser,
    async page(viewport = { width: 1440, height: 900 }) {
      const page = patient(await browser.newPage());
      await page.setViewport(viewport);
      return page;
    },
    close: () => browser.close(),
  };
}

/** Gives a page the time that a busy machine takes. Of its own, puppeteer gives up after 30 s. */
export function patient(page: Page): Page {
  page.setDefaultTimeout(patienceMs);
  return page;
}
const patienceMs = 90_000;

export interface TestBrowser {
  browser: Browser;
  page(viewport?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}
