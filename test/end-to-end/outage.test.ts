import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts';
import { atPace, until } from '../support/within.ts';
import { type CreatedDemo, startService, type TestService } from './service.ts';
import { startSite, type TestSite } from './site.ts';

let site: TestSite;
let proxy: DatabaseProxy;
let service: TestService;
let watched: CreatedDemo;

beforeAll(async () => {
  site = await startSite();
  service = await startService({
    role: 'all',
    through: async (url) => {
      proxy = await databaseProxy(url);
      return proxy.url;
    },
  });
  watched = await service.createDemo(`${site.url}/never`);
});
afterEach(async () => {
  await proxy.comeBack();
  await healthyAgain();
});
afterAll(async () => {
  await service?.stop();
  await proxy?.stop();
  await site?.close();
});

interface Timed {
  status: number;
  tookMs: number;
  body: { code?: string; error?: string; requestId?: string; id?: string };
  retryAfter: string | null;
}

async function ask(method: string, path: string, body?: object, headers = {}): Promise<Timed> {
  const sinceMs = performance.now();
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.liveKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Timed['body'],
    tookMs: performance.now() - sinceMs,
    retryAfter: answer.headers.get('retry-after'),
  };
}

const health = async () => {
  const answer = await fetch(`${service.baseUrl}/api/v1/health`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return { status: answer.status, checks };
};
/** Without a restart. A look every second, three seconds of patience and one new connection explain the time. */
const healthyAgain = () =>
  until(async () => (await ask('GET', '/api/v1/projects')).status === 200, 15_000, 200);

const requests = (): Promise<Timed>[] => [
  ask('GET', '/api/v1/projects'),
  ask('GET', '/api/v1/demos'),
  ask('GET', '/api/v1/credits'),
  ask('POST', '/api/v1/projects', { name: 'Lost', url: 'https://example.com' }),
  ask('POST', '/api/v1/credits/purchase', { packId: '5' }),
  ask(
    'POST',
    '/api/auth/sign-in/email',
    { email: 'a@example.com', password: 'long enough' },
    { origin: service.baseUrl },
  ),
];

const isClear503 = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  body: { code: 'unavailable', error: expect.stringContaining('database'), requestId: expect.any(String) },
};

/** How the upgrade of a watcher is answered. */
const upgrade = () =>
  new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
    const socket = new WebSocket(watched.wsUrl, { handshakeTimeout: 20_000 });
    socket.on('unexpected-response', (request, { statusCode, headers }) => {
      resolve({ status: statusCode, retryAfter: headers['retry-after'] });
      request.destroy();
    });
    socket.on('open', () => {
      socket.terminate();
      resolve({ status: 101, retryAfter: undefined });
    });
    socket.on('error', reject);
  });

describe.each<[string, (proxy: DatabaseProxy) => unknown]>([
  ['is gone', (database) => database.goAway()],
  ['is silent', (database) => database.silence()],
  ['answers after eight seconds', (database) => database.delay(8_000)],
])('while the database %s', (_, fail) => {
  test('every request gets a clear 503 in time, and soon at once; health says what is wrong; all is well again by itself', async () => {
    await fail(proxy);
    // Those who ask before anybody knows of the outage wait the longest.
    for (const answer of await Promise.all(requests())) {
      expect(answer).toMatchObject(isClear503);
      expect(answer.tookMs).toBeLessThan(atPace(12_000));
    }
    await sleep(1_000);
    for (const answer of await Promise.all(requests())) {
      expect(answer).toMatchObject(isClear503);
      // Who waited for the database would wait for five seconds.
      expect(answer.tookMs).toBeLessThan(Math.min(4_000, atPace(1_000)));
    }
    expect(await health()).toMatchObject({ status: 503, checks: { database: 'failed', storage: 'ok' } });
    expect(await upgrade()).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    // What needs no database is served all the same.
    expect((await fetch(`${service.baseUrl}/sdk.js`)).status).toBe(200);

    await proxy.comeBack();
    await healthyAgain();
    // Connections that broke in the outage may fail one more request each.
    await until(async () => (await upgrade()).status === 101, 10_000, 200);
    await until(async () => (await health()).status === 200, 10_000, 200);
  });
});

test('a command that got no answer in an outage is done once when it is repeated with its key', async () => {
  const named = { name: `Named ${randomUUID()}`, url: 'https://example.com' };
  const key = { 'idempotency-key': randomUUID() };
  proxy.silence();
  expect((await ask('POST', '/api/v1/projects', named, key)).status).toBe(503);
  await proxy.comeBack();
  await healthyAgain();
  const made = await until(async () => {
    const answer = await ask('POST', '/api/v1/projects', named, key);
    return answer.status === 201 ? answer : null;
  }, 10_000);
  const { body } = await service.request('GET', '/api/v1/projects?limit=100');
  const found = (body as { projects: { id: string; name: string }[] }).projects.filter(
    ({ name }) => name === named.name,
  );
  expect(found.map(({ id }) => id)).toEqual([made.body.id]);
});

test('connections that the network forgot in an outage are given up, and a film that is asked for afterwards is made', async () => {
  await service.request('DELETE', `/api/v1/demos/${watched.id}`);
  proxy.silence();
  expect(await ask('GET', '/api/v1/projects')).toMatchObject(isClear503);
  await sleep(5_000);
  proxy.comeBackForgetful();
  await healthyAgain();
  const demo = await service.createDemo(`${site.url}/`);
  expect(await service.settled(demo.id, 90_000)).toMatchObject({ status: 'ready', error: null });
});

test('a film that runs into an outage becomes ready afterwards, and one that is asked for before it waits', async () => {
  const demos = [await service.createDemo(`${site.url}/`), await service.createDemo(`${site.url}/`)];
  await until(async () => (await service.detail(demos[0]!.id)).status === 'recording', 40_000);
  await proxy.goAway();
  await sleep(6_000);
  await proxy.comeBack();
  await healthyAgain();
  for (const { id } of demos)
    expect(await service.settled(id, 90_000)).toMatchObject({ status: 'ready', error: null });
});
