import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';

const running: TestApi[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await serviceOn('127.0.0.1', 'https://films.example.com');
});
afterAll(async () => {
  for (const one of running) await one.stop();
});

async function serviceOn(host: string, publicUrl: string | null): Promise<TestApi> {
  const started = await startApi({ config: { host, publicUrl } });
  running.push(started);
  return started;
}

/** The status of a request that claims to be for `host`, and its code where it is an error. */
async function ask({ baseUrl }: TestApi, host: string, path = '/api/v1/health', headers = {}) {
  const asked = request(`${baseUrl}${path}`, { headers: { ...headers, host } });
  asked.end();
  const event =
    'upgrade' in headers
      ? Promise.race([once(asked, 'response'), once(asked, 'upgrade')])
      : once(asked, 'response');
  const [answer] = (await event) as [IncomingMessage];
  const body = answer.headers['content-type']?.includes('json')
    ? ((await json(answer)) as { code?: string; error?: string })
    : {};
  answer.destroy();
  return { status: answer.statusCode, code: body.code, error: body.error };
}

describe('A service on loopback', () => {
  test.each([
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1',
    '127.0.0.1:80',
    '[::1]:3000',
    'films.example.com',
    'films.example.com:8443',
  ])('answers for %s', async (host) => expect(await ask(api, host)).toMatchObject({ status: 200 }));

  test.each([
    'rebound.example',
    'rebound.example:3000',
    '127.0.0.1.nip.example',
    'localhost.example',
    '10.0.0.5',
    'example.com',
  ])('refuses a request for %j', async (host) => {
    expect(await ask(api, host)).toMatchObject({ status: 421, code: 'misdirected_request' });
    for (const path of ['/', '/sdk.js', '/api/v1/demos', '/api/auth/get-session', '/nowhere'])
      expect([path, (await ask(api, host, path)).status]).toEqual([path, 421]);
  });

  test('says how to name the address that people use', async () => {
    const { error } = await ask(api, 'rebound.example');
    expect(error).toContain('SHOWREEL_PUBLIC_URL');
    expect(error).not.toContain('rebound.example');
  });

  test('refuses a WebSocket for another name, before it looks at its ticket', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expect(await ask(api, 'rebound.example', '/api/ws/demo_1', headers)).toMatchObject({ status: 421 });
    expect(await ask(api, 'localhost', '/api/ws/demo_1', headers)).toMatchObject({ status: 401 });
  });
});

test('A service that listens for everybody answers for any name', async () => {
  const open = await serviceOn('0.0.0.0', null);
  expect(await ask(open, 'films.example.org')).toMatchObject({ status: 200 });
});
