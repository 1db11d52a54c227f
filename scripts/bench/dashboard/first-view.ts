/**
 * The first view of the dashboard, as a newcomer gets it: the size of what is loaded, compressed, and the time until the line that
 * asks for a page can be filled. Each in a fresh tab: on this machine, from the browser's cache, and as on a phone.
 */
import { type CDPSession, type Page, PredefinedNetworkConditions } from 'puppeteer-core';
import { type TestBrowser, testBrowser } from '../../../test/support/browser.ts';
import { serveApi } from '../api/process.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median } from '../race.ts';
import { withServer } from '../server.ts';
import { benchFullList } from './full-list.ts';

const rounds = 7;

export const benchDashboard = (): Promise<Figure[]> =>
  withServer(4, async (server) => {
    const api = await serveApi(server, { SHOWREEL_RATE_LIMITS: 'false' });
    const browser = await testBrowser();
    try {
      const cookie = await signUp(api.baseUrl);
      const views: Record<'cold' | 'cached' | 'phone', View[]> = { cold: [], cached: [], phone: [] };
      for (let round = 0; round < rounds; round++) {
        const [cold, cached] = await visit(browser, api.baseUrl, cookie, { isPhone: false });
        views.cold.push(cold);
        views.cached.push(cached);
        views.phone.push((await visit(browser, api.baseUrl, cookie, { isPhone: true }))[0]);
      }
      const newPage = () => signedIn(browser, cookie);
      return [
        ...figures(views),
        ...(await benchFullList(server.sql, { baseUrl: api.baseUrl, cookie, newPage })),
      ];
    } finally {
      await browser.close();
      await api.stop();
    }
  });

interface View {
  scriptBytes: number;
  styleBytes: number;
  readyMs: number;
}

async function signUp(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: 'only for the bench' }),
  });
  if (!answer.ok) throw new Error(`nobody was signed up: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
}

/** Two views of a fresh tab: with an empty cache, and again. */
async function visit(
  browser: TestBrowser,
  baseUrl: string,
  cookie: string,
  { isPhone }: { isPhone: boolean },
): Promise<[View, View]> {
  const page = await signedIn(browser, cookie);
  try {
    if (isPhone) {
      await page.setViewport({ width: 390, height: 844, isMobile: true });
      await page.emulateCPUThrottling(4);
      await page.emulateNetworkConditions(PredefinedNetworkConditions['Fast 3G']);
    }
    const wire = await page.createCDPSession();
    return [await view(page, wire, baseUrl), await view(page, wire, baseUrl)];
  } finally {
    await page.browserContext().close();
  }
}

/** A fresh tab with an empty cache. */
async function signedIn({ browser }: TestBrowser, cookie: string): Promise<Page> {
  const context = await browser.createBrowserContext();
  const [name, value] = cookie.split('=', 2) as [string, string];
  await context.setCookie({ name, value: decodeURIComponent(value), domain: '127.0.0.1', path: '/' });
  return context.newPage();
}

async function view(page: Page, wire: CDPSession, baseUrl: string): Promise<View> {
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  const onAnswer = ({ requestId, type }: { requestId: string; type: string }) =>
    void kinds.set(requestId, type);
  const onEnd = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    const kind = kinds.get(requestId) ?? '';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  };
  wire.on('Network.responseReceived', onAnswer);
  wire.on('Network.loadingFinished', onEnd);
  await wire.send('Network.enable');
  const sinceMs = performance.now();
  await page.goto(baseUrl, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('#prompt');
  const readyMs = performance.now() - sinceMs;
  wire.off('Network.responseReceived', onAnswer);
  wire.off('Network.loadingFinished', onEnd);
  return { scriptBytes: bytes.Script ?? 0, styleBytes: bytes.Stylesheet ?? 0, readyMs };
}

function figures({ cold, cached, phone }: Record<'cold' | 'cached' | 'phone', View[]>): Figure[] {
  const figure = figuresOf('dashboard');
  const middle = (views: View[], member: keyof View) => median(views.map((one) => one[member]));
  return [
    figure('first view, script, compressed (at most 200)', middle(cold, 'scriptBytes') / 1024, 'KB'),
    figure('first view, style, compressed', middle(cold, 'styleBytes') / 1024, 'KB'),
    figure('first view until it can be filled in', middle(cold, 'readyMs'), 'ms'),
    figure('the same from the cache', middle(cached, 'readyMs'), 'ms'),
    figure('the same on a phone (processor ÷ 4, fast 3G)', middle(phone, 'readyMs'), 'ms'),
  ];
}
