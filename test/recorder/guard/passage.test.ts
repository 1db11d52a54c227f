import { createHash } from 'node:crypto';
import { Agent, type ClientRequest } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Guard } from '../../../src/recorder/guard/index.ts';
import { connectTo, get, guardWith, type Listener, listener, rawRequest } from './proxy-client.ts';

const toStop: { stop(): Promise<void> }[] = [];
const using = <T extends { stop(): Promise<void> }>(thing: T): T => {
  toStop.push(thing);
  return thing;
};
afterEach(async () => {
  for (const thing of toStop.splice(0).reverse()) await thing.stop();
});

const loopbackGuard = async (options = {}) => using(await guardWith({ allowLoopback: true, ...options }));
const site = async (...answer: Parameters<typeof listener>) => using(await listener(...answer));

test('an allowed page arrives as it was sent, headers in order and repeats kept', async () => {
  const { port } = await site((_req, res) => {
    res.writeHead(207, 'Quite All Right', ['Set-Cookie', 'a=1', 'X-One', '1', 'Set-Cookie', 'b=2']);
    res.end('page');
  });
  const answer = await get(await loopbackGuard(), `http://127.0.0.1:${port}/path?q=1`);
  expect(answer).toMatchObject({
    status: 207,
    body: 'page',
    headers: { 'set-cookie': ['a=1', 'b=2'], 'x-one': '1' },
  });
});

test('a site sees the request of a visitor, and nothing of the proxy', async () => {
  const server = await site();
  await get(await loopbackGuard(), `http://127.0.0.1:${server.port}/a?b=c`, {
    headers: {
      'x-mine': 'yes',
      connection: 'x-secret, keep-alive',
      'x-secret': '1',
      'proxy-connection': 'keep-alive',
      te: 'trailers',
    },
  });
  const { headers, url } = server.hits[0]!;
  expect(url).toBe('/a?b=c');
  expect(headers).toMatchObject({ host: `127.0.0.1:${server.port}`, 'x-mine': 'yes' });
  for (const name of [
    'proxy-authorization',
    'proxy-connection',
    'x-secret',
    'te',
    'via',
    'forwarded',
    'x-forwarded-for',
  ]) {
    expect([name, headers[name]]).toEqual([name, undefined]);
  }
});

test('the host is the one that was checked, whatever the Host header says', async () => {
  const server = await site();
  await get(await loopbackGuard(), `http://127.0.0.1:${server.port}/`, {
    headers: { host: 'metadata.google.internal' },
  });
  expect(server.hits[0]?.headers.host).toBe(`127.0.0.1:${server.port}`);
});

test('a posted body passes, with a length and in chunks', async () => {
  const { port } = await site(async (req, res) => res.end(Buffer.concat(await req.toArray())));
  const guard = await loopbackGuard();
  const body = 'x'.repeat(300_000);
  const url = `http://127.0.0.1:${port}/`;
  expect(
    (await get(guard, url, { method: 'POST', body, headers: { 'content-length': '300000' } })).body,
  ).toBe(body);
  expect(
    (await get(guard, url, { method: 'PUT', body, headers: { 'transfer-encoding': 'chunked' } })).body,
  ).toBe(body);
});

test('connections to the guard and from it are kept open', async () => {
  const ports = new Set<number | undefined>();
  const { port } = await site((req, res) => {
    ports.add(req.socket.remotePort);
    res.end('ok');
  });
  const guard = await loopbackGuard();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < 5; i++) await get(guard, `http://localhost:${port}/${i}`, { agent });
  agent.destroy();
  expect(ports.size).toBe(1);
});

test('a server that closes an idle connection does not make the next request fail', async () => {
  let sockets: Socket[] = [];
  const { port } = await site((req, res) => {
    sockets.push(req.socket);
    res.end('ok');
  });
  const guard = await loopbackGuard();
  for (let i = 0; i < 10; i++) {
    expect((await get(guard, `http://127.0.0.1:${port}/`)).status).toBe(200);
    for (const socket of sockets) socket.destroy(); // no pause: the next request may meet the closing connection
    sockets = [];
  }
});

test('an answer streams: the first byte is here long before the last is written', async () => {
  const last = Promise.withResolvers<void>();
  const { port } = await site(async (_req, res) => {
    res.write('first');
    await last.promise;
    res.end('last');
  });
  const { socket, body } = await rawRequest(
    await loopbackGuard(),
    `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n`,
  );
  const first = body.includes('first') ? body : String(await nextChunk(socket));
  expect(first).toContain('first');
  last.resolve();
  expect(String(await nextChunk(socket))).toContain('last');
  socket.destroy();
});

