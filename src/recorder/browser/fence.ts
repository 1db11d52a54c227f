import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Logger } from '../../log.ts';

/**
 * The tab's navigation policy: once `keepInside` was called, the tab does not leave the site. Where a link, a redirect, a form or
 * a script would lead the page elsewhere, its request is aborted and the page stays. Requests are judged at the network, because
 * a button does not tell where its script leads.
 */
export class Fence {
  #isInside: ((url: string) => boolean) | null = null;
  /** How many addresses of our own choice are being opened: those may be redirected over any site. */
  #ownOpenings = 0;
  #blockedHosts: string[] = [];
  #cdp: CDPSession;
  #mainFrameId: string;
  #log: Logger;

  constructor(cdp: CDPSession, mainFrameId: string, log: Logger) {
    this.#cdp = cdp;
    this.#mainFrameId = mainFrameId;
    this.#log = log;
    cdp.on('Fetch.requestPaused', (event) => this.#decide(event));
  }

  /** Holds for the rest of the tab's life. Only requests for documents are intercepted for it. */
  async keepInside(isInside: (url: string) => boolean): Promise<void> {
    const isFirst = this.#isInside === null;
    this.#isInside = isInside;
    if (!isFirst) return;
    await this.#cdp.send('Fetch.enable', {
      patterns: [{ resourceType: 'Document', requestStage: 'Request' }],
    });
  }

  /** The host of every navigation that was blocked, in their order. */
  get blockedHosts(): readonly string[] {
    return this.#blockedHosts;
  }

  /** Runs `opening`, which takes the tab to an address of our own choice, and lets all its redirects pass. */
  async bypass<T>(opening: () => Promise<T>): Promise<T> {
    this.#ownOpenings++;
    try {
      return await opening();
    } finally {
      this.#ownOpenings--;
    }
  }

  #decide({ requestId, frameId, request }: Protocol.Fetch.RequestPausedEvent): void {
    // Before `keepInside`, an interception belongs to another part (`guard/credential`).
    if (!this.#isInside) return;
    const isBlocked =
      frameId === this.#mainFrameId && this.#ownOpenings === 0 && !this.#isInside(request.url);
    if (isBlocked) {
      const host = URL.parse(request.url)?.host ?? '';
      this.#blockedHosts.push(host);
      this.#log.info({ host }, 'the page would have left its site: it stays');
    }
    const answer = isBlocked
      ? this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : this.#cdp.send('Fetch.continueRequest', { requestId });
    // The tab may have been closed meanwhile.
    answer.catch(() => undefined);
  }
}
