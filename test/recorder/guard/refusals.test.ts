import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Guard } from '../../../src/recorder/guard/index.ts';
import { attacks, hostileNames } from './attacks.ts';
import { connectTo, get, guardWith, rawRequest } from './proxy-client.ts';

let guard: Guard;
const dialled: string[] = [];

beforeAll(async () => {
  guard = await guardWith({
    resolve: async (host) => {
      const addresses = hostileNames[host];
      if (!addresses) throw new Error(`no such name: ${host}`);
      return addresses;
    },
    dial: (address, port) => {
      dialled.push(`${address}:${port}`);
      return connect({ host: '127.0.0.1', port: 9 });
    },
  });
});
afterAll(() => guard.stop());

test('there are at least sixty attack addresses', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(60);
});

describe.each(attacks)('%s is refused as %s', (host, code) => {
  test('as http', async () => {
    const answer = await rawRequest(guard, `GET http://${host}/ HTTP/1.1\r\nHost: example.com\r\n`);
    answer.socket.destroy();
    expect([answer.status, answer.headers['x-showreel-blocked']]).toEqual([403, code]);
  });
  test('as CONNECT', async () => {
    const answer = await connectTo(guard, `${host}:443`);
    answer.socket.destroy();
    expect([answer.status, answer.headers['x-showreel-blocked']]).toEqual([403, code]);
  });
});

test('nothing that was refused has been dialled', () => {
  expect(dialled).toEqual([]);
});

test.each([0, 22, 25, 53, 110, 143, 465, 587, 993, 6000, 6667, 10080])('port %i is refused', async (port) => {
  const http = await get(guard, `http://public.test:${port}/`);
  const https = await connectTo(guard, `public.test:${port}`);
  https.socket.destroy();
  expect([http.headers['x-showreel-blocked'], https.headers['x-showreel-blocked']]).toEqual(['port', 'port']);
});

test.each([
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://127.0.0.1:6379/_INFO', 'scheme'],
  ['https://example.com/', 'scheme'],
  ['http:///', 'spelling'],
])('%s is refused, since a proxy is asked for http alone', async (target, code) => {
  const answer = await rawRequest(guard, `GET ${target} HTTP/1.1\r\nHost: example.com\r\n`);
  answer.socket.destroy();
  expect([answer.status, answer.headers['x-showreel-blocked']]).toEqual([403, code]);
});

test('digits of other scripts do not even pass the parser', async () => {
  const answer = await rawRequest(guard, 'GET http://\u2460\u2461\u2466.0.0.1/ HTTP/1.1\r\nHost: a\r\n');
  answer.socket.destroy();
  expect(answer.status).toBe(400);
});

test('an invalid port is refused', async () => {
  for (const authority of ['example.com', 'example.com:', 'example.com:99999', 'example.com:http']) {
    const answer = await connectTo(guard, authority);
    answer.socket.destroy();
    expect([authority, answer.status]).toEqual([authority, expect.toBeOneOf([400, 403])]);
  }
});

test('the reason is kept for the host, in words, and in the list', async () => {
  await get(guard, 'http://10.9.8.7/');
  expect(guard.explain('10.9.8.7')).toEqual({
    kind: 'blocked',
    code: 'private',
    reason: expect.stringContaining('10.9.8.7 is a private address'),
  });
  expect(guard.explain('10.9.8.7:80')?.code).toBe('private');
  expect(guard.refusals().at(-1)).toMatchObject({ host: '10.9.8.7', port: 80, code: 'private' });
  await get(guard, 'http://router.attacker.test/');
  expect(guard.explain('router.attacker.test')?.reason).toContain('router.attacker.test (192.168.1.1)');
  expect(guard.explain('never-asked.test')).toBeUndefined();
});

test('a client without the credentials gets nothing, not even a refusal, which would tell about the network', async () => {
  for (const head of [
    'GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\n',
    'CONNECT 127.0.0.1:443 HTTP/1.1\r\nHost: a\r\n',
    'GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
    'GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic c2hvd3JlZWw6eA==\r\n',
  ]) {
    const answer = await rawRequest(guard, head, false);
    answer.socket.destroy();
    expect([answer.status, answer.headers['x-showreel-blocked']]).toEqual([407, undefined]);
  }
});

test('a web page of another browser that finds the port gets a 400, whatever it asks', async () => {
  const answer = await fetch(`${guard.url}/http://example.com/`);
  expect(answer.status).toBe(400);
});
