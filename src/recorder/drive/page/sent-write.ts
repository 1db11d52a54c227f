import { isRead, isReport, type SentRequest } from '../../browser/index.ts';

/**
 * Whether a request has probably changed what the application keeps. It is asked of a film, after the fact. To another site only a request
 * with credentials counts, since most others report a visit.
 */
export function isWrite(request: SentRequest & { isSameSite?: boolean }, pageUrl: string): boolean {
  if (isRead(request) || isReport(request.url, pageUrl)) return false;
  const { headers, isSameSite = true } = request;
  return isSameSite || Object.keys(headers).some((name) => /^authorization$/i.test(name));
}
