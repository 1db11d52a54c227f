import { isGraphqlQuery, parsedJson } from './graphql.ts';
import { isUpkeep } from './upkeep.ts';

export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Undefined where the request has no body, or one that the browser does not show. */
  postData?: string | undefined;
}

// The last four are reads of WebDAV and of HTTP's own drafts.
const readMethods = /^(?:GET|HEAD|OPTIONS|QUERY|SEARCH|PROPFIND|REPORT)$/i;

/**
 * Whether a request only reads. Many applications read by POST, so a POST is a read where that is evident: a GraphQL query, a search, or an
 * address that names a reading. What cannot be told counts as a write, since a view that stays empty off camera costs less than a
 * write that nobody has asked for.
 */
export function isRead(request: SentRequest): boolean {
  const method = methodMeant(request);
  if (readMethods.test(method)) return true;
  if (method.toUpperCase() !== 'POST') return false;
  const body = request.postData ?? '';
  const address = URL.parse(request.url);
  if (!address || isJsonRpc(body)) return false;
  if (isGraphqlQuery(body)) return true;
  if (isPolledSocket(address)) return body.split('\x1e').every(isUpkeep);
  return namesReading(address.pathname);
}

/** A framework whose forms can only POST says in a header which method it means. */
function methodMeant({ method, headers }: SentRequest): string {
  const name = Object.keys(headers).find((one) => /^x-(?:http-)?method(?:-override)?$/i.test(one));
  return (name && headers[name]) || method;
}

const isJsonRpc = (body: string) => {
  const parsed = body.includes('jsonrpc') ? parsedJson(body) : null;
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  return typeof first === 'object' && first !== null && 'jsonrpc' in first;
};

/** Engine.io over HTTP: each POST carries messages as a WebSocket does. */
const isPolledSocket = ({ searchParams }: URL) =>
  searchParams.get('transport') === 'polling' && searchParams.has('EIO');

// Such a word is the whole last part of the path: `/search`, `/notes/_search`, `/documents:runQuery`, `/search.json`.
const searches =
  /^_?(?:search|msearch|multi_?search|query|queries|run_?query|autocomplete|suggest|suggestions|typeahead|lookup)$/i;
// Such a word begins the last part of the path: `/notes.NoteService/ListNotes`, `/api/find-notes`.
const readingVerb = /^(?:get|list|search|find|fetch|read|lookup|count|query)$/;
const writingVerb = /^(?:create|update|upsert|save|set|add|insert|delete|remove|replace|send)$/;

function namesReading(path: string): boolean {
  const parts = path.split('/').filter(Boolean);
  const last = (parts.at(-1) ?? '').replace(/\.(?:json|php|aspx?|do)$/i, '');
  const name = last.split(':').at(-1) ?? '';
  if (searches.test(name)) return true;
  // `/notes/list` lists notes. `/list` and `/api/list` may create a list.
  if (name === 'list')
    return /^[a-z][a-z_-]{2,}$/i.test(parts.at(-2) ?? '') && !/^(?:api|rest|rpc)$/.test(parts.at(-2)!);
  const [verb = '', ...others] = name.split(/[_-]|(?=[A-Z])/).map((word) => word.toLowerCase());
  return readingVerb.test(verb) && others.length > 0 && !others.some((word) => writingVerb.test(word));
}

/**
 * Whether a request reports that somebody was here, and how they did. Such reports are held like any other write, but a press that sends
 * nothing else changes nothing in the application.
 */
export const isReport = (url: string, pageUrl: string): boolean => {
  const [to, page] = [URL.parse(url), URL.parse(pageUrl)];
  if (!to) return false;
  const path = to.pathname.split('/');
  const words = to.host === page?.host ? path : [...to.hostname.split('.'), ...path];
  return words.some((word) => reportWords.test(word));
};
const reportWords =
  /^(?:analytics|telemetry|collect|metrics|rum|beacon|envelope|ingest|pageviews?|web-?vitals|track|tracking|stats|pixel)$/i;
