import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer-core';
import { AccessibilityTree, type FallbackReader } from './accessibility.ts';
import { within } from './deadline.ts';
import { Documents, type OpenDocument, type ReaderMethod } from './documents.ts';
import type { Reader } from './in-page/reader.ts';
import { graft, idSpan } from './merge-frames.ts';
import type { RawPage } from './view.ts';

/**
 * The planner's connection to a page. It consists of a reader of our own in an isolated world, where the page's scripts can
 * neither see nor change it, and of the browser's accessibility tree. Nothing here waits for a frame to be drawn, because off
 * camera none may ever be.
 */
export interface PageClient {
  readonly page: Page;
  /** Runs `method` of the in-page reader. Arguments and result are JSON. */
  call<M extends ReaderMethod>(method: M, ...given: Parameters<Reader[M]>): Promise<ReturnType<Reader[M]>>;
  /** Reads the page with the content of its frames, whatever site they are from. */
  read(): Promise<RawPage>;
  /** The path to the frame that an element is in, as scripts state it. Undefined for the page's own document. */
  wayTo(id: number): number[] | undefined;
  /** The page's own document and those of its frames. */
  readonly documents: Documents;
  readonly accessibility: AccessibilityTree;
  /** Puts a new reader into the page. Ids from before become invalid. */
  refresh(): Promise<void>;
  /** Waits until two readings in a row find the same page, for `deadlineMs` at most. */
  settle(deadlineMs: number): Promise<void>;
  navigate(url: string, deadlineMs: number): Promise<void>;
  /** Leaves the page for an empty one, of which nothing is read: it takes 10 ms, where `navigate` takes 220. */
  leave(deadlineMs: number): Promise<void>;
  /** The id of the present entry of the browser's history. */
  historyEntry(): Promise<number>;
  /** Goes back or on to an entry. Rejects where the history has it no longer. */
  goToEntry(id: number, deadlineMs: number): Promise<void>;
  close(): Promise<void>;
}
/** Short, so that a page at rest costs only about 0.1 s. A page that is still loading is read again and again. */
const pollMs = 40;
export async function openPageClient(page: Page, signal: AbortSignal): Promise<PageClient> {
  const cdp = await page.createCDPSession();
  const client = new ConnectedPage(page, cdp, signal);
  try {
    await client.refresh();
  } catch (fault) {
    await client.close();
    throw fault;
  }
  return client;
}

/** Methods whose first argument is the id of an element. */
const ofElement = /^(?:name|heard|isOnlyNamed|isThere|actOn)$/;

class ConnectedPage implements PageClient {
  readonly page: Page;
  readonly accessibility: AccessibilityTree;
  private readonly cdp: CDPSession;
  private readonly signal: AbortSignal;
  readonly documents: Documents;

  constructor(page: Page, cdp: CDPSession, signal: AbortSignal) {
    this.page = page;
    this.cdp = cdp;
    this.signal = signal;
    this.documents = new Documents(cdp, signal);
    this.accessibility = new AccessibilityTree(cdp, this.reader());
  }

  refresh(): Promise<void> {
    return this.documents.refresh();
  }

  async read(): Promise<RawPage> {
    const page = await this.call('read');
    return page.frames.length === 0 ? page : this.withFrames(page, await this.documents.openMain());
  }

  private async withFrames(page: RawPage, outer: OpenDocument): Promise<RawPage> {
    return this.documents.inFrames(page, page.frames, outer, async (whole, frame, opened) => {
      const inner = await this.documents.askFrame<RawPage>(opened.document, 'read');
      const content = await this.withFrames(inner, opened);
      // Where this frame is in another one, its ids are raised once more when that one is added.
      return graft(whole, content, frame, idSpan * (opened.index - outer.index));
    });
  }

  wayTo(id: number): number[] | undefined {
    const index = Math.floor(id / idSpan);
    return index === 0 ? undefined : this.documents.at(index)?.way;
  }

  async call<M extends ReaderMethod>(
    method: M,
    ...given: Parameters<Reader[M]>
  ): Promise<ReturnType<Reader[M]>> {
    const [id, ...rest] = given;
    if (!ofElement.test(method) || typeof id !== 'number')
      return this.documents.ask(this.documents.main, method, given);
    const document = this.documents.at(Math.floor(id / idSpan));
    if (!document) throw new Error(`Reading the page failed in ${method}: the frame is gone.`);
    return this.documents.ask(document, method, [id % idSpan, ...rest]);
  }

  private reader(): FallbackReader {
    return {
      handle: (id) => this.documents.handle(id, this.documents.main),
      isFramed: (id) => id >= idSpan,
      heard: (id) => this.call('heard', id),
      isOnlyNamed: (id, name, role) => this.call('isOnlyNamed', id, name, role ?? null),
    };
  }

  async settle(deadlineMs: number): Promise<void> {
    await this.comesToRest(deadlineMs);
  }

  /** Whether two readings in a row found the same page in time. The reader is in the present document then. */
  private async comesToRest(deadlineMs: number): Promise<boolean> {
    const endsAt = performance.now() + deadlineMs;
    let last = '';
    while (performance.now() < endsAt) {
      await sleep(pollMs, undefined, { signal: this.signal });
      const print = await this.print();
      if (print !== '' && print === last) return true;
      last = print;
    }
    return false;
  }

  /**
   * A short text of the page's state. Empty while a document is loading: the old one is gone, and the new one cannot be read
   * yet.
   */
  private async print(): Promise<string> {
    try {
      const print = await within(this.call('print'), 1000);
      return / (interactive|complete) /.test(print) ? print : '';
    } catch {
      this.signal.throwIfAborted();
      await within(this.refresh(), 1000).catch(() => undefined);
      return '';
    }
  }

  async navigate(url: string, deadlineMs: number): Promise<void> {
    const endsAt = performance.now() + deadlineMs;
    await this.open(url, deadlineMs);
    if (!(await this.comesToRest(Math.max(0, endsAt - performance.now())))) await this.refresh();
  }

  leave(deadlineMs: number): Promise<void> {
    return this.open('about:blank', deadlineMs);
  }

  private async open(url: string, deadlineMs: number): Promise<void> {
    const { errorText } = await within(this.cdp.send('Page.navigate', { url }), deadlineMs);
    if (errorText) throw new Error(`${url} could not be opened: ${errorText}.`);
  }

  async historyEntry(): Promise<number> {
    const { currentIndex, entries } = await within(this.cdp.send('Page.getNavigationHistory'), 1000);
    return entries[currentIndex]!.id;
  }

  async goToEntry(id: number, deadlineMs: number): Promise<void> {
    await within(this.cdp.send('Page.navigateToHistoryEntry', { entryId: id }), deadlineMs);
    await this.settle(deadlineMs);
  }

  async close(): Promise<void> {
    await this.cdp.detach().catch(() => undefined);
  }
}
