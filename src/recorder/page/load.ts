/**
 * Pages before and beside the film: loading one until it can be filmed, why one cannot be loaded (`load-faults`), and removing hidden
 * words from what is told of one (`redact`). `index`, `sign-in` and the drive come in. It touches the page through `browser`.
 */
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
import { waitUntilQuiet } from './quiet.ts';
import { openWithoutSilentParts } from './silent-parts.ts';

export interface LoadOptions {
  /** How long the document may take until it is there and parsed. Default 20,000. */
  timeoutMs?: number;
  /** Why the guard refused or lost a connection to a host. The browser learns only that the proxy gave an error. */
  explain?: Explain | undefined;
  signal?: AbortSignal | undefined;
  log: Logger;
}

export interface LoadedPage {
  /** The address after all redirects. */
  url: string;
  title: string;
}

// How long a parsed page may take to fire `load`. Many pages never do, and are filmed as they are.
const loadEventMs = 5_000;

/**
 * Opens `url` off camera, and waits until the page is ready to be filmed: fonts, images and lazy parts are loaded, consent banners are
 * refused, and the page is scrolled to its top. Takes at most about 20 s more than `timeoutMs`.
 * @throws RecordingFault whose message tells the user what is wrong with the page
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
  const response = await openDocument(session, url, timeoutMs, options);
  // There is no response where only the fragment of the address changes.
  const answer = response && { status: response.status(), headers: response.headers() };
  const fault = answer && faultOfResponse(answer, url);
  if (fault) throw fault;
  await waitUntilReady(session);
  // A page's title may be of any length. It is cut before it travels.
  const title = (await tab.ask((length) => document.title.slice(0, length), longestTitle)).trim();
  options.log.info({ url: page.url(), tookMs: Math.round(monotonicMs() - startedMs) }, 'page loaded');
  return { url: page.url(), title };
}

/** In characters. */
const longestTitle = 1_000;

async function openDocument(
  session: BrowserSession,
  url: string,
  timeoutMs: number,
  { explain, log }: LoadOptions,
): Promise<HTTPResponse | null> {
  const { tab, page } = session;
  const endMs = monotonicMs() + timeoutMs;
  const open = () =>
    tab.loss.race(tab.fence.bypass(() => page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 })));
  try {
    const opened = openWithoutSilentParts(tab, open, { endMs, log });
    return await tab.during(within(opened, timeoutMs, timedOut(url, timeoutMs)));
  } catch (cause) {
    if (cause instanceof RecordingFault) throw cause;
    throw faultOfNetworkError(cause, url, explain);
  }
}

/**
 * Waits off camera for the end of a navigation that the page has begun (by a link or a form), and until the new page is ready.
 * @throws RecordingFault where no page comes, as `loadPage` does
 */
export async function followNavigation(session: BrowserSession, options: LoadOptions): Promise<void> {
  const { network } = session.tab;
  const timeoutMs = options.timeoutMs ?? 20_000;
  await session.tab.during(arrival(session, timeoutMs, options));
  const { outcome } = network;
  if (outcome?.errorText) throw faultOfNetworkError(outcome.errorText, outcome.url, options.explain);
  if (network.navigating && outcome && outcome.status === null)
    throw new RecordingFault('timeout', timedOut(outcome.url, timeoutMs), { retryable: true });
  network.forgetNavigation();
  const { status, headers } = outcome ?? {};
  const fault = outcome && status && headers ? faultOfResponse({ status, headers }, outcome.url) : null;
  // The browser refuses downloads. The old page is still there, and the film goes on with it.
  if (fault && fault.kind !== 'not_html') throw fault;
  await waitUntilReady(session);
}

/**
 * Waits for the document that is on its way. Where it waits for what does not come, it is asked for anew without that. What a form was sent to
 * is not: that would send the form twice.
 */
async function arrival(
  { tab, page }: BrowserSession,
  timeoutMs: number,
  { log }: LoadOptions,
): Promise<void> {
  const { network } = tab;
  const endMs = monotonicMs() + timeoutMs;
  const come = () => until(async () => !network.navigating, endMs - monotonicMs());
  let isFirst = true;
  const open = async () => {
    const address = isFirst || network.outcome?.method !== 'GET' ? null : network.outcome.url;
    isFirst = false;
    if (address === null) return come();
    // Where it fails, the outcome tells why.
    const opened = tab.fence.bypass(() => page.goto(address, { waitUntil: 'domcontentloaded', timeout: 0 }));
    await settled(opened, endMs - monotonicMs());
  };
  await openWithoutSilentParts(tab, open, { endMs, log });
}

/** Waits off camera until a new document is ready to be filmed. Every wait in here has a limit. */
export async function waitUntilReady(session: BrowserSession): Promise<void> {
  try {
    await waitOnce(session);
  } catch (fault) {
    // The page has navigated by itself meanwhile. The new page is awaited; if that one navigates as well, it is filmed as it is.
    if (fault instanceof RecordingFault) throw fault;
    await waitOnce(session).catch((again: unknown) => {
      if (again instanceof RecordingFault) throw again;
    });
  }
}

async function waitOnce({ tab }: BrowserSession): Promise<void> {
  const complete = until(() => tab.ask(() => document.readyState === 'complete'), loadEventMs);
  await tab.during(complete);
  await tab.answer(tab.mask.coverClosedTrees());
  // A script or a <meta> refresh may navigate as soon as the first document is there.
  await tab.during(until(async () => !tab.network.navigating, loadEventMs));
  await waitUntilQuiet(tab);
  await settlePage(tab);
}

async function until(holds: () => Promise<boolean>, deadlineMs: number): Promise<void> {
  const endMs = monotonicMs() + deadlineMs;
  while (monotonicMs() < endMs) {
    // A document that is being replaced answers with an error. The next question reaches the new one.
    const answer = holds().catch((fault) => {
      if (fault instanceof RecordingFault) throw fault;
      return false;
    });
    if (!(await settled(answer, endMs - monotonicMs()))) return;
    if (await answer) return;
    await new Promise((done) => setTimeout(done, 25));
  }
}
