/**
 * The progress channel: WebSockets that tell how far a demo has come. Only the API imports this room. It reads the state of
 * demos from the domain, hears of changes through the doorbell, and writes nothing.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { currentProgress, isTerminal, type ProgressMessage } from '../../domain/demos/jobs/progress.ts';
import { verifyTicket } from '../../domain/demos/jobs/ticket.ts';
import { readDemo } from '../../domain/demos/views/read-demo.ts';
import type { DomainServices } from '../../domain/services.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../log.ts';
import { type Authenticate, identify } from '../auth/credentials.ts';
import { descriptorLimit, watcherLimit } from '../capacity.ts';
import { errorBody, toAppError, unavailable } from '../http/errors.ts';
import type { HostCheck } from '../http/host.ts';
import { pathOf } from '../http/path.ts';
import { createAccountHub } from './account-hub.ts';
import { accountPath, followAccount } from './account-socket.ts';
import { createProgressHub, type ProgressHub, successorOf } from './hub.ts';

export interface ProgressParts {
  services: DomainServices;
  authenticate: readonly Authenticate[];
  checkHost: HostCheck;
  /** Throws where another site has sent the request. */
  refuseForeign(request: IncomingMessage): void;
  isDatabaseAway(): boolean;
  log: Logger;
  /** How often a connection is pinged; default 30 s. */
  pingEveryMs?: number;
  /** How many may watch at a time; default: as many as the process has descriptors for. */
  watchers?: number;
}

const codes = { done: 1000, goingAway: 1001 };
const leaveMs = 1_000;

/**
 * `GET /api/ws/{demoId}`: the progress of a demo, from the current state to a terminal one. `GET /api/ws`: what changes in an account.
 * A caller who may not watch is refused at the upgrade with an ordinary HTTP answer.
 */
export function mountProgress(app: FastifyInstance, parts: ProgressParts): void {
  // A watcher has nothing to send, so a small limit is enough.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  const hub = createProgressHub(parts.services, parts.log);
  const accounts = createAccountHub(parts.services, parts.log);
  sockets.on('wsClientError', (fault, socket) =>
    refuse(
      parts.log,
      socket,
      new AppError('bad_request', 400, `This is no WebSocket handshake: ${fault.message}.`),
    ),
  );
  sockets.on('headers', (headers) => headers.push(`X-Request-Id: ${newId('req')}`));
  const heartbeat = keepAlive(sockets, parts.pingEveryMs ?? 30_000, parts.log);
  const limit = parts.watchers ?? watcherLimit(descriptorLimit());
  let admitting = 0;
  let closing = false;
  // A watcher who was admitted after the other connections were closed would keep the process from ending.
  const admitUntilClosing = async (request: IncomingMessage) => {
    if (sockets.clients.size + admitting >= limit) throw tooMany(limit);
    admitting += 1;
    try {
      const admitted = closing ? null : await admit(parts, request);
      if (admitted && !closing) return admitted;
    } finally {
      admitting -= 1;
    }
    throw new AppError('unavailable', 503, 'The service is stopping.', { retryAfterSec: 2 });
  };

  for (const path of [accountPath, '/api/ws/:demoId'])
    app.get(path, (_request, reply) => {
      reply.header('Upgrade', 'websocket');
      throw new AppError('upgrade_required', 426, 'This address speaks WebSocket; ask for an upgrade.');
    });
  app.server.on('upgrade', (request, socket, head) => {
    // The client may disconnect at any time before the handshake.
    socket.on('error', () => socket.destroy());
    admitUntilClosing(request).then(
      (admitted) =>
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          sockets.emit('connection', webSocket, request);
          if ('userId' in admitted) followAccount(webSocket, accounts, admitted.userId);
          else follow(webSocket, hub, admitted);
        }),
      (fault: unknown) => refuse(parts.log, socket, toAppError(fault)),
    );
  });
  app.addHook('preClose', async () => {
    closing = true;
    clearInterval(heartbeat);
    hub.close();
    accounts.close();
    await leaveAll(sockets);
  });
}

interface AdmittedToDemo {
  /** The current state, which is the first message. */
  first: ProgressMessage;
  /** Whether the watcher is a visitor of a page that shows the demo. Only the owner is told why a demo failed. */
  isVisitor: boolean;
}

async function admit(
  parts: ProgressParts,
  request: IncomingMessage,
): Promise<AdmittedToDemo | { userId: string }> {
  parts.checkHost(request);
  if (parts.isDatabaseAway()) throw unavailable();
  return pathOf(request.url!) === accountPath ? admitToAccount(parts, request) : admitToDemo(parts, request);
}

async function admitToAccount(
  { authenticate, refuseForeign }: ProgressParts,
  request: IncomingMessage,
): Promise<{ userId: string }> {
  const caller = await identify(authenticate, request.headers);
  if (!caller) throw unauthorized('A live API key or a session is required.');
  if (caller.via === 'session') refuseForeign(request);
  return { userId: caller.userId };
}

