import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Guard, GuardOptions } from '../../../src/recorder/guard/index.ts';
import { connectTo, get, guardWith, type Listener, listener } from './proxy-client.ts';

/**
 * A test machine may reach no public address. So the last step, the TCP connection to a checked address, is noted and redirected to
 * a listener of the test.
 */
let server: Listener;
let guard: Guard;
let dialled: string[];
beforeEach(async () => {
  dialled = [];
  server = await listener((req, res) => {
    if (req.url === '/to-loopback')
      res.writeHead(302, { location: `http://127.0.0.1:${server.port}/secret` });
    res.end('page');
  });
});
afterEach(async () => {
  await guard.stop();
  await server.stop();
});

const startWith = async (resolve: GuardOptions['resolve'], unreachable: string[] = []) => {
  guard = await guardWith({
    ...(resolve && { resolve }),
    dial: (address) => {
      dialled.push(address);
      return connect({ host: '127.0.0.1', port: unreachable.includes(address) ? 1 : server.port });
    },
  });
};

test('a name that is public when it is checked and private a moment later is dialled where it was checked', async () => {
  let asked = 0;
  await startWith(async () => (asked++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']));
  expect((await get(guard, 'http://rebind.test/')).body).toBe('page');
  const tunnel = await connectTo(guard, 'rebind.test:443');
  tunnel.socket.destroy();
  expect(tunnel.status).toBe(200);
  expect(dialled).toEqual(['93.184.215.14', '93.184.215.14']);
  expect(asked).toBe(1);
});

test('forty connections at once ask for a name once', async () => {
  let asked = 0;
  await startWith(async () => {
    asked++;
    return ['93.184.215.14'];
  });
  const tunnels = await Promise.all(Array.from({ length: 40 }, () => connectTo(guard, 'busy.test:443')));
  for (const { socket } of tunnels) socket.destroy();
  expect(asked).toBe(1);
});

test('a name that is private when it is checked is refused, and asking again does not help', async () => {
  let asked = 0;
  await startWith(async () => (asked++ === 0 ? ['127.0.0.1'] : ['93.184.215.14']));
  expect((await get(guard, 'http://rebind.test/')).status).toBe(403);
  expect((await get(guard, 'http://rebind.test/')).status).toBe(403);
  expect(dialled).toEqual([]);
});

test('of several addresses only the public ones are dialled, the next when one does not answer', async () => {
  await startWith(
    async () => ['10.0.0.1', '2606:4700::1111', '::1', '93.184.215.14', '169.254.169.254'],
    ['2606:4700::1111'],
  );
  expect((await get(guard, 'http://mixed.test/')).status).toBe(200);
  expect(dialled).toEqual(['2606:4700::1111', '93.184.215.14']);
});

test('localhost is never asked of a name server', async () => {
  const asked: string[] = [];
  await startWith(async (host) => {
    asked.push(host);
    return ['93.184.215.14'];
  });
  expect((await get(guard, 'http://localhost/')).headers['x-showreel-blocked']).toBe('loopback');
  expect((await get(guard, 'http://x.localhost/')).headers['x-showreel-blocked']).toBe('loopback');
  expect([asked, dialled]).toEqual([[], []]);
});

test('a redirect from a public page to a private address is passed on, and refused when it is followed', async () => {
  await startWith(async () => ['93.184.215.14']);
  const answer = await get(guard, 'http://public.test/to-loopback');
  expect(answer.status).toBe(302);
  const followed = await get(guard, String(answer.headers.location));
  expect([followed.status, followed.headers['x-showreel-blocked']]).toEqual([403, 'loopback']);
  expect(server.hits.map((hit) => hit.url)).toEqual(['/to-loopback']);
});
