import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Logger } from '../../log.ts';

/**
 * Keeps the tab on a site once it was told to: where a link, a redirect, a form or a script would lead the page elsewhere,
 * it stays where it is. Seen at the network, since what a button leads to is not written on it.
 */
export class Fence {
  #isInside: ((url: string) => boolean) | null = null;
  /** Addresses that we open ourselves may be redirected by way of anywhere. */
  #ownOpenings = 0;
  #stops: string[] = [];
  #cdp: CDPSession;
  #mainFrameId: string;
  #log: Logger;

  constructor(cdp: CDPSession, mainFrameId: string, log: Logger) {
    this.#cdp = cdp;
    this.#mainFrameId = mainFrameId;
    this.#log = log;
    cdp.on('Fetch.requestPaused', (event) => this.#judge(event));
  }

  /** From here on, for as long as the tab lives. Only requests for documents go through the protocol for it. */
  async close(isInside: (url: string) => boolean): Promise<void> {
    const isFirst = this.#isInside === null;
    this.#isInside = isInside;
    if (!isFirst) return;
    await this.#cdp.send('Fetch.enable', {
      patterns: [{ resourceType: 'Document', requestStage: 'Request' }],
    });
  }

  /** The hosts that the page would have gone to, one for each time that it was held back. */
  get stops(): readonly string[] {
    return this.#stops;
  }

  /** Runs `opening`, which takes the tab to an address of our own choice, with all its redirects. */
  async passing<T>(opening: () => Promise<T>): Promise<T> {
    this.#ownOpenings++;
    try {
      return await opening();
    } finally {
      this.#ownOpenings--;
    }
  }

  #judge({ requestId, frameId, request }: Protocol.Fetch.RequestPausedEvent): void {
    // Other parts may intercept too, before the fence is up.
    if (!this.#isInside) return;
    const stays = frameId === this.#mainFrameId && this.#ownOpenings === 0 && !this.#isInside(request.url);
    if (stays) {
      const host = URL.parse(request.url)?.host ?? '';
      this.#stops.push(host);
      this.#log.info({ host }, 'the page would have left its site: it stays');
    }
    const answer = stays
      ? this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : this.#cdp.send('Fetch.continueRequest', { requestId });
    // The tab may be gone by now.
    answer.catch(() => undefined);
  }
}
