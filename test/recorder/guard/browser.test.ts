import { createSocket } from 'node:dgram';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Guard, guardFlags, presentCredentials } from '../../../src/recorder/guard/index.ts';
import { guardWith, type Listener, listener } from './proxy-client.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function launch(flags: string[]): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: process.env.SHOWREEL_CHROMIUM ?? (await chromium.executablePath()),
    headless: 'shell',
    pipe: true,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox', '--no-zygote'] : []), ...flags],
  });
  cleanUps.push(() => browser.close());
  return browser;
}

async function guardedPage(guard: Guard): Promise<Page> {
  cleanUps.push(() => guard.stop());
  const page = await (await launch(guardFlags(guard))).newPage();
  const session = await page.createCDPSession();
  await presentCredentials(session, guard.credentials);
  await session.detach();
  return page;
}

interface Victim {
  tcpPort: number;
  udpPort: number;
  tcpHits: string[];
  udpHits: number;
}

/** A service that no page may reach, here on loopback. It notes every connection, the first line of a request, and UDP packets. */
async function startVictim(): Promise<Victim> {
  const tcp = createServer((socket) => {
    victim.tcpHits.push('connection');
    socket
      .on('error', () => {})
      .on('data', (chunk) => victim.tcpHits.push(String(chunk).split('\r\n')[0] ?? ''));
    setTimeout(() => socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'), 20);
  });
  const udp = createSocket('udp4').on('message', () => {
    victim.udpHits++;
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const victim: Victim = {
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    tcpHits: [],
    udpHits: 0,
  };
  cleanUps.push(() => new Promise((resolve) => tcp.close(resolve)));
  cleanUps.push(() => new Promise<void>((resolve) => udp.close(resolve)));
  return victim;
}

/** A page that tries every way to reach the victim. Each path names its way, for the failure message. */
const hostilePage = ({
  tcpPort,
  udpPort,
}: Victim) => `<!doctype html><meta charset="utf-8"><title>hostile</title>
<link rel="prefetch" href="http://127.0.0.1:${tcpPort}/prefetch">
<link rel="preconnect" href="http://127.0.0.1:${tcpPort}">
<link rel="preload" as="image" href="http://127.0.0.1:${tcpPort}/preload">
<link rel="modulepreload" href="http://127.0.0.1:${tcpPort}/modulepreload">
<link rel="stylesheet" href="http://127.0.0.1:${tcpPort}/stylesheet">
<link rel="icon" href="http://127.0.0.1:${tcpPort}/icon">
<style>@font-face{font-family:x;src:url(http://127.0.0.1:${tcpPort}/font)} p{font-family:x;background:url(http://127.0.0.1:${tcpPort}/background)}</style>
<p>text</p>
<img src="http://127.0.0.1:${tcpPort}/img"><img src="http://localhost:${tcpPort}/localhost"><img src="//2130706433:${tcpPort}/decimal">
<iframe src="http://127.0.0.1:${tcpPort}/iframe"></iframe>
<iframe srcdoc='<img src="http://0x7f.1:${tcpPort}/srcdoc">'></iframe>
<object data="http://127.0.0.1:${tcpPort}/object"></object><video src="http://127.0.0.1:${tcpPort}/video"></video>
<script src="http://127.0.0.1:${tcpPort}/script"></script>
<script type="speculationrules">{"prerender":[{"urls":["http://127.0.0.1:${tcpPort}/prerender"]}]}</script>
<iframe name="sink"></iframe><form id="form" method="post" target="sink" action="http://127.0.0.1:${tcpPort}/form"><input name="a" value="b"></form>
<script>
const victim = 'http://127.0.0.1:${tcpPort}';
const attempt = (way) => { try { way(); } catch {} };
attempt(() => fetch(victim + '/fetch', { mode: 'no-cors' }).catch(() => {}));
attempt(() => fetch('https://127.0.0.1:${tcpPort}/fetch-tls', { mode: 'no-cors' }).catch(() => {}));
attempt(() => fetch('/redirect', { mode: 'no-cors' }).catch(() => {}));
attempt(() => fetch('http://rebind.test:${tcpPort}/rebind', { mode: 'no-cors' }).catch(() => {}));
attempt(() => { const x = new XMLHttpRequest(); x.open('POST', victim + '/xhr'); x.send('x'); });
attempt(() => navigator.sendBeacon(victim + '/beacon', 'x'));
attempt(() => new EventSource(victim + '/events'));
attempt(() => new WebSocket('ws://127.0.0.1:${tcpPort}/ws'));
attempt(() => new WebSocket('wss://127.0.0.1:${tcpPort}/wss'));
attempt(() => new Worker(URL.createObjectURL(new Blob(["fetch('" + victim + "/worker', {mode: 'no-cors'}).catch(() => {}); new WebSocket('ws://127.0.0.1:${tcpPort}/worker-ws')"]))));
attempt(() => new WebTransport('https://127.0.0.1:${udpPort}/quic'));
attempt(() => window.open(victim + '/popup'));
attempt(() => document.getElementById('form').submit());
attempt(() => {
  const rtc = new RTCPeerConnection({ iceServers: [
    { urls: 'stun:127.0.0.1:${udpPort}' },
    { urls: 'turn:127.0.0.1:${udpPort}?transport=udp', username: 'a', credential: 'b' },
    { urls: 'turn:127.0.0.1:${tcpPort}?transport=tcp', username: 'a', credential: 'b' },
    { urls: 'turns:127.0.0.1:${tcpPort}?transport=tcp', username: 'a', credential: 'b' },
  ] });
  rtc.createDataChannel('x');
  rtc.createOffer().then((offer) => rtc.setLocalDescription(offer)).then(() => rtc.addIceCandidate({ sdpMid: '0',
    candidate: 'candidate:1 1 udp 2122260223 127.0.0.1 ${udpPort} typ host' })).catch(() => {});
});
attempt(() => {
  // Two peers of the same page, each told that the other is where the victim listens.
  const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()];
  a.createDataChannel('x');
  const point = (d) => ({ type: d.type, sdp: d.sdp + 'a=candidate:1 1 udp 2122260223 127.0.0.1 ${udpPort} typ host\\r\\n' });
  a.createOffer().then(async (offer) => {
    await a.setLocalDescription(offer); await b.setRemoteDescription(point(offer));
    const answer = await b.createAnswer(); await b.setLocalDescription(answer); await a.setRemoteDescription(point(answer));
  }).catch(() => {});
});
</script>`;

const serveHostilePage = async (victim: Victim): Promise<Listener> => {
  const server = await listener((req, res) => {
    if (req.url === '/redirect') {
      res.writeHead(307, { location: `http://127.0.0.1:${victim.tcpPort}/redirected` }).end();
      return;
    }
    res.setHeader('content-type', 'text/html');
    res.end(req.url === '/' ? hostilePage(victim) : '');
  });
  cleanUps.push(() => server.stop());
  return server;
};

test('without the guard the hostile page does reach the victim, so that the next test means something', async () => {
  const victim = await startVictim();
  const { port } = await serveHostilePage(victim);
  const page = await (await launch([])).newPage();
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'domcontentloaded' });
  const ways = [
    '/fetch',
    '/img',
    '/iframe',
    '/ws',
    '/prefetch',
    '/redirected',
    '/worker',
    '/beacon',
    '/form',
  ];
  const missing = () => ways.filter((way) => !victim.tcpHits.join('\n').includes(way));
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
  await expect.poll(() => victim.udpHits, { timeout: 60_000 }).toBeGreaterThan(0);
});

test('a hostile page on a public address cannot reach a loopback service in any way', async () => {
  const victim = await startVictim();
  const { port } = await serveHostilePage(victim);
  let asked = 0;
  const guard = await guardWith({
    resolve: async (host) => {
      if (host === 'rebind.test') return asked++ === 0 ? ['93.184.215.15'] : ['127.0.0.1'];
      return ['93.184.215.14'];
    },
    // The hostile site's public address is the test's own server; any other address goes where TCP would go.
    dial: (address, dialledPort) =>
      address === '93.184.215.14' ? connect(port, '127.0.0.1') : connect(dialledPort, address),
    connectTimeoutMs: 10_000,
  });
  const page = await guardedPage(guard);
  await page.goto('http://hostile.test/', { waitUntil: 'domcontentloaded' });
  const refused = () => guard.refusals().map(({ host, code }) => `${host} ${code}`);
  await expect.poll(() => refused().length, { timeout: 60_000 }).toBeGreaterThan(15);
  // The rest of its ways take a while longer.
  await sleep(2000);
  expect(await page.title()).toBe('hostile');
  expect(victim).toMatchObject({ tcpHits: [], udpHits: 0 });
  expect(refused()).toContain('127.0.0.1 loopback');
  expect(refused()).toContain('localhost loopback');
});

test('a page that is opened on, or redirects to, a private address is blocked and says so', async () => {
  const server = await listener((req, res) => {
    if (req.url === '/away') res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' });
    res.end();
  });
  cleanUps.push(() => server.stop());
  const guard = await guardWith({
    resolve: async () => ['93.184.215.14'],
    dial: () => connect(server.port, '127.0.0.1'),
  });
  const page = await guardedPage(guard);
  const direct = await page.goto('http://192.168.0.1/');
  expect([direct?.status(), direct?.headers()['x-showreel-blocked']]).toEqual([403, 'private']);
  const redirected = await page.goto('http://public.test/away');
  expect([redirected?.status(), redirected?.headers()['x-showreel-blocked']]).toEqual([403, 'metadata']);
  await expect(page.goto('https://10.0.0.1/')).rejects.toThrow('ERR_TUNNEL_CONNECTION_FAILED');
  expect(guard.explain('10.0.0.1')).toMatchObject({ kind: 'blocked', code: 'private' });
});

test('with loopback allowed a page loads with its resources, its stream and its WebSocket', async () => {
  const server = await listener(async (req, res) => {
    if (req.url === '/stream') {
      for (const part of ['one ', 'two ', 'three']) {
        res.write(part);
        await sleep(20);
      }
      res.end();
      return;
    }
    res.setHeader('content-type', 'text/html');
    res.end('<title>ours</title><h1>hello</h1>');
  });
  cleanUps.push(() => server.stop());
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)));
  await new Promise((resolve) => sockets.once('listening', resolve));
  cleanUps.push(() => new Promise((resolve) => sockets.close(resolve)));
  const socketPort = (sockets.address() as AddressInfo).port;
  const page = await guardedPage(await guardWith({ allowLoopback: true }));
  for (const host of ['127.0.0.1', 'localhost', 'app.localhost']) {
    const answer = await page.goto(`http://${host}:${server.port}/`);
    expect([answer?.status(), await page.title()]).toEqual([200, 'ours']);
  }
  expect(await page.evaluate(async () => (await fetch('/stream')).text())).toBe('one two three');
  const echoed = await page.evaluate(
    (port) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
        socket.onopen = () => socket.send('hello');
        socket.onmessage = (event) => resolve(event.data);
        socket.onerror = () => reject(new Error('no WebSocket'));
      }),
    socketPort,
  );
  expect(echoed).toBe('echo hello');
});
