import type { Browser, CDPSession, ElementHandle, Page } from 'puppeteer-core';
import type { Logger } from '../../log.ts';
import { RecordingFault } from '../contract/fault.ts';
import type { Viewport } from '../contract/take-frame.ts';
import { presentCredentials } from '../guard/index.ts';
import { BeginFrameClock } from './clock/begin-frame.ts';
import type { FrameClock } from './clock/frame-clock.ts';
import { Screen } from './clock/screen.ts';
import { ScreencastClock } from './clock/screencast.ts';
import { within } from './deadline.ts';
import { Fence } from './fence.ts';
import { nameGenericFonts } from './generic-fonts.ts';
import { Mask } from './masking/mask.ts';
import { NetworkWatch } from './network.ts';
import { keepInOneTab } from './one-tab.ts';
import { keepWordsShort } from './short-words.ts';
import { TabLoss } from './tab-loss.ts';
import { WriteHold } from './write-hold/write-hold.ts';

const mobileAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/VERSION Mobile Safari/537.36';
const desktopAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/VERSION Safari/537.36';
// How long the page's own code may block its main thread before it is given up.
const answerMs = 10_000;

export interface TabOptions {
  viewport: Viewport;
  deviceScaleFactor: number;
  fps: number;
  beginFrame: boolean;
  credentials: { username: string; password: string } | undefined;
  /** Hands over the screenshot that an answer of the browser names. */
  takePicture: (name: string) => Buffer;
  signal: AbortSignal | undefined;
  log: Logger;
}

/** The one tab that is filmed, with its page, its clock, its screen, its policies for navigation and writing, its mask and its network watch. */
export class Tab {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly clock: FrameClock;
  readonly screen: Screen;
  readonly network: NetworkWatch;
  readonly fence: Fence;
  readonly writeHold: WriteHold;
  readonly mask: Mask;
  readonly log: Logger;
  /** Ends every wait when the tab is crashed, closed or cancelled. */
  readonly loss: TabLoss;
  readonly #blocked = new Set<string>();

  constructor(parts: {
    page: Page;
    cdp: CDPSession;
    clock: FrameClock;
    screen: Screen;
    network: NetworkWatch;
    fence: Fence;
    writeHold: WriteHold;
    mask: Mask;
    log: Logger;
    loss: TabLoss;
  }) {
    this.page = parts.page;
    this.cdp = parts.cdp;
    this.clock = parts.clock;
    this.screen = parts.screen;
    this.network = parts.network;
    this.fence = parts.fence;
    this.writeHold = parts.writeHold;
    this.mask = parts.mask;
    this.log = parts.log;
    this.loss = parts.loss;
  }

  /**
   * Off camera: draws frames until `work` settles. For work that needs a running page (a planner that reads it, a navigation).
   */
  during<T>(work: Promise<T>): Promise<T> {
    return this.clock.during(work);
  }

  /** Runs `inPage` in the page. It must not wait for a frame: no requestAnimationFrame, no IntersectionObserver. */
  ask<A extends unknown[], R>(inPage: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const answer = this.page.evaluate(inPage as (...args: unknown[]) => R, ...args);
    return this.answer(answer);
  }

  /** Runs `inPage` in the page with `element` as its first argument, under the same rule as `ask`. */
  askOf<E extends Element, A extends unknown[], R>(
    element: ElementHandle<E>,
    inPage: (element: E, ...args: A) => R,
    ...args: A
  ): Promise<Awaited<R>> {
    const answer = element.evaluate(inPage as (element: Node, ...args: unknown[]) => R, ...args);
    return this.answer(answer as Promise<Awaited<R>>);
  }

