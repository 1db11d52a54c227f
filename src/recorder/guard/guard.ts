import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../log.ts';
import { parseAllowList } from './allow.ts';
import { type Credentials, newCredentials, presents, welcomeHost } from './credential.ts';
import { type Dial, tcpDial } from './dial.ts';
import { forward, maxHeaderBytes } from './forward.ts';
import { Gate, GateAgent } from './gate.ts';
import type { Explanation, RefusalRecord } from './outcome.ts';
import { cachedResolve, type Resolve, systemResolve } from './resolve.ts';
import { canonicalHost } from './target.ts';
import { tunnel, upgrade } from './tunnel.ts';

export interface GuardOptions {
  /** See `parseAllowList` for what an entry may be. */
  allowHosts: readonly string[];
  /** Opens 127.0.0.0/8 and ::1 to pages that ask for them by address or as `localhost`. */
  allowLoopback: boolean;
  log: Logger;
  /** Default: the machine's resolver. */
  resolve?: Resolve;
  /** Opens the TCP connection to a checked address. Tests replace it, since they have no internet. */
  dial?: Dial;
  /** Default 10 000. Resolving the name may take at most half of it. */
  connectTimeoutMs?: number;
  /** Default 120 000: longer than WebSockets are silent between pings. */
  idleTimeoutMs?: number;
  /**
   * How many connections the browser may have open at a time. Default 512: Chromium opens 32 to a proxy, and 255 for WebSockets.
   */
  maxConnections?: number;
  /** How much all sites together may send while the guard runs. Default 1 GiB. */
  maxBytes?: number;
  /** How many requests and connections the browser may ask for while the guard runs. Of those in a tunnel the guard sees nothing. Default 20 000. */
  maxRequests?: number;
  /** Called once for each of the two, when it is reached. From then on the guard refuses everything. */
  onOverLimit?: (limit: 'receivedBytes' | 'requests') => void;
}

export interface Guard {
  /** For `--proxy-server`: `http://127.0.0.1:<port>`. */
  url: string;
  /** Without these a client gets a 407; `presentCredentials` gives them to a browser. */
  credentials: Credentials;
  /** Why `host` was last refused or not reached; undefined when it has answered since, or was never requested. */
  explain(host: string): Explanation | undefined;
  /** The refusals so far, oldest first, at most the latest 500. */
  refusals(): RefusalRecord[];
  /** Closes every connection; resolves when none is left. */
  stop(): Promise<void>;
}

/** @throws Error when an entry of `allowHosts` is not valid. */
export async function startGuard(options: GuardOptions): Promise<Guard> {
  const {
    connectTimeoutMs = 10_000,
    idleTimeoutMs = 120_000,
    maxConnections = 512,
    maxBytes = 2 ** 30,
    maxRequests = 20_000,
  } = options;
  const gate = new Gate({
    policy: {
      allowList: parseAllowList(options.allowHosts),
      allowLoopback: options.allowLoopback,
      // A page waits for its scripts one after another: those of a dead server kept a page from opening for 20 s.
      resolve: cachedResolve(options.resolve ?? systemResolve, connectTimeoutMs / 2),
    },
    dial: options.dial ?? tcpDial,
    connectTimeoutMs,
    idleTimeoutMs,
    maxBytes,
    maxRequests,
    onOverLimit: options.onOverLimit ?? (() => undefined),
    log: options.log,
  });
  const agent = new GateAgent(gate, idleTimeoutMs);
  const credentials = newCredentials();
  const server = proxyServer(gate, agent, credentials);
  server.maxConnections = maxConnections;
  server.setTimeout(idleTimeoutMs);
  const clients = new Set<Socket>();
  server.on('connection', (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  const port = await listen(server);
  gate.ownPort = port;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    gate.stop();
    agent.destroy();
    for (const client of clients) client.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    credentials,
    explain: (host) => gate.ledger.latest(bareHost(host)),
    refusals: () => gate.ledger.refusals(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function proxyServer(gate: Gate, agent: GateAgent, credentials: Credentials): Server {
  const hasCredentials = (req: IncomingMessage) => presents(req.headers['proxy-authorization'], credentials);
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: 60_000,
      noDelay: true,
      shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
    },
    (req, res) => {
      if (isForUs(req)) return answerPlainly(res, 400, 'This is a proxy; it serves no pages.');
      if (!hasCredentials(req)) return answerPlainly(res, 407, 'The credentials of the proxy are needed.');
      if (req.url === `http://${welcomeHost}/`) return answerWelcome(res);
      forward(req, res, gate, agent);
    },
  );
  const guarded = (open: typeof tunnel) => (req: IncomingMessage, client: Duplex, head: Buffer) => {
    if (hasCredentials(req)) void open(req, client, head, gate);
    else
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${challenge}\r\nContent-Length: 0\r\n\r\n`);
  };
  server.on('connect', guarded(tunnel));
  server.on('upgrade', guarded(upgrade));
  return server;
}

const challenge = 'Proxy-Authenticate: Basic realm="showreel"';

/**
 * A request to the guard itself. A web page in another browser on this machine can send only such requests, and they are refused.
 */
const isForUs = (req: IncomingMessage) => req.url?.startsWith('/') || req.url === '*';

function answerPlainly(res: ServerResponse, status: 400 | 407, sentence: string): void {
  if (status === 407) res.setHeader('Proxy-Authenticate', 'Basic realm="showreel"');
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  res.end(`${sentence}\n`);
}

function answerWelcome(res: ServerResponse): void {
  res.writeHead(200, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  res.end();
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** The host in what callers have at hand: a host, `host:port`, or a bracketed address. */
const bareHost = (host: string) => canonicalHost(host.replace(/^(\[.*\]|[^:]*):\d+$/, '$1'));
