/**
 * The write hold: between `begin` and `end`, nothing that the page would write leaves the browser. `tab.ts` comes in, and whoever acts on
 * the page off camera by the tab. It speaks the DevTools protocol and knows no script.
 */
import { randomBytes } from 'node:crypto';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import type { Logger } from '../../../log.ts';
import type { HeldWrite } from '../../contract/held-write.ts';
import { monotonicMs, settled, within } from '../deadline.ts';
import type { NetworkWatch } from '../network.ts';
import { isReceipt, type LoadAnswer, LoadWrites } from './load-writes.ts';
import { isRead, isReport } from './read-request.ts';
import { SiteStorage } from './site-storage.ts';
import { SocketHold } from './socket-hold.ts';

// No request matches it. Interception has to be on before the page is loaded: of documents and workers that were there before, Chromium
// intercepts nothing.
const nothing = [{ urlPattern: 'showreel-nothing:*' }];
const everything = [{ urlPattern: '*' }];
// A page that does not answer for so long after a request probably waits for its answer and does nothing else.
const synchronousMs = 300;
const leaveMs = 3_000;

type Paused = Protocol.Fetch.RequestPausedEvent;

/**
 * Holds what the page would write while somebody acts on it off camera: requests that are no reads, from documents, frames and workers of
 * every kind, and messages over WebSockets. A held request is neither sent nor failed. To the page its server is slow, so that the page
 * neither shows an error nor takes back what it did. Only a page that saves its whole state, and is told no more than that it was saved, is told so. What the page stores in the browser is put back at the end.
 */
export class WriteHold {
  readonly #page: Page;
  readonly #network: NetworkWatch;
  readonly #log: Logger;
  /** Of the browser and not of the page: it also pauses what shared workers and service workers request. */
  #interception: CDPSession | null = null;
  #loadWrites: LoadWrites | null = null;
  #isLoading = false;
  #session: CDPSession | null = null;
  #sockets: SocketHold | null = null;
  #storage: SiteStorage | null = null;
  readonly #paused = new Map<string, Paused>();
  readonly #held: HeldWrite[] = [];
  #reports = 0;
  #beganMs = 0;
  /** The address of a page that is answered here, and has nothing in it. */
  #emptyPage: string | null = null;

  constructor(page: Page, network: NetworkWatch, log: Logger) {
    this.#page = page;
    this.#network = network;
    this.#log = log;
  }

  /** Everything that was held so far, in its order. */
  get held(): readonly HeldWrite[] {
    return this.#held;
  }

  /** How much was held so far. Reports of visits are not counted, because pages send them with any press. */
  get heldWrites(): number {
    return this.#held.length - this.#reports;
  }

