import type { CDPSession } from 'puppeteer-core';
import { monotonicMs } from './deadline.ts';

// Requests that stay open as long as the page lives, or that no page waits for.
const neverAwaited = new Set(['WebSocket', 'EventSource', 'Ping', 'Media', 'CSPViolationReport', 'Prefetch']);
// Chromium ends a fetch only when the page has read the answer's body, and many pages never read it. An answer of which nothing
// has come for this time counts as read.
const unreadBodyMs = 150;

export interface DocumentOutcome {
  url: string;
  /** Of the request, in upper case. */
  method: string;
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
  /** When the last part of the answer to a fetch came, by request. */
  #answeredMs = new Map<string, number>();
  #lastActivityMs = monotonicMs();
  #documentRequest: string | null = null;
  #committed = false;
  #documents = 0;
  #outcome: DocumentOutcome | null = null;
  #hasOpenConnection = false;
  #ignored = new Set<string>();
  /** Scripts and style sheets of the main frame that are not there yet, and when their last part came, by request. */
  #partsUnderWay = new Map<string, { url: string; lastMs: number }>();

  async attach(cdp: CDPSession, mainFrameId: string): Promise<void> {
    cdp.on('Network.requestWillBeSent', (event) => {
      if (event.type === 'Document' && event.frameId === mainFrameId) {
        this.#documentRequest = event.requestId;
        this.#committed = false;
        this.#inflight.clear();
        this.#answeredMs.clear();
        this.#partsUnderWay.clear();
        this.#hasOpenConnection = false;
        const { url, method } = event.request;
        this.#outcome = { url, method, status: null, headers: {}, errorText: null };
      }
      if (event.type === 'EventSource') this.#hasOpenConnection = true;
      if (/^(?:Script|Stylesheet)$/.test(event.type ?? '') && event.frameId === mainFrameId)
        this.#partsUnderWay.set(event.requestId, { url: event.request.url, lastMs: monotonicMs() });
      if (neverAwaited.has(event.type ?? '') || event.request.url.startsWith('data:')) return;
      if (this.#ignored.has(event.requestId)) return;
      this.#inflight.set(event.requestId, monotonicMs());
      this.#lastActivityMs = monotonicMs();
    });
    cdp.on('Network.webSocketCreated', () => {
      this.#hasOpenConnection = true;
    });
    const finish = (requestId: string) => {
      this.#answeredMs.delete(requestId);
      this.#partsUnderWay.delete(requestId);
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
    const heardOf = (requestId: string) => {
      const part = this.#partsUnderWay.get(requestId);
      if (part) part.lastMs = monotonicMs();
    };
    cdp.on('Network.dataReceived', ({ requestId }) => {
      heardOf(requestId);
      if (this.#answeredMs.has(requestId)) this.#answeredMs.set(requestId, monotonicMs());
    });
    cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
      heardOf(requestId);
      if (type === 'Fetch' && this.#inflight.has(requestId)) this.#answeredMs.set(requestId, monotonicMs());
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

  /** The addresses of the document's scripts and style sheets of which nothing has come for `ms`. Its parser may wait for them. */
  silentParts(ms: number): string[] {
    const now = monotonicMs();
    const silent = [...this.#partsUnderWay.values()].filter(({ lastMs }) => now - lastMs >= ms);
    return [...new Set(silent.map(({ url }) => url))];
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
    return [...this.#inflight].some(([id, startedMs]) => startedMs >= sinceMs && !this.#isAnswered(id));
  }

  /** True when no request was under way for the last `ms`. */
  quietFor(ms: number): boolean {
    const lastMs = Math.max(this.#lastActivityMs, ...this.#answeredMs.values());
    return [...this.#inflight.keys()].every((id) => this.#isAnswered(id)) && monotonicMs() - lastMs >= ms;
  }

  #isAnswered(requestId: string): boolean {
    const answeredMs = this.#answeredMs.get(requestId);
    return answeredMs !== undefined && monotonicMs() - answeredMs >= unreadBodyMs;
  }
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
