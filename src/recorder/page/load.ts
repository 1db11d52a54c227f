import type { HTTPResponse } from 'puppeteer-core';
import type { Logger } from '../../log.ts';
import {
  type BrowserSession,
  monotonicMs,
  settled,
  settlePage,
  throwIfCancelled,
  within,
} from '../browser/index.ts';
import { RecordingFault } from '../contract/fault.ts';
import { type Explain, faultOfNetworkError, faultOfResponse, timedOut } from './load-faults.ts';

export interface LoadOptions {
  /** Until the document must be there and parsed. Default 20,000. */
  timeoutMs?: number;
  /** Why the guard let a connection fail, by host: the browser itself only learns that the proxy said no. */
  explain?: Explain | undefined;
  signal?: AbortSignal | undefined;
  log: Logger;
}

export interface LoadedPage {
  /** After redirects. */
  url: string;
  title: string;
}

// A parsed page may load on for this long before we look at it as it is; many never fire `load`.
const loadEventMs = 5_000;
// Quiet means no request on its way for half a second. Pages that poll are never quiet; then this is enough.
const quietForMs = 500;
const quietWaitMs = 2_500;

/**
 * Opens `url` off camera and brings the page to rest: fonts and images there, lazy parts awakened, consent banners
 * refused, scrolled to the top. Takes at most about 20 s more than `timeoutMs`.
 * @throws RecordingFault whose message tells a user what is wrong with the page.
 */
export async function loadPage(
  session: BrowserSession,
  url: string,
  options: LoadOptions,
): Promise<LoadedPage> {
  const { tab, page } = session;
  const timeoutMs = options.timeoutMs ?? 20_000;
  throwIfCancelled(options.signal);
  const startedMs = monotonicMs();
  const response = await openDocument(session, url, timeoutMs, options.explain);
  // A change of the fragment alone has no answer.
  const answer = response && { status: response.status(), headers: response.headers() };
  const fault = answer && faultOfResponse(answer, url);
  if (fault) throw fault;
  await bringToRest(session);
  const title = (await tab.answer(page.title())).trim();
  options.log.info({ url: page.url(), tookMs: Math.round(monotonicMs() - startedMs) }, 'page loaded');
  return { url: page.url(), title };
}

async function openDocument(
  session: BrowserSession,
  url: string,
  timeoutMs: number,
  explain: Explain | undefined,
): Promise<HTTPResponse | null> {
  const { tab, page } = session;
  try {
    const opened = tab.fence.bypass(() => page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 }));
    return await tab.during(within(tab.loss.race(opened), timeoutMs, timedOut(url, timeoutMs)));
  } catch (cause) {
    if (cause instanceof RecordingFault) throw cause;
    throw faultOfNetworkError(cause, url, explain);
  }
}

/**
 * Off camera: follows a navigation that the page itself has begun (a link, a form) to its end.
 * @throws RecordingFault where it leads nowhere, as `loadPage` would.
 */
export async function followNavigation(session: BrowserSession, options: LoadOptions): Promise<void> {
  const { network } = session.tab;
  const timeoutMs = options.timeoutMs ?? 20_000;
  const parsed = until(async () => !network.navigating, timeoutMs);
  await session.tab.during(parsed);
  const { outcome } = network;
  if (outcome?.errorText) throw faultOfNetworkError(outcome.errorText, outcome.url, options.explain);
  if (network.navigating && outcome && outcome.status === null)
    throw new RecordingFault('timeout', timedOut(outcome.url, timeoutMs), { retryable: true });
  network.forgetNavigation();
  const { status, headers } = outcome ?? {};
  const fault = outcome && status && headers ? faultOfResponse({ status, headers }, outcome.url) : null;
  // A download is refused and changes nothing: the old page is still there and is filmed on.
  if (fault && fault.kind !== 'not_html') throw fault;
  await bringToRest(session);
}

/** Waits, off camera, until a freshly opened document is worth filming. Every wait in here ends by itself. */
export async function bringToRest(session: BrowserSession): Promise<void> {
  try {
    await restOnce(session);
  } catch (fault) {
    // The page went elsewhere while it was being looked at; a second such move is left to its own devices.
    if (fault instanceof RecordingFault) throw fault;
    await restOnce(session).catch((again: unknown) => {
      if (again instanceof RecordingFault) throw again;
    });
  }
}

async function restOnce({ tab }: BrowserSession): Promise<void> {
  const complete = until(() => tab.ask(() => document.readyState === 'complete'), loadEventMs);
  await tab.during(complete);
  await tab.answer(tab.mask.coverClosedTrees());
  // Scripts and <meta> refresh may lead elsewhere right after the first document is there.
  await tab.during(until(async () => !tab.network.navigating, loadEventMs));
  await tab.during(until(async () => tab.network.quietFor(quietForMs), quietWaitMs));
  await settlePage(tab);
}

async function until(holds: () => Promise<boolean>, deadlineMs: number): Promise<void> {
  const endMs = monotonicMs() + deadlineMs;
  while (monotonicMs() < endMs) {
    // A question asked while the document is being replaced is answered with an error; the next one is not.
    const answer = holds().catch((fault) => {
      if (fault instanceof RecordingFault) throw fault;
      return false;
    });
    if (!(await settled(answer, endMs - monotonicMs()))) return;
    if (await answer) return;
    await new Promise((done) => setTimeout(done, 25));
  }
}
