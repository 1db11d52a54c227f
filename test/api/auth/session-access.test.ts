import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { protectedProcedure, router } from '../../../src/domain/procedure.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { queueDemo } from '../../support/film.ts';

let api: TestApi;
let user: SignedIn;
beforeAll(async () => {
  api = await startApi();
  user = await api.signUp();
});
afterAll(() => api.stop());

describe('a session opens', () => {
  test("its user's own projects and demos, and demos are marked as made by hand", async () => {
    const project = await user.request('POST', '/api/v1/projects', {
      body: { name: 'Mine', url: 'https://example.com/' },
    });
    expect(project.status).toBe(201);
    const { id } = project.body as unknown as { id: string };
    const demo = await user.request('POST', '/api/v1/demos', {
      body: { project_id: id, prompt: 'Show it' },
    });
    expect(demo.status).toBe(202);
    const { projects } = (await user.request('GET', '/api/v1/projects')).body as unknown as {
      projects: { id: string }[];
    };
    expect(projects.map((one) => one.id)).toEqual([id]);
  });

  test("nobody else's: another user's records are not there", async () => {
    const demo = await queueDemo(api);
    expect((await user.request('GET', `/api/v1/demos/${demo.id}`)).status).toBe(404);
    expect((await user.request('DELETE', `/api/v1/demos/${demo.id}`)).status).toBe(404);
    const [row] = await api.services.sql<[{ id: string }]>`
      select id from projects where user_id = ${api.owner.userId} limit 1`;
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await user.request(method, `/api/v1/projects/${row.id}`)).status).toBe(404);
  });

  test('nothing where a key is presented: the key decides, valid or not', async () => {
    const owners = await user.request('GET', '/api/v1/usage', { key: api.key });
    expect(owners.body).toMatchObject({ plan: { id: 'unlimited' } });
    const unknown: Record<string, string>[] = [
      { 'x-api-key': 'sr_live_unknown' },
      { authorization: 'Bearer sr_live_unknown' },
    ];
    for (const headers of unknown)
      expect((await user.request('GET', '/api/v1/usage', { headers })).status).toBe(401);
    const key = await api.publishableKey();
    expect((await user.request('GET', '/api/v1/usage', { headers: { 'x-api-key': key } })).status).toBe(401);
  });

  test('neither embeds nor webhooks, which are for sites and pipelines', async () => {
    const body = { project_id: 'proj_1', prompt: 'Show it' };
    expect((await user.request('POST', '/api/v1/embed/generate', { body })).status).toBe(401);
    expect((await user.request('POST', '/api/v1/webhooks/projects/proj_1/refresh')).status).not.toBe(200);
  });
});

