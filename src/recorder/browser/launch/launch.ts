/**
 * Launching: finds the Chromium to run, starts its process in a private folder, and opens the tab in it. `browser/index` comes
 * in. It may start processes, write into its own temporary folder, and open the DevTools pipe. The browser gets nothing of our
 * environment.
 */
import type { Browser, Page } from 'puppeteer-core';
import { RecordingFault } from '../../contract/fault.ts';
import { defaultLimits, overLimit, type PageLimits } from '../../contract/limits.ts';
import { throwIfCancelled, within } from '../deadline.ts';
import { watchFolder } from '../limits/folder-watch.ts';
import { watchTree } from '../limits/tree-watch.ts';
import { openTab, type Tab } from '../tab.ts';
import { type Executable, findExecutable } from './executable.ts';
import type { LaunchOptions } from './options.ts';
import { startProcess } from './process.ts';

export interface BrowserSession {
  readonly tab: Tab;
  /** The puppeteer page of `tab`. */
  readonly page: Page;
  readonly pid: number;
  /** Kills the browser with all its processes and removes its files. It may be called twice, and after any fault. */
  close(): Promise<void>;
}

/**
 * Below a factor of 0.5, Chromium makes the layout narrower and cuts off its right edge. The compositor scales the picture down
 * instead.
 */
const minDeviceScaleFactor = 0.5;

/**
 * Starts a browser and opens the tab to film in it. A browser that cannot draw on demand is started again and filmed in real
 * time. When `signal` aborts, the browser is closed.
 */
export async function launchBrowser(given: LaunchOptions): Promise<BrowserSession> {
  const options = { ...given, deviceScaleFactor: Math.max(minDeviceScaleFactor, given.deviceScaleFactor) };
  throwIfCancelled(options.signal);
  const executable = options.executable ?? (await findExecutable(options.chromiumPath));
  if (options.frames !== 'screencast') {
    const session = await openSession(executable, options, true);
    if (session) return session;
    options.log.warn('this browser cannot draw on demand: filming in real time instead');
  }
  const session = await openSession(executable, options, false);
  if (!session) throw new RecordingFault('browser', 'The browser could not open a tab.', { retryable: true });
  return session;
}

/** @returns null when `beginFrame` was asked for and this browser cannot draw on demand. */
async function openSession(
  executable: Executable,
  options: LaunchOptions,
  beginFrame: boolean,
): Promise<BrowserSession | null> {
  const started = await startProcess(executable, options, beginFrame);
  const onAbort = () => void started.close();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  let fault: RecordingFault | null = null;
  let tab = null as Tab | null;
  const limits = options.limits ?? defaultLimits;
  const endFor = (limit: keyof PageLimits) => {
    if (fault) return;
    fault = overLimit(limit, limits);
    options.log.warn({ limit, limits }, 'the browser is killed: its page is over a limit');
    tab?.loss.declare(fault);
    options.onOverLimit?.(fault);
    void started.close();
  };
  started.pipe.onTooLong = () => endFor('messageBytes');
  const watch = (options.watch ?? watchTree)(started.pid, limits, endFor);
  const folderWatch = watchFolder(started.folder, limits.diskBytes, () => endFor('diskBytes'));
  const close = async () => {
    options.signal?.removeEventListener('abort', onAbort);
    watch.stop();
    folderWatch.stop();
    await started.close();
  };
  try {
    throwIfCancelled(options.signal);
    const page = await openPage(started.browser, options.viewport, beginFrame);
    if (page === null) {
      await close();
      return null;
    }
    await denyDownloads(started.browser);
    let requests = 0;
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && ++requests > limits.requests) endFor('requests');
    });
    const { proxy } = options;
    const credentials =
      proxy?.username === undefined
        ? undefined
        : { username: proxy.username, password: proxy.password ?? '' };
    tab = await openTab(started.browser, page, {
      viewport: options.viewport,
      deviceScaleFactor: options.deviceScaleFactor,
      fps: options.fps ?? 30,
      beginFrame,
      credentials,
      takePicture: (name) => started.pipe.takePicture(name),
      signal: options.signal,
      log: options.log,
    });
    await tab.mask.install(options.maskSelectors);
    return { tab, page, pid: started.pid, close };
  } catch (error) {
    await close();
    throwIfCancelled(options.signal);
    throw fault ?? error;
  }
}

async function openPage(
  browser: Browser,
  size: { width: number; height: number },
  beginFrame: boolean,
): Promise<Page | null> {
  if (!beginFrame) return (await browser.pages())[0] ?? (await browser.newPage());
  try {
    const root = await browser.target().createCDPSession();
    const { width, height } = size;
    const parameters = { url: 'about:blank', width, height, enableBeginFrameControl: true };
    const created = await root.send('Target.createTarget', parameters);
    const target = await browser.waitForTarget(
      (candidate) => '_targetId' in candidate && candidate._targetId === created.targetId,
      { timeout: 10_000 },
    );
    const page = await target.page();
    if (page === null) return null;
    const probe = await page.createCDPSession();
    const drawn = probe.send('HeadlessExperimental.beginFrame', {
      frameTimeTicks: Number(process.hrtime.bigint()) / 1e6,
      interval: 1000 / 30,
    });
    await within(drawn, 5_000, 'No frame came.');
    await probe.detach();
    return page;
  } catch {
    return null;
  }
}

async function denyDownloads(browser: Browser): Promise<void> {
  const root = await browser.target().createCDPSession();
  await root.send('Browser.setDownloadBehavior', { behavior: 'deny' });
  await root.detach();
}
