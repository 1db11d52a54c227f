import { type Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Gate } from './gate.ts';
import { endToEndHeaders, requestHeaders } from './headers.ts';
import { DialFault, Refusal } from './outcome.ts';
import { type Target, targetOfAbsoluteForm } from './target.ts';

/** Answers `GET http://host/path`: passes the request on and streams the answer back, each at the other's pace. */
export function forward(req: IncomingMessage, res: ServerResponse, gate: Gate, agent: Agent): void {
  let target: Target & { path: string };
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
    // A server may close an idle connection in the very moment it is used again: that is nobody's fault.
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

/** Twice what Chromium sends at most; node's own 16 KB are too few for sites with many cookies. */
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
    if (error) res.destroy(); // a half answer must look broken, not complete
  });
}

/** 403 for what the rules refuse, 502 for what could not be reached; the browser's page says why. */
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

/** The host of a request that is too odd to have a target: good enough for the log. */
export const hostOf = (text: string) =>
  text
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .slice(0, 253)
    .toLowerCase();
