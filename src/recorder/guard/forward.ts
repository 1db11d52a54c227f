import { type Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Gate } from './gate.ts';
import { endToEndHeaders, requestHeaders } from './headers.ts';
import { DialFault, Refusal } from './outcome.ts';
import { type Target, targetOfAbsoluteForm } from './target.ts';

/**
 * Answers `GET http://host/path`: passes the request on and streams the answer back. Each side sends no faster than the other
 * reads.
 */
export function forward(req: IncomingMessage, res: ServerResponse, gate: Gate, agent: Agent): void {
  let target: Target & { path: string };
  try {
    gate.count();
  } catch (error) {
    answerFault(res, error as Refusal);
    return;
  }
  try {
    target = targetOfAbsoluteForm(req.url ?? '');
  } catch (error) {
    answerFault(res, gate.note(error, hostOf(req.url ?? ''), null));
    return;
  }
  send(req, res, target, gate, agent, bodiless(req));
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  target: Target & { path: string },
  gate: Gate,
  agent: Agent,
  mayRetry: boolean,
): void {
  const upstream = request({
    agent,
    host: target.host,
    port: target.port,
    method: req.method ?? 'GET',
    path: target.path,
    headers: headersFor(req, target),
    maxHeaderSize: maxHeaderBytes,
  });
  const abandon = () => upstream.destroy();
  res.once('close', abandon);
  upstream.once('response', (answer) => relay(answer, res, target, gate));
  upstream.once('error', (error) => {
    res.off('close', abandon);
    // A server may close an idle connection at the very moment when it is used again. The request is then sent once more.
    if (mayRetry && upstream.reusedSocket && !res.headersSent && !res.destroyed) {
      send(req, res, target, gate, agent, false);
      return;
    }
    const known = error instanceof Refusal || error instanceof DialFault;
    answerFault(res, known ? error : gate.note(error, target.host, target.port));
  });
  if (bodiless(req)) upstream.end();
  else pipeline(req, upstream, () => {});
}

/** Twice the most that Chromium sends. Node's default of 16 KB is too little for sites with many cookies. */
export const maxHeaderBytes = 64 * 1024;

const bodiless = (req: IncomingMessage) =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  req.headers['content-length'] === undefined &&
  req.headers['transfer-encoding'] === undefined;

function headersFor(req: IncomingMessage, target: Target): string[] {
  const headers = requestHeaders(req.rawHeaders, hostHeader(target));
  if (req.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  return headers;
}

export function hostHeader({ host, port }: Target): string {
  const bracketed = host.includes(':') ? `[${host}]` : host;
  return port === 80 ? bracketed : `${bracketed}:${port}`;
}

function relay(answer: IncomingMessage, res: ServerResponse, target: Target, gate: Gate): void {
  try {
    res.sendDate = false;
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEndHeaders(answer.rawHeaders));
  } catch (error) {
    answer.destroy();
    answerFault(res, gate.note(error, target.host, target.port)); // a status or header that HTTP does not know
    return;
  }
  pipeline(answer, res, (error) => {
    if (error) res.destroy(); // an incomplete answer must look broken to the browser
  });
}

/** Answers 403 where the rules refuse a request, and 502 where a host could not be reached. The body says why. */
export function answerFault(res: ServerResponse, error: Refusal | DialFault): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const [status, header] = statusOf(error);
  res.writeHead(status, {
    [header]: codeOf(error),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  res.end(`${error.message}\n`);
}

export const statusOf = (error: Refusal | DialFault) =>
  error instanceof Refusal ? ([403, 'x-showreel-blocked'] as const) : ([502, 'x-showreel-fault'] as const);
export const codeOf = (error: Refusal | DialFault) => (error instanceof Refusal ? error.code : error.kind);

/** The likely host of a request that has no valid target, for the log. */
export const hostOf = (text: string) =>
  text
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .slice(0, 253)
    .toLowerCase();