test('a reader that stops reading stops the sender: memory does not grow', async () => {
  let written = 0;
  const { port } = await site((_req, res) => {
    const chunk = Buffer.alloc(64 * 1024);
    const more = () => {
      while (written < 200 * 2 ** 20) {
        written += chunk.length;
        if (!res.write(chunk)) return res.once('drain', more);
      }
      return res.end();
    };
    more();
  });
  const { socket } = await rawRequest(
    await loopbackGuard(),
    `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n`,
  );
  socket.pause();
  // A busy machine takes a while to fill what is between the two: it stalls where nothing was written for a second.
  for (let before = -1; before !== written; await sleep(1000)) before = written;
  expect(written).toBeLessThan(40 * 2 ** 20); // what kernel buffers on loopback hold
  socket.destroy();
});

test('a WebSocket echoes, by CONNECT as Chromium does it and by Upgrade', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)));
  await new Promise((resolve) => sockets.once('listening', resolve));
  const { port } = sockets.address() as AddressInfo;
  const guard = await loopbackGuard();
  const tunnel = await connectTo(guard, `127.0.0.1:${port}`);
  expect(tunnel.status).toBe(200);
  const proof = Buffer.from(`${guard.credentials.username}:${guard.credentials.password}`).toString('base64');
  const ways = {
    tunnel: { createConnection: () => tunnel.socket },
    upgrade: {
      createConnection: () => connect(Number(new URL(guard.url).port), '127.0.0.1'),
      headers: { 'proxy-authorization': `Basic ${proof}` },
      finishRequest: (request: ClientRequest) => {
        request.path = `http://127.0.0.1:${port}/`;
        request.end();
      },
    },
  };
  for (const way of [ways.tunnel, ways.upgrade]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, way);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const heard = new Promise((resolve) => socket.once('message', resolve));
    socket.send('hello');
    expect(String(await heard)).toBe('echo hello');
    socket.terminate();
  }
  await new Promise((resolve) => sockets.close(resolve));
});