  /** Call it before the page is loaded, because nothing that was there before can be held. It costs 1 ms a request. */
  async prepare(): Promise<void> {
    if (this.#interception) return;
    this.#interception = await this.#page.browser().target().createCDPSession();
    this.#interception.on('Fetch.requestPaused', (event) => this.#decide(event));
    await this.#interception.send('Fetch.enable', { patterns: nothing });
    this.#loadWrites = await LoadWrites.watch(this.#page);
  }

  async begin(): Promise<void> {
    if (this.#session) return;
    if (!this.#interception) throw new Error('The write hold has to be prepared before the page is loaded.');
    this.#beganMs = monotonicMs();
    this.#session = await this.#page.createCDPSession();
    await this.#loadWrites?.collect();
    await this.#interception.send('Fetch.enable', { patterns: everything });
    this.#sockets = new SocketHold(this.#page, (url) => this.#note('SEND', url, 'socket'));
    this.#storage = new SiteStorage(this.#page, this.#session);
    const kept = this.#storage.keep().catch((err: unknown) => {
      this.#log.warn({ err }, 'what the page stores could not be kept');
      return true;
    });
    await this.#sockets.begin();
    if (!(await kept)) this.#log.warn('the databases of the page are too large to be kept');
  }

  /**
   * Loads a page. What it writes by being loaded gets the answer that the same request got before the hold began, and is neither sent nor counted: a page
   * that waits for it would stay empty.
   */
  async whileLoading<T>(load: () => Promise<T>): Promise<T> {
    this.#isLoading = true;
    try {
      return await load();
    } finally {
      this.#isLoading = false;
    }
  }

  /**
   * Drops what is held and puts back what was stored. The tab shows an empty page of the same site afterwards, so that the page's own code
   * can neither send nor store anything on its way out. Load the page anew.
   */
  async end(): Promise<void> {
    const [session, storage] = [this.#session, this.#storage];
    if (!session || !storage) return;
    try {
      await this.#leave(session, storage.origin);
      await storage.putBack();
    } catch (err) {
      this.#log.warn({ err }, 'what the page has stored could not be put back');
      await settled(session.send('Page.navigate', { url: 'about:blank' }), leaveMs);
    } finally {
      await this.#release(session);
    }
  }

  /** Ends for good: nothing of the hold is left in the film. */
  async stop(): Promise<void> {
    await this.end();
    await this.#interception?.detach().catch(() => undefined);
    await this.#loadWrites?.close();
    this.#interception = this.#loadWrites = null;
  }

  /** Documents end here while the hold is still on: many applications save when they are left. */
  async #leave(session: CDPSession, origin: string): Promise<void> {
    this.#emptyPage = origin === 'null' ? null : `${origin}/${randomBytes(12).toString('hex')}`;
    const opened = session.send('Page.navigate', { url: this.#emptyPage ?? 'about:blank' });
    const { errorText } = await within(opened, leaveMs, 'The page cannot be left.');
    if (errorText) throw new Error(`The page cannot be left: ${errorText}.`);
  }

  async #release(session: CDPSession): Promise<void> {
    this.#emptyPage = null;
    const dropped = [...this.#paused.keys()].map((requestId) => this.#fail(requestId));
    await settled(Promise.all(dropped), leaveMs);
    this.#paused.clear();
    await this.#sockets?.end();
    await this.#interception?.send('Fetch.enable', { patterns: nothing }).catch(() => undefined);
    await session.detach().catch(() => undefined);
    this.#session = this.#sockets = this.#storage = null;
  }

  #decide(event: Paused): void {
    const { requestId, request } = event;
    if (request.url === this.#emptyPage) this.#answer('Fetch.fulfillRequest', emptyDocument(requestId));
    else if (isRead(request)) this.#answer('Fetch.continueRequest', { requestId });
    else {
      const answer = this.#loadWrites?.answerTo(request);
      if (answer && this.#isLoading) this.#answerAgain(event, answer);
      else if (answer && isReceipt(request, answer)) this.#acknowledge(event, answer);
      else this.#hold(event);
    }
  }

  /** An answer that the browser refuses would leave the request paused, and it would be sent when the hold ends. */
  async #answerAgain(event: Paused, answer: LoadAnswer): Promise<void> {
    const given = { requestId: event.requestId, ...answer };
    await this.#interception?.send('Fetch.fulfillRequest', given).catch(() => this.#hold(event));
  }

  /** Says again that a whole state was saved. It is a write all the same. */
  async #acknowledge(event: Paused, answer: LoadAnswer): Promise<void> {
    this.#noteRequest(event);
    const given = { requestId: event.requestId, ...answer };
    await this.#interception?.send('Fetch.fulfillRequest', given).catch(() => this.#keep(event));
  }

  #hold(event: Paused): void {
    this.#noteRequest(event);
    this.#keep(event);
  }

  #keep(event: Paused): void {
    const { requestId, resourceType, networkId } = event;
    // A page that waits for the next one would never come to rest, so it keeps the document it has.
    if (resourceType === 'Document') return void this.#fail(requestId);
    this.#paused.set(requestId, event);
    if (networkId !== undefined) this.#network.ignore(networkId);
    if (resourceType === 'XHR') void this.#failIfPageStands(requestId);
  }

  #noteRequest({ request, resourceType }: Paused): void {
    const isBeacon = resourceType === 'Ping' || isReport(request.url, this.#page.url());
    this.#note(
      request.method,
      request.url,
      resourceType === 'Document' ? 'form' : isBeacon ? 'beacon' : 'request',
    );
  }

  /** A synchronous request would stop the page for good, and nothing tells it from another one. */
  async #failIfPageStands(requestId: string): Promise<void> {
    const answer = this.#session?.send('Runtime.evaluate', { expression: '0' });
    if (!answer || (await settled(answer, synchronousMs))) return;
    this.#paused.delete(requestId);
    await this.#fail(requestId);
  }

  #fail(requestId: string): Promise<unknown> {
    return this.#answer('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  async #answer(method: 'Fetch.failRequest', given: Protocol.Fetch.FailRequestRequest): Promise<unknown>;
  async #answer(
    method: 'Fetch.fulfillRequest',
    given: Protocol.Fetch.FulfillRequestRequest,
  ): Promise<unknown>;
  async #answer(
    method: 'Fetch.continueRequest',
    given: Protocol.Fetch.ContinueRequestRequest,
  ): Promise<unknown>;
  async #answer(
    method: 'Fetch.failRequest' | 'Fetch.fulfillRequest' | 'Fetch.continueRequest',
    given: never,
  ): Promise<unknown> {
    // The page may have given the request up meanwhile, or the tab may be closed.
    return this.#interception?.send(method, given).catch(() => undefined);
  }

  #note(method: string, address: string, kind: HeldWrite['kind']): void {
    const { host, origin, pathname } = new URL(address);
    const url = origin === 'null' ? address.split(/[?#]/)[0]! : origin + pathname;
    const write = { method, url, kind, atMs: Math.round(monotonicMs() - this.#beganMs) };
    this.#held.push(write);
    if (kind === 'beacon') this.#reports++;
    this.#log.info({ method, host, kind }, 'a write was held back');
  }
}

const emptyDocument = (requestId: string): Protocol.Fetch.FulfillRequestRequest => ({
  requestId,
  responseCode: 200,
  responseHeaders: [
    { name: 'content-type', value: 'text/html' },
    { name: 'cache-control', value: 'no-store' },
  ],
  body: '',
});