describe('of the kinds of operation', () => {
  let kinds: TestApi;
  beforeAll(async () => {
    const operation = (path: string, access: 'account' | 'upload' | 'session') =>
      protectedProcedure
        .meta({ openapi: { method: 'POST', path: `/${path}`, summary: path }, access })
        .input(z.object({}))
        .output(z.object({ userId: z.string(), via: z.string() }))
        .mutation(({ ctx: { caller } }) => ({ userId: caller.userId, via: caller.via }));
    kinds = await startApi({
      router: router({
        account: operation('account', 'account'),
        upload: operation('upload', 'upload'),
        session: operation('session', 'session'),
      }),
    });
  });
  afterAll(() => kinds.stop());

  test.each(['account', 'upload', 'session'])('`%s` takes a session', async (path) => {
    const signedIn = await kinds.signUp();
    const answer = await signedIn.request('POST', `/api/v1/${path}`);
    expect(answer).toMatchObject({ status: 200, body: { userId: signedIn.userId, via: 'session' } });
    expect((await kinds.request('POST', `/api/v1/${path}`, { key: null })).status).toBe(401);
  });

  test('`session` takes no key', async () => {
    expect((await kinds.request('POST', '/api/v1/session')).status).toBe(401);
    expect((await kinds.request('POST', '/api/v1/account')).status).toBe(200);
  });

  test('each is counted for the user, in whichever of their sessions', async () => {
    const limited = await startApi({ config: { limits: { enabled: true, writesPerMinute: 3 } } });
    const one = await limited.signUp();
    const body = { email: one.email, password: one.password };
    const again = await limited.request('POST', '/api/auth/sign-in/email', { key: null, body });
    const other = { cookie: again.headers.getSetCookie()[0]!.split(';')[0]! };
    const write = (headers: Record<string, string>) =>
      limited.request('POST', '/api/v1/projects', { key: null, headers, body: {} });
    const statuses = [];
    for (const headers of [{ cookie: one.cookie }, other, { cookie: one.cookie }, other])
      statuses.push((await write(headers)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    await limited.stop();
  });
});

describe('a foreign Origin', () => {
  const own = () => api.baseUrl;
  const refused = { status: 403, body: { code: 'foreign_origin' } };
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { origin: 'file://' },
  ];

  test.each(foreign)('%j may not use the cookie, neither to write nor to read', async (headers) => {
    const body = { name: 'Theirs', url: 'https://example.com/' };
    expect(await user.request('POST', '/api/v1/projects', { headers, body })).toMatchObject(refused);
    expect(await user.request('GET', '/api/v1/projects', { headers })).toMatchObject(refused);
    expect(await user.request('DELETE', '/api/v1/projects/proj_1', { headers })).toMatchObject(refused);
  });

  test.each(foreign)('%j can neither sign anybody in nor out nor up', async (headers) => {
    const { email, password } = user;
    const signIn = await api.request('POST', '/api/auth/sign-in/email', {
      key: null,
      headers,
      body: { email, password },
    });
    expect(signIn).toMatchObject(refused);
    expect(signIn.headers.getSetCookie()).toEqual([]);
    const body = { email: 'new@example.com', password: 'long enough' };
    expect(await api.request('POST', '/api/auth/sign-up/email', { key: null, headers, body })).toMatchObject(
      refused,
    );
    expect(await user.request('POST', '/api/auth/sign-out', { headers })).toMatchObject(refused);
    expect(await user.request('GET', '/api/auth/get-session', { headers })).toMatchObject(refused);
    expect((await user.request('GET', '/api/v1/projects')).status).toBe(200);
  });

  test('is recognised by Sec-Fetch-Site and Referer where a write has no Origin', async () => {
    const write = (headers: Record<string, string>) =>
      user.request('POST', '/api/v1/projects', { headers, body: {} });
    expect(await write({ referer: 'https://evil.example/page' })).toMatchObject(refused);
    expect(await write({ referer: 'not an address' })).toMatchObject(refused);
    expect(await write({ 'sec-fetch-site': 'cross-site' })).toMatchObject(refused);
    expect(await write({ 'sec-fetch-site': 'same-site' })).toMatchObject(refused);
    // The input is checked after the credential, so the request got that far.
    expect((await write({ referer: `${own()}/sign-in` })).status).toBe(400);
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(400);
  });

  test('our own pages, and programs that send none, are let in', async () => {
    const body = {};
    expect(
      (await user.request('POST', '/api/v1/projects', { headers: { origin: own() }, body })).status,
    ).toBe(400);
    expect((await user.request('POST', '/api/v1/projects', { body })).status).toBe(400);
    expect((await user.request('GET', '/api/v1/projects', { headers: { origin: own() } })).status).toBe(200);
    // A visitor followed a link to this service.
    const followed = { referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' };
    expect((await user.request('GET', '/api/v1/projects', { headers: followed })).status).toBe(200);
  });

  test('does not matter to a key, nor where no credential is needed', async () => {
    const headers = { origin: 'https://customer.example' };
    expect((await api.request('GET', '/api/v1/projects', { headers })).status).toBe(200);
    expect((await user.request('GET', '/api/v1/projects', { headers, key: api.key })).status).toBe(200);
    expect((await user.request('GET', '/api/v1/health', { headers })).status).toBe(200);
  });

  test('may not watch by WebSocket, our own may', async () => {
    const project = await user.request('POST', '/api/v1/projects', {
      body: { name: 'Mine', url: 'https://example.com/' },
    });
    const { id: projectId } = project.body as unknown as { id: string };
    const demo = await user.request('POST', '/api/v1/demos', {
      body: { project_id: projectId, prompt: 'Show it' },
    });
    const { id } = demo.body as unknown as { id: string };
    const upgrade = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${api.baseUrl.replace('http', 'ws')}/api/ws/${id}`, { headers });
        socket.on('open', () => socket.close());
        socket.on('close', () => resolve('opened'));
        socket.on('unexpected-response', (request, answer) => {
          request.destroy();
          resolve(answer.statusCode);
        });
        socket.on('error', () => undefined);
      });
    const { cookie } = user;
    expect(await upgrade({ cookie, origin: own() })).toBe('opened');
    expect(await upgrade({ cookie })).toBe('opened');
    expect(await upgrade({ cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await upgrade({ cookie: 'showreel.session_token=forged' })).toBe(401);
    const stranger = await api.signUp();
    expect(await upgrade({ cookie: stranger.cookie })).toBe(404);
  });
});

describe('behind https', () => {
  let secure: TestApi;
  beforeAll(async () => {
    secure = await startApi({ config: { publicUrl: 'https://showreel.example' } });
  });
  afterAll(() => secure.stop());

  test('the cookie is Secure, by a name that only https can set', async () => {
    const { cookie } = await secure.signUp();
    expect(cookie).toMatch(/^__Secure-showreel\.session_token=/);
    const signedIn = { key: null, headers: { cookie } };
    expect((await secure.request('GET', '/api/v1/projects', signedIn)).status).toBe(200);
    const plain = { key: null, headers: { cookie: cookie.replace('__Secure-', '') } };
    expect((await secure.request('GET', '/api/v1/projects', plain)).status).toBe(401);
    const out = await secure.request('POST', '/api/auth/sign-out', signedIn);
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Secure-showreel\.session_token=;.*Secure/);
    expect((await secure.request('GET', '/api/v1/projects', signedIn)).status).toBe(401);
  });

  test.each([
    ['https://showreel.example', 200],
    ['http://showreel.example', 403],
    ['https://showreel.example:8443', 403],
    ['https://showreel.example.evil.example', 403],
    ['https://sub.showreel.example', 403],
  ])('the Origin %s gets a %i', async (origin, status) => {
    const { cookie } = await secure.signUp();
    const headers = { cookie, origin };
    expect((await secure.request('GET', '/api/v1/projects', { key: null, headers })).status).toBe(status);
  });
});

describe('what a proxy says', () => {
  const forwarded = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'showreel.example',
    'x-forwarded-for': '203.0.113.7',
  };
  const signUp = (on: TestApi, email: string, more: Record<string, string> = {}) =>
    on.request('POST', '/api/auth/sign-up/email', {
      key: null,
      headers: { ...forwarded, ...more },
      body: { email, password: 'long enough' },
    });
  const pollUrl = async (on: TestApi) => {
    const project = await on.request('POST', '/api/v1/projects', {
      body: { name: 'Mine', url: 'https://example.com/' },
    });
    const { id } = project.body as unknown as { id: string };
    const body = { project_id: id, prompt: 'Show it' };
    const demo = await on.request('POST', '/api/v1/demos', { headers: forwarded, body });
    return (demo.body as unknown as { pollUrl: string }).pollUrl;
  };

  test('is not believed unless it is set so', async () => {
    const answer = await signUp(api, 'proxied@example.com');
    expect(answer.headers.getSetCookie()[0]).toMatch(/^showreel\.session_token=/);
    const origin = 'https://showreel.example';
    expect((await signUp(api, 'other@example.com', { origin })).status).toBe(403);
    expect(await pollUrl(api)).toContain(api.baseUrl);
  });

  test('decides address, https and name where it is trusted', async () => {
    const trusting = await startApi({
      config: { trustProxy: 1, limits: { enabled: true, signUpsPerMinute: 2 } },
    });
    const origin = 'https://showreel.example';
    const answer = await signUp(trusting, 'proxied@example.com', { origin });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-showreel\.session_token=.*Secure/);
    expect(await pollUrl(trusting)).toContain('https://showreel.example/');
    expect((await signUp(trusting, 'b@example.com')).status).toBe(200);
    const third = await signUp(trusting, 'c@example.com');
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
    // The caller invented everything before the proxy's own entry.
    const invented = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    expect((await signUp(trusting, 'd@example.com', invented)).status).toBe(429);
    const somebodyElse = { 'x-forwarded-for': '203.0.113.8' };
    expect((await signUp(trusting, 'e@example.com', somebodyElse)).status).toBe(200);
    await trusting.stop();
  });
});
