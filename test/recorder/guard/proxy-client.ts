import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createLogger } from '../../../src/log.ts';
import { type Guard, type GuardOptions, startGuard } from '../../../src/recorder/guard/index.ts';

export const silent = createLogger('silent');

export const guardWith = (options: Partial<GuardOptions> = {}): Promise<Guard> =>
  startGuard({ allowHosts: [], allowLoopback: false, log: silent, ...options });

export interface Listener {
  port: number;
  hits: IncomingMessage[];
  stop(): Promise<void>;
}

/** An HTTP server on loopback that remembers every request it got. */
export async function listener(
  answer: (req: IncomingMessage, res: import('node:http').ServerResponse) => void = (_req, res) => {
    res.end('hello');
  },
): Promise<Listener> {
  const hits: IncomingMessage[] = [];
  const server: Server = createServer((req, res) => {
    hits.push(req);
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface ProxyAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const authorization = ({ credentials }: Guard) =>
  `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;

/** `GET http://host/path` as a browser sends it to its proxy; `target` goes onto the wire as it is. */
export function get(
  guard: Guard,
  target: string,
  options: {
    headers?: Record<string, string>;
    agent?: import('node:http').Agent;
    method?: string;
    body?: string;
  } = {},
): Promise<ProxyAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ProxyAnswer>();
  const req = request(guard.url, {
    path: target,
    method: options.method ?? 'GET',
    headers: { 'proxy-authorization': authorization(guard), ...options.headers },
    ...(options.agent && { agent: options.agent }),
  });
  req.on('error', reject);
  req.on('response', async (res) => {
    try {
      const body = Buffer.concat(await res.toArray()).toString();
      resolve({ status: res.statusCode ?? 0, headers: res.headers, body });
    } catch (error) {
      reject(error);
    }
  });
  req.end(options.body);
  return promise;
}

export interface Tunnel extends ProxyAnswer {
  socket: Socket;
}

/** Writes `CONNECT authority` by hand, so that nothing on our side tidies the spelling. */
export function connectTo(guard: Guard, authority: string): Promise<Tunnel> {
  return rawRequest(guard, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n`);
}

/** Sends a request head and reads one answer head; the socket stays open for what follows. */
export function rawRequest(guard: Guard, head: string, authorize = true): Promise<Tunnel> {
  const { promise, resolve, reject } = Promise.withResolvers<Tunnel>();
  const socket = connect(Number(new URL(guard.url).port), '127.0.0.1');
  let text = '';
  const onData = (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    socket.off('data', onData);
    const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    resolve({ status: Number(statusLine.split(' ')[1]), headers, body: text.slice(end + 4), socket });
  };
  socket.on('data', onData);
  socket.once('error', reject);
  socket.once('close', () => reject(new Error(`closed after: ${text}`)));
  const proof = authorize ? `Proxy-Authorization: ${authorization(guard)}\r\n` : '';
  socket.write(`${head}${proof}\r\n`);
  return promise;
}
