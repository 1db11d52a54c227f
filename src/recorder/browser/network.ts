import type { CDPSession } from 'puppeteer-core';
import { monotonicMs } from './deadline.ts';

// Requests that stay open as long as the page lives, or that no page waits for.
const neverAwaited = new Set(['WebSocket', 'EventSource', 'Ping', 'Media', 'CSPViolationReport', 'Prefetch']);

export interface DocumentOutcome {
  url: string;
  status: number | null;
  /** By their names in lower case. */
  headers: Record<string, string>;
  /** Chromium's name for what went wrong, `net::ERR_…`. */
  errorText: string | null;
}

/**
 * Watches what the tab still waits for on the network. `navigating` is true from the moment the main frame requests a new
 * document until that document is parsed, or until it is known that the document will not come.
 */
export class NetworkWatch {
  #inflight = new Map<string, number>();
  #lastActivityMs = monotonicMs();
  #documentRequest: string | null = null;
  #committed = false;
  #documents = 0;
  #outcome: DocumentOutcome | null = null;
  #hasOpenConnection = false;
  #ignored = new Set<string>();

  async attach(cdp: CDPSession, mainFrameId: string): Promise<void> {
    cdp.on('Network.requestWillBeSent', (event) => {
      if (event.type === 'Document' && event.frameId === mainFrameId) {
        this.#documentRequest = event.requestId;
        this.#committed = false;
        this.#inflight.clear();
        this.#hasOpenConnection = false;
        this.#outcome = { url: event.request.url, status: null, headers: {}, errorText: null };
      }
      if (event.type === 'EventSource') this.#hasOpenConnection = true;
      if (neverAwaited.has(event.type ?? '') || event.request.url.startsWith('data:')) return;
      if (this.#ignored.has(event.requestId)) return;
      this.#inflight.set(event.requestId, monotonicMs());
      this.#lastActivityMs = monotonicMs();
    });
    cdp.on('Network.webSocketCreated', () => {
      this.#hasOpenConnection = true;
    });
    const finish = (requestId: string) => {
      if (this.#inflight.delete(requestId)) this.#lastActivityMs = monotonicMs();
    };
    cdp.on('Network.loadingFinished', (event) => finish(event.requestId));
    cdp.on('Network.loadingFailed', (event) => {
      finish(event.requestId);
      // A download or an answer without content (204) ends as a failed load, and the old document stays.
      if (event.requestId !== this.#documentRequest || this.#committed) return;
      this.#documentRequest = null;
      if (this.#outcome && !event.canceled && event.errorText !== 'net::ERR_ABORTED')
        this.#outcome.errorText = event.errorText;
    });
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      if (requestId !== this.#documentRequest || !this.#outcome) return;
      this.#outcome.status = response.status;
      this.#outcome.headers = lowerCased(response.headers);
    });
    cdp.on('Page.frameNavigated', (event) => {
      if (event.frame.id !== mainFrameId) return;
      this.#committed = true;
      this.#documents++;
    });
    cdp.on('Page.domContentEventFired', () => {
      if (this.#committed) this.#documentRequest = null;
    });
    await cdp.send('Network.enable');
  }

  /** The outcome of the main frame's latest request for a document. */
  get outcome(): DocumentOutcome | null {
    return this.#outcome;
  }

  /** Whether the document has opened a WebSocket or an event stream. */
  get hasOpenConnection(): boolean {
    return this.#hasOpenConnection;
  }

  get navigating(): boolean {
    return this.#documentRequest !== null;
  }

  /** Does not wait for a request, which may be under way or is just being sent. */
  ignore(requestId: string): void {
    this.#ignored.add(requestId);
    this.#inflight.delete(requestId);
  }

  /** How many documents the main frame has shown. A fast document can arrive and be parsed between two reads of `navigating`. */
  get documents(): number {
    return this.#documents;
  }

  /** Ends `navigating` for a document that never finishes parsing. */
  forgetNavigation(): void {
    this.#documentRequest = null;
  }

  /** True when a request that began at or after `sinceMs` (monotonic) is not answered yet. */
  waitingSince(sinceMs: number): boolean {
    for (const startedMs of this.#inflight.values()) if (startedMs >= sinceMs) return true;
    return false;
  }

  /** True when no request was under way for the last `ms`. */
  quietFor(ms: number): boolean {
    return this.#inflight.size === 0 && monotonicMs() - this.#lastActivityMs >= ms;
  }
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
