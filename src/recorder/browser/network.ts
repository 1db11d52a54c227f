import type { CDPSession } from 'puppeteer-core';
import { monotonicMs } from './deadline.ts';

// What stays open for as long as the page lives, or that nobody waits for.
const endless = new Set(['WebSocket', 'EventSource', 'Ping', 'Media', 'CSPViolationReport', 'Prefetch']);

export interface DocumentOutcome {
  url: string;
  status: number | null;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Chromium's name for what went wrong, `net::ERR_…`. */
  errorText: string | null;
}

/**
 * What the tab is still waiting for. `navigating` is true from the moment the main frame asks for a new document until
 * that document is parsed, or until it is known that it will not come.
 */
export class NetworkWatch {
  #inflight = new Map<string, number>();
  #lastActivityMs = monotonicMs();
  #documentRequest: string | null = null;
  #committed = false;
  #documents = 0;
  #outcome: DocumentOutcome | null = null;
  #hasLine = false;

  async attach(cdp: CDPSession, mainFrameId: string): Promise<void> {
    cdp.on('Network.requestWillBeSent', (event) => {
      if (event.type === 'Document' && event.frameId === mainFrameId) {
        this.#documentRequest = event.requestId;
        this.#committed = false;
        this.#inflight.clear();
        this.#hasLine = false;
        this.#outcome = { url: event.request.url, status: null, headers: {}, errorText: null };
      }
      if (event.type === 'EventSource') this.#hasLine = true;
      if (endless.has(event.type ?? '') || event.request.url.startsWith('data:')) return;
      this.#inflight.set(event.requestId, monotonicMs());
      this.#lastActivityMs = monotonicMs();
    });
    cdp.on('Network.webSocketCreated', () => {
      this.#hasLine = true;
    });
    const finish = (requestId: string) => {
      if (this.#inflight.delete(requestId)) this.#lastActivityMs = monotonicMs();
    };
    cdp.on('Network.loadingFinished', (event) => finish(event.requestId));
    cdp.on('Network.loadingFailed', (event) => {
      finish(event.requestId);
      // A download or an answer without content (204) ends here, and the old document stays.
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

  /** How the latest request for a document of the main frame went. */
  get outcome(): DocumentOutcome | null {
    return this.#outcome;
  }

  /** The document has opened a line to a server that stays open. */
  get hasLine(): boolean {
    return this.#hasLine;
  }

  get navigating(): boolean {
    return this.#documentRequest !== null;
  }

  /** How many documents the main frame has shown: a fast one can come and be parsed between two looks. */
  get documents(): number {
    return this.#documents;
  }

  /** Gives a document up that never finishes parsing. */
  forgetNavigation(): void {
    this.#documentRequest = null;
  }

  /** True when something that began after `sinceMs` (monotonic) has not been answered yet. */
  waitingSince(sinceMs: number): boolean {
    for (const startedMs of this.#inflight.values()) if (startedMs >= sinceMs) return true;
    return false;
  }

  /** True when nothing was on its way for `ms`. */
  quietFor(ms: number): boolean {
    return this.#inflight.size === 0 && monotonicMs() - this.#lastActivityMs >= ms;
  }
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
