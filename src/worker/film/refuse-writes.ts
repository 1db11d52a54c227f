import type { BrowserSession } from '../../recorder/index.ts';

/** Requests with these methods read. Any other may change something. */
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Reports of visits. Pages send them with any press, so they say nothing of what the press does. */
const reports = new Set(['Ping', 'CSPViolationReport']);

export interface RefusedWrites extends AsyncDisposable {
  /** Aborts when the page was kept from sending something because of an act of ours. */
  signal: AbortSignal;
}

/**
 * Keeps the page from sending what may change data, from now on. A preview plays presses that nobody has decided on yet, so none
 * of them may have an effect outside of the browser.
 * @param isOurs whether what the page sends now may be the effect of an act of ours; what it sends by itself tells nothing
 */
export async function refuseWrites({ page }: BrowserSession, isOurs: () => boolean): Promise<RefusedWrites> {
  const refused = new AbortController();
  const cdp = await page.createCDPSession();
  cdp.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const isRead = reads.has(request.method);
    const answer = isRead
      ? cdp.send('Fetch.continueRequest', { requestId })
      : cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    // The tab may have been closed meanwhile.
    answer.catch(() => undefined);
    if (!isRead && !reports.has(resourceType) && isOurs()) refused.abort();
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  return {
    signal: refused.signal,
    [Symbol.asyncDispose]: () => cdp.detach().catch(() => undefined),
  };
}
