import { STATUS_CODES } from 'node:http';
import { RecordingFault, type RecordingFaultKind } from '../contract/fault.ts';

/** What the guard knows about a host to which it could not, or may not, connect. */
export type Explain = (host: string) => { kind: string; reason: string } | undefined;

const kindOf = (name: string): RecordingFaultKind => {
  const known = ['dns', 'refused', 'timeout', 'tls', 'blocked'] as const;
  return known.find((kind) => kind === name) ?? 'network';
};
const host = (url: string) => (URL.canParse(url) ? new URL(url).hostname : url);

export const timedOut = (url: string, timeoutMs: number) =>
  `The page ${url} did not finish loading within ${Math.round(timeoutMs / 1000)} seconds.`;

function sentence(kind: RecordingFaultKind, url: string): string {
  switch (kind) {
    case 'dns':
      return `The page ${url} could not be found: there is no address for ${host(url)}.`;
    case 'refused':
      return `The page ${url} could not be reached: the server at ${host(url)} refuses connections.`;
    case 'tls':
      return `The page ${url} has no valid security certificate.`;
    case 'timeout':
      return `The page ${url} could not be reached: the server at ${host(url)} does not answer.`;
    default:
      return `The page ${url} could not be loaded: the connection to ${host(url)} broke off.`;
  }
}

const blocked = (url: string, reason: string) =>
  new RecordingFault('blocked', `The page ${url} may not be recorded: ${asClause(reason)}`);
const asClause = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

// https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h
const netErrors: [RegExp, RecordingFaultKind][] = [
  [/ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED|ERR_ICANN_NAME_COLLISION/, 'dns'],
  [/ERR_CONNECTION_REFUSED|ERR_ADDRESS_UNREACHABLE|ERR_ADDRESS_INVALID/, 'refused'],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL|ERR_INSECURE_RESPONSE/, 'tls'],
  [/ERR_CONNECTION_TIMED_OUT|ERR_TIMED_OUT/, 'timeout'],
  [/ERR_BLOCKED_BY|ERR_UNSAFE_PORT|ERR_DISALLOWED_URL_SCHEME/, 'blocked'],
  [/ERR_UNKNOWN_URL_SCHEME|ERR_INVALID_URL|invalid URL|ERR_ABORTED/i, 'not_html'],
];

/** The fault behind an error of `page.goto`: from Chromium's name of the error and what the guard knows of the host. */
export function faultOfNetworkError(
  cause: unknown,
  url: string,
  explain: Explain | undefined,
): RecordingFault {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (text.includes('ERR_TUNNEL_CONNECTION_FAILED') || text.includes('ERR_PROXY')) {
    const known = explain?.(host(url));
    if (known?.kind === 'blocked') return blocked(url, known.reason);
    const kind = kindOf(known?.kind ?? 'network');
    return new RecordingFault(kind, sentence(kind, url), { retryable: mayPass(kind), cause });
  }
  const kind = netErrors.find(([pattern]) => pattern.test(text))?.[1] ?? 'network';
  if (kind === 'blocked') return blocked(url, 'the browser does not open such addresses');
  if (kind === 'not_html')
    return new RecordingFault('not_html', `The address ${url} does not lead to a web page.`, { cause });
  return new RecordingFault(kind, sentence(kind, url), { retryable: mayPass(kind), cause });
}

/** An unknown name and a broken certificate stay as they are. Other faults may be gone a moment later, as when a server starts. */
const mayPass = (kind: RecordingFaultKind) => kind !== 'tls' && kind !== 'dns';

/** The fault of a response that is no web page, or null. */
export function faultOfResponse(
  response: { status: number; headers: Record<string, string> },
  url: string,
): RecordingFault | null {
  const { status, headers } = response;
  const refusal = headers['x-showreel-blocked'];
  if (status === 403 && refusal !== undefined) return blocked(url, refusal);
  const known = headers['x-showreel-fault'];
  if (status === 502 && known !== undefined) {
    const kind = kindOf(known);
    return new RecordingFault(kind, sentence(kind, url), { retryable: mayPass(kind) });
  }
  if (status >= 400) {
    const words = STATUS_CODES[status];
    const message = `The page ${url} answered with status ${status}${words ? ` (${words})` : ''}.`;
    // A busy or restarting server may answer a moment later. Other faults of a page stay.
    return new RecordingFault('http_status', message, { retryable: [429, 502, 503, 504].includes(status) });
  }
  const type = (headers['content-type'] ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return null;
  return new RecordingFault('not_html', `The address ${url} leads to a file (${type}), not to a web page.`);
}
