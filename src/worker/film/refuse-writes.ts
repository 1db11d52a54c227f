import type { BrowserSession } from '../../recorder/index.ts';

/** Requests with these methods read. Any other may change something. */
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Reports of visits. Pages send them with any press, so they say nothing of what the press does. */
const reports = new Set(['Ping', 'CSPViolationReport']);

export interface RefusedWrites extends AsyncDisposable {
  /** Aborts when the page was kept from sending something. */
  signal: AbortSignal;
}

/**
 * Keeps the page from sending what may change data, from now on. A preview plays presses that nobody has decided on yet, so none
 * of them may have an effect outside of the browser.
 */
export async function refuseWrites({ page }: BrowserSession): Promise<RefusedWrites> {
  const refused = new AbortController();
  const cdp = await page.createCDPSession();
  cdp.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const isRead = reads.has(request.method);
    const answer = isRead
      ? cdp.send('Fetch.continueRequest', { requestId })
      : cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    // The tab may have been closed meanwhile.
    answer.catch(() => undefined);
    if (!isRead && !reports.has(resourceType)) refused.abort();
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  return {
    signal: refused.signal,
    [Symbol.asyncDispose]: () => cdp.detach().catch(() => undefined),
  };
}