  /** From now on the browser fails requests for these addresses at once. */
  async block(urls: readonly string[]): Promise<void> {
    for (const url of urls) this.#blocked.add(url);
    await this.answer(this.cdp.send('Network.setBlockedURLs', { urls: [...this.#blocked] }));
  }

  get blocked(): ReadonlySet<string> {
    return this.#blocked;
  }

  /** Awaits an answer of the browser, with a deadline: a hostile page may never let it answer. */
  answer<T>(work: Promise<T>, withinMs = answerMs): Promise<T> {
    const late = 'The page does not answer: its own code keeps it busy.';
    return this.loss.race(within(work, withinMs, late, 'page_crashed'));
  }
}

/** Prepares `page` for filming. Call it before the page has loaded anything. */
export async function openTab(browser: Browser, page: Page, options: TabOptions): Promise<Tab> {
  const { viewport, deviceScaleFactor, fps, log } = options;
  const cdp = await page.createCDPSession();
  const loss = watchForLoss(page, cdp, options.signal);
  const screen = new Screen(cdp, viewport, deviceScaleFactor);
  const network = new NetworkWatch();
  const { frameTree } = await cdp.send('Page.getFrameTree');
  await cdp.send('Page.enable');
  await network.attach(cdp, frameTree.frame.id);
  // A service worker's own requests would bypass the network watch, and a service worker of an earlier page would answer in place
  // of the network.
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  await screen.show(screen.whole);
  await emulate(browser, cdp, viewport);
  await nameGenericFonts(page, cdp);
  if (options.credentials) await presentCredentials(cdp, options.credentials);
  const fence = new Fence(cdp, frameTree.frame.id, log);
  page.on('dialog', (dialog) => {
    log.info({ kind: dialog.type() }, 'dialog dismissed');
    const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answered.catch(() => undefined);
  });
  await keepInOneTab(browser, page, log);
  await keepWordsShort(page);
  const clock = options.beginFrame
    ? new BeginFrameClock(cdp, {
        screen,
        fps,
        loss,
        takePicture: options.takePicture,
        isWaiting: () => isWaiting(network, page),
        isNavigating: () => network.navigating,
        log,
      })
    : new ScreencastClock(cdp, screen, fps, loss);
  const writeHold = new WriteHold(page, network, log);
  return new Tab({
    page,
    cdp,
    clock,
    screen,
    network,
    fence,
    writeHold,
    mask: new Mask(page, cdp),
    log,
    loss,
  });
}

// An answer often makes the page send the next request within this time.
const followUpRequestMs = 60;

/** Messages over an open connection and from a worker thread arrive in real time, whatever the page's clock says. */
const isWaiting = (network: NetworkWatch, page: Page) =>
  network.hasOpenConnection || page.workers().length > 0 || !network.quietFor(followUpRequestMs);

async function emulate(browser: Browser, cdp: CDPSession, viewport: Viewport): Promise<void> {
  const version = (await browser.version()).split('/')[1] ?? '';
  const major = version.split('.')[0] ?? '';
  const { isMobile } = viewport;
  await cdp.send('Emulation.setUserAgentOverride', {
    userAgent: (isMobile ? mobileAgent : desktopAgent).replace('VERSION', `${major}.0.0.0`),
    acceptLanguage: 'en-US,en',
    platform: isMobile ? 'Linux armv81' : 'Linux x86_64',
    userAgentMetadata: {
      brands: [
        { brand: 'Chromium', version: major },
        { brand: 'Not)A;Brand', version: '99' },
      ],
      platform: isMobile ? 'Android' : 'Linux',
      platformVersion: isMobile ? '15' : '',
      architecture: isMobile ? '' : 'x86',
      model: isMobile ? 'Pixel 9' : '',
      mobile: isMobile,
    },
  });
  if (isMobile) await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  // The window never has the focus. Without this emulation, focus rings and text carets are not drawn.
  await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true });
}

function watchForLoss(page: Page, cdp: CDPSession, signal: AbortSignal | undefined): TabLoss {
  const loss = new TabLoss();
  const crashed = () =>
    loss.declare(
      new RecordingFault('page_crashed', 'The page crashed while it was being filmed.', { retryable: true }),
    );
  cdp.on('Inspector.targetCrashed', crashed);
  page.on('error', crashed);
  page.on('close', crashed);
  const cancelled = () => loss.declare(new RecordingFault('cancelled', 'The recording was cancelled.'));
  if (signal?.aborted) cancelled();
  signal?.addEventListener('abort', cancelled, { once: true });
  return loss;
}
