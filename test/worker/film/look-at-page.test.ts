import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { seePage } from '../../../src/worker/film/page/look-at-page.ts';
import {
  log,
  openRecordingBrowser,
  type RecordingBrowser,
} from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let browser: RecordingBrowser;
beforeAll(async () => {
  const bar = `<!doctype html><title>Bar</title><style>body{margin:0;height:2400px}
    i{position:fixed;top:0;left:0;right:0;height:80px;background:#000;transition:background .6s linear}.far i{background:#fff}</style>
    <i></i><h1>Below</h1><script>addEventListener('scroll', () => document.body.classList.toggle('far', scrollY > 50))</script>`;
  site = await serveSite('none', { '/': html(bar) });
  browser = await openRecordingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('a picture of a page waits for what scrolling has set in motion', async () => {
  const { session } = browser;
  await loadPage(session, `${site.url}/`, { log });
  const { picture } = await seePage(session, new AbortController().signal);
  const { width = 0 } = await sharp(picture).metadata();
  const screen = await session.page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  // In the middle of the bar of the second screen, which was black on the first.
  const top = Math.round(((screen.height + 40) * width) / screen.width);
  const [grey] = await sharp(picture)
    .extract({ left: 300, top, width: 1, height: 1 })
    .greyscale()
    .raw()
    .toBuffer();
  expect(grey).toBeGreaterThan(240);
});
