import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { until } from '../../support/within.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from './recording-browser.ts';

let site: TestSite;
let browser: RecordingBrowser;
const reached: string[] = [];

beforeAll(async () => {
  const routes: Parameters<typeof serveSite>[1] = {
    '/away': (request, response) => {
      reached.push(`${request.method} ${request.headers.host?.split(':')[0]}`);
      html('<title>Away</title><h1>Another site</h1>')(request, response);
    },
    '/next': html('<title>Next</title><h1>Next page</h1>'),
    '/frame': html('<title>Frame</title><p>Framed</p>'),
  };
  site = await serveSite('none', routes);
  // The same server under a host name that counts as another site.
  const other = site.url.replace('127.0.0.1', 'localhost');
  const away = `${other}/away`;
  routes['/partner'] = (_, response) => response.writeHead(302, { location: away }).end();
  routes['/back'] = (_, response) => response.writeHead(302, { location: `${other}/home` }).end();
  routes['/home'] = (_, response) => response.writeHead(302, { location: `${site.url}/` }).end();
  routes['/'] =
    html(`<!doctype html><title>Home</title><a id="link" href="${away}">Link</a> <a id="redirect" href="/partner">Partner</a>
    <button id="script" onclick="location.href='${away}'">Continue</button> <button id="window" onclick="window.open('${away}')">Open</button>
    <form method="post" action="${away}"><button id="form">Send</button></form> <a id="next" href="/next">Next</a>
    <iframe src="${other}/frame"></iframe>`);
  browser = await openRecordingBrowser();
  await loadPage(browser.session, `${site.url}/`, { log });
  await browser.session.tab.fence.keepInside((url) => URL.parse(url)?.hostname === '127.0.0.1');
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => {
  reached.length = 0;
  await loadPage(browser.session, `${site.url}/`, { log });
});

/** Presses, waits for what comes of it, and tells the title then. */
async function press(selector: string, isDone: () => boolean | Promise<boolean>) {
  const { tab, page } = browser.session;
  await tab.ask((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
  await tab.during(until(isDone, 60_000));
  await tab.during(until(() => !tab.network.navigating, 60_000));
  // Time for what must not come.
  await tab.during(sleep(400));
  return page.title();
}

test.each(['#link', '#redirect', '#script', '#window', '#form'])(
  '%s does not lead off the site',
  async (selector) => {
    const { fence } = browser.session.tab;
    const before = fence.blockedHosts.length;
    expect(await press(selector, () => fence.blockedHosts.length > before)).toBe('Home');
    expect(browser.session.tab.network.navigating).toBe(false);
    expect(reached).toEqual([]);
  },
);

test('pages of the site open, frames of other sites are shown, and an address that we open may redirect over other sites', async () => {
  const { page } = browser.session;
  const framed = page.frames().map((frame) => frame.title());
  expect(await Promise.all(framed)).toEqual(['Home', 'Frame']);
  // A page that is being left has no title for a moment.
  const isThere = async () => (await page.title().catch(() => '')) === 'Next';
  expect(await press('#next', isThere)).toBe('Next');
  const loaded = await loadPage(browser.session, `${site.url}/back`, { log });
  expect(loaded).toEqual({ url: `${site.url}/`, title: 'Home' });
});
