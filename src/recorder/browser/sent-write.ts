/** A request as the browser reports it before it is sent. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Undefined where the request has no body, or one that the browser does not show. */
  postData?: string | undefined;
  isSameSite?: boolean | undefined;
}

/**
 * Whether a request probably changes what the application keeps. It is asked after the fact, of a film: a warning and the place of a deed
 * depend on it, and nothing is held back by it. Reads by POST are told by their address or by GraphQL. To another site only a request with
 * credentials counts, since most others report a visit. Messages over a socket are not known to be writes.
 */
export function isWrite({ method, url, headers, postData, isSameSite = true }: SentRequest): boolean {
  if (/^(?:GET|HEAD|OPTIONS)$/i.test(method)) return false;
  const path = URL.parse(url)?.pathname ?? '';
  if (!isSameSite && !Object.keys(headers).some((name) => /^authorization$/i.test(name))) return false;
  if (path.split('/').some((part) => reports.test(part))) return false;
  if (method.toUpperCase() !== 'POST') return true;
  const last = path.split('/').findLast(Boolean) ?? '';
  return !(readings.test(last) || asksGraphql.test(postData ?? ''));
}

const reports =
  /^(?:analytics|telemetry|collect|metrics|rum|beacon|envelope|ingest|pageviews?|web-?vitals|track|tracking|stats|pixel)$/i;
const readings =
  /^_?(?:search|query|queries|autocomplete|suggest|suggestions|lookup)$|^(?:[Gg]et|[Ll]ist|[Ff]ind|[Ff]etch|[Rr]ead)[A-Z_-]/;
/** A body whose only document begins with a query. */
const asksGraphql =
  /^\s*\{(?!.*"query"\s*:\s*"[^"]*\b(?:mutation|subscription)\b).*"query"\s*:\s*"\s*(?:query\b|\{)/s;