async function admitToDemo(
  { services, authenticate, refuseForeign }: ProgressParts,
  request: IncomingMessage,
): Promise<AdmittedToDemo> {
  const { sql, secrets, clock } = services;
  const demoId = /^\/api\/ws\/([\w-]{1,64})$/.exec(pathOf(request.url!))?.[1];
  if (!demoId) throw new AppError('route_not_found', 404, 'There is nothing at this path.');
  const ticket = new URL(request.url!, 'ws://localhost').searchParams.get('ticket');
  const isVisitor = ticket !== null && verifyTicket(secrets, clock, demoId, ticket, 'anybody');
  const holdsTicket = isVisitor || (ticket !== null && verifyTicket(secrets, clock, demoId, ticket));
  const caller = holdsTicket ? null : await identify(authenticate, request.headers);
  if (caller?.via === 'session') refuseForeign(request);
  if (caller) await readDemo(sql, demoId, caller.userId);
  const state = await currentProgress(sql, demoId);
  // A ticket names one demo. Where that demo does not exist, the answer is 404: its share page says the same to anybody.
  if (!holdsTicket && !caller && (state || ticket === null))
    throw unauthorized('A ticket for this demo, good for one hour, or a live API key is required.');
  if (!state) throw notFound('demo');
  return { first: state, isVisitor };
}

/**
 * Sends the newest state, and the next one only after the last was sent. A slow watcher gets fewer messages instead of a
 * growing backlog, and always gets the last one.
 */
function follow(webSocket: WebSocket, hub: ProgressHub, { first, isVisitor }: AdmittedToDemo): void {
  let last: ProgressMessage | null = null;
  let waiting: ProgressMessage | null = null;
  let sending = false;

  const flush = () => {
    if (sending || !waiting || webSocket.readyState !== webSocket.OPEN) return;
    const message = waiting;
    const isLast = isTerminal(message.status);
    waiting = null;
    sending = true;
    webSocket.send(JSON.stringify(isVisitor && isLast ? { ...message, message: null } : message), () => {
      sending = false;
      if (isLast) webSocket.close(codes.done, message.status);
      else flush();
    });
  };
  const tell = (message: ProgressMessage) => {
    const next = last && isTerminal(last.status) ? null : successorOf(last, message);
    if (!next) return;
    last = waiting = next;
    flush();
  };

  webSocket.on('error', () => webSocket.terminate());
  tell(first);
  if (isTerminal(first.status)) return;
  const leave = hub.watch(first.demoId, { tell, gone: () => webSocket.close(codes.done, 'deleted') });
  webSocket.on('close', leave);
}

/** Watchers leave when their film is ready, so there is room again soon. */
const tooMany = (limit: number) =>
  new AppError(
    'too_many_watchers',
    503,
    `All ${limit} places for watchers of this process are taken. Ask for the state of the demo at its \`pollUrl\`, or try again.`,
    { retryAfterSec: 10 },
  );

function refuse(log: Logger, socket: Duplex, error: AppError): void {
  const requestId = newId('req');
  if (error.status >= 500) log.error({ err: error.cause ?? error, requestId }, 'an upgrade failed');
  const body = JSON.stringify(errorBody(error, requestId));
  const head = [
    `HTTP/1.1 ${error.status} ${reasons[error.status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...(error.retryAfterSec === undefined ? [] : [`Retry-After: ${Math.ceil(error.retryAfterSec)}`]),
    ...(error.status === 401 ? ['WWW-Authenticate: Bearer realm="showreel"'] : []),
    'Connection: close',
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/**
 * Cuts connections whose client has disappeared without closing them, and those of clients that do not read: they would stay open for
 * hours. What waits for such a client is one message and one ping.
 */
function keepAlive(sockets: WebSocketServer, everyMs: number, log: Logger): NodeJS.Timeout {
  const silent = new WeakSet<WebSocket>();
  sockets.on('connection', (webSocket: WebSocket) => webSocket.on('pong', () => silent.delete(webSocket)));
  const timer = setInterval(() => {
    let cut = 0;
    for (const webSocket of sockets.clients) {
      if (silent.has(webSocket)) {
        webSocket.terminate();
        cut += 1;
      } else {
        silent.add(webSocket);
        webSocket.ping();
      }
    }
    if (cut > 0) log.info({ cut, left: sockets.clients.size }, 'cut watchers that answered no ping');
  }, everyMs);
  return timer.unref();
}

/** Closes every connection and waits a second for the clients to confirm. */
async function leaveAll(sockets: WebSocketServer): Promise<void> {
  const gone = [...sockets.clients].map(
    (webSocket) => new Promise((resolve) => webSocket.once('close', resolve)),
  );
  for (const webSocket of sockets.clients) webSocket.close(codes.goingAway, 'the service is stopping');
  const late = setTimeout(() => {
    for (const webSocket of sockets.clients) webSocket.terminate();
  }, leaveMs);
  await Promise.all(gone);
  clearTimeout(late);
}