test('a tunnel passes the answer to a client that has ended its side', async () => {
  const server = createTcpServer({ allowHalfOpen: true }, async (socket) => {
    const asked = Buffer.concat(await socket.toArray());
    socket.end(`you said ${asked}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { socket } = await connectTo(
    await loopbackGuard(),
    `127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const heard = socket.toArray();
  socket.end('goodbye');
  expect(String(Buffer.concat(await heard))).toBe('you said goodbye');
  await new Promise((resolve) => server.close(resolve));
});

test('a tunnel on which nothing moves is closed, on both sides', async () => {
  const closed = Promise.withResolvers<void>();
  const server = createTcpServer((socket) =>
    socket.on('error', () => {}).once('close', () => closed.resolve()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const guard = await loopbackGuard({ idleTimeoutMs: 1_000 });
  const { socket } = await connectTo(guard, `127.0.0.1:${(server.address() as AddressInfo).port}`);
  await Promise.all([new Promise((resolve) => socket.once('close', resolve)), closed.promise]);
  await new Promise((resolve) => server.close(resolve));
});

test('a page that loads more than it may is cut off, and the reason is known', async () => {
  const { port } = await site((_req, res) => {
    const chunk = Buffer.alloc(256 * 1024);
    const more = () => res.write(chunk, () => !res.destroyed && more());
    more();
  });
  const guard = await loopbackGuard({ maxBytes: 2 ** 20 });
  await expect(get(guard, `http://127.0.0.1:${port}/`)).rejects.toThrow();
  const next = await get(guard, `http://127.0.0.1:${port}/`);
  expect(next.headers['x-showreel-blocked']).toBe('too_much_data');
  expect(guard.explain('127.0.0.1')?.reason).toContain('more than 1 MB');
});

test('a page that sends more requests than it may is refused, and told of once', async () => {
  const { port } = await site();
  const told: string[] = [];
  const guard = await loopbackGuard({ maxRequests: 3, onOverLimit: (limit: string) => told.push(limit) });
  const answers: (string | number)[] = [];
  for (let i = 0; i < 3; i++) answers.push((await get(guard, `http://127.0.0.1:${port}/`)).status);
  for (let i = 0; i < 2; i++)
    answers.push(String((await get(guard, `http://127.0.0.1:${port}/`)).headers['x-showreel-blocked']));
  answers.push((await connectTo(guard, `127.0.0.1:${port}`)).status);
  expect(answers).toEqual([200, 200, 200, 'too_many_requests', 'too_many_requests', 403]);
  expect(told).toEqual(['requests']);
});

test('a host that cannot be reached gives a 502 with the kind of the fault', async () => {
  const closed = await listener();
  await closed.stop();
  const guard = await loopbackGuard({
    connectTimeoutMs: 2_000,
    resolve: async (host: string) => {
      if (host === 'gone.test') throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
      if (host === 'slow.test') return new Promise<string[]>(() => {});
      return ['93.184.215.14'];
    },
    // Stands for the internet, which the machine may not have: one socket never connects, and one breaks.
    dial: (address: string, port: number) => {
      if (address === '127.0.0.1') return connect(port, address);
      const socket = new Socket(); // never connects
      if (port === 81) {
        setImmediate(() => socket.destroy(Object.assign(new Error('no route'), { code: 'ENETUNREACH' })));
      }
      return socket;
    },
  });
  const faultOf = async (target: string) => {
    const { status, headers } = await get(guard, target);
    return [status, headers['x-showreel-fault']];
  };
  expect(await faultOf('http://gone.test/')).toEqual([502, 'dns']);
  expect(await faultOf('http://slow.test/')).toEqual([502, 'timeout']);
  expect(await faultOf('http://silent.test:82/')).toEqual([502, 'timeout']);
  expect(await faultOf('http://unreachable.test:81/')).toEqual([502, 'network']);
  expect(await faultOf(`http://127.0.0.1:${closed.port}/`)).toEqual([502, 'refused']);
  const { status, headers, socket } = await connectTo(guard, `127.0.0.1:${closed.port}`);
  socket.destroy();
  expect([status, headers['x-showreel-fault']]).toEqual([502, 'refused']);
  expect(guard.explain('127.0.0.1')).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(String(closed.port)),
  });
  expect(guard.explain('gone.test')).toMatchObject({
    kind: 'dns',
    reason: expect.stringContaining('gone.test'),
  });
});

test('a host that answers has no fault any more', async () => {
  const server = await site();
  const guard = await loopbackGuard();
  await get(guard, 'http://127.0.0.1:1234/');
  expect(guard.explain('127.0.0.1')?.kind).toBe('refused');
  await get(guard, `http://127.0.0.1:${server.port}/`);
  expect(guard.explain('127.0.0.1')).toBeUndefined();
});

test('an answer that is not valid HTTP, or that breaks off, is a fault and no crash', async () => {
  const speak = async (text: string): Promise<Listener> => {
    const server = createTcpServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(text)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return using({
      port: (server.address() as AddressInfo).port,
      hits: [],
      stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    });
  };
  const guard = await loopbackGuard();
  for (const text of [
    '',
    'SSH-2.0-OpenSSH_9.6\r\n',
    'HTTP/1.1 999999 Odd\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`,
  ]) {
    const { port } = await speak(text);
    expect((await get(guard, `http://127.0.0.1:${port}/`)).headers['x-showreel-fault']).toBe('network');
  }
  const { port } = await speak('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
  await expect(get(guard, `http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('the guard cannot be reached through itself', async () => {
  const guard = await loopbackGuard();
  const answer = await get(guard, `http://127.0.0.1:${new URL(guard.url).port}/`);
  expect(answer.headers['x-showreel-blocked']).toBe('own_proxy');
});

test('stop closes all open connections and frees the port, also when it is called twice', async () => {
  const { port } = await site(() => {}); // never answers
  const guard: Guard = await guardWith({ allowLoopback: true });
  const pending = get(guard, `http://127.0.0.1:${port}/`).catch(() => 'cut');
  const { socket } = await connectTo(guard, `127.0.0.1:${port}`);
  const cut = new Promise((resolve) => socket.once('close', () => resolve('cut')).on('error', () => {}));
  await Promise.all([guard.stop(), guard.stop()]);
  expect(await Promise.all([pending, cut])).toEqual(['cut', 'cut']);
  await expect(fetch(guard.url)).rejects.toThrow();
});

test('a large answer is the same byte for byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 31 + (i >> 8)) & 0xff));
  const { port } = await site((_req, res) => res.end(bytes));
  const answer = await get(await loopbackGuard(), `http://127.0.0.1:${port}/`, {
    headers: { 'accept-encoding': 'identity' },
  });
  const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  expect(digest(answer.body)).toBe(digest(bytes.toString()));
});

const nextChunk = (socket: Socket) => new Promise((resolve) => socket.once('data', resolve));
