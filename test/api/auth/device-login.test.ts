import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedClock } from '../../../src/clock.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';

const clock = fixedClock('2026-05-01T10:00:00Z');
let api: TestApi;
let user: SignedIn;
beforeAll(async () => {
  api = await startApi({ clock });
  user = await api.signUp();
});
afterAll(() => api?.stop());

interface Codes {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}
const open = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.request('POST', `/api/v1/device/${path}`, { key: null, body, headers });
const begin = async (body: object = { client_name: 'showreel on laptop', scope: 'write' }) =>
  (await open('code', body)).body as never as Codes;
const poll = (device_code: string) => open('token', { device_code });
const decide = (what: 'authorize' | 'deny', user_code: string, by = user) =>
  by.request('POST', `/api/v1/device/${what}`, { body: { user_code } });
const asForm = (fields: Record<string, string>) =>
  [new URLSearchParams(fields).toString(), { 'Content-Type': 'application/x-www-form-urlencoded' }] as const;

describe('a login', () => {
  test('starts with codes, and the address where to type them', async () => {
    const codes = await begin();
    expect(codes).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${api.baseUrl}/device`,
      verification_uri_complete: `${api.baseUrl}/device?user_code=${codes.user_code}`,
      expires_in: 900,
      interval: 5,
    });
  });

  test('gives a live key once, named after the client, to the account of the person who approved it', async () => {
    const { device_code, user_code } = await begin();
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
    const allowed = await decide('authorize', user_code.toLowerCase().replace('-', ' '));
    expect([allowed.status, allowed.body]).toEqual([200, { ok: true, client_name: 'showreel on laptop' }]);
    const answer = await poll(device_code);
    expect([answer.status, answer.body]).toEqual([
      200,
      { access_token: expect.stringMatching(/^sr_live_/), token_type: 'bearer', scope: 'write' },
    ]);
    const key = String((answer.body as { access_token?: string }).access_token);
    const keys = (await api.request('GET', '/api/v1/api-keys', { key })).body as never as {
      keys: { name: string; type: string; key_prefix: string }[];
    };
    expect(keys.keys).toMatchObject([
      { name: 'showreel on laptop', type: 'live', key_prefix: key.slice(0, 12) },
    ]);
    expect((await user.request('GET', '/api/v1/api-keys')).body).toMatchObject({
      keys: [{ name: 'showreel on laptop' }],
    });
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'expired_token' } });
  });

  test('gives one key to twenty polls at once', async () => {
    const { device_code, user_code } = await begin({ client_id: 'twenty' });
    await decide('authorize', user_code);
    const second = await api.second();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const answer = await fetch(`${n % 2 ? api.baseUrl : second.baseUrl}/api/v1/device/token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ device_code }),
        });
        return { status: answer.status, body: (await answer.json()) as { error?: string } };
      }),
    );
    await second.stop();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'expired_token')).toHaveLength(19);
    const made = await api.services.sql`select from api_keys where name = 'twenty'`;
    expect(made).toHaveLength(1);
  });

  test('keeps neither code nor key in clear', async () => {
    const { device_code, user_code } = await begin();
    await decide('authorize', user_code);
    const { sql } = api.services;
    const [row] = await sql<{ text: string }[]>`
      select string_agg(device_logins::text, ' ') as text from device_logins`;
    for (const secret of [device_code, user_code, user_code.replace('-', ''), 'sr_live_'])
      expect(row!.text).not.toContain(secret);
    await poll(device_code);
    const events = await sql<{ data: string }[]>`
      select data::text from events where type = 'ApiKeyCreated' order by position desc limit 1`;
    expect(events[0]!.data).not.toMatch(/sr_live_[\w-]{10}/);
  });

  test('that nobody decides ends after fifteen minutes, for the poll and for the person', async () => {
    const [waiting, allowed] = [await begin(), await begin()];
    await decide('authorize', allowed.user_code);
    clock.advance(899_999);
    expect((await poll(waiting.device_code)).body.error).toBe('authorization_pending');
    clock.advance(1);
    for (const { device_code } of [waiting, allowed])
      expect(await poll(device_code)).toMatchObject({
        status: 400,
        body: { error: 'expired_token', code: 'expired_token', requestId: expect.any(String) },
      });
    expect((await decide('authorize', waiting.user_code)).status).toBe(404);
    await begin();
    const [left] = await api.services.sql<{ count: number }[]>`
      select count(*)::int as count from device_logins where expires_at <= ${clock.now()}`;
    expect(left!.count).toBe(0);
  });

  test('that is denied says so', async () => {
    const { device_code, user_code } = await begin();
    expect((await decide('deny', user_code)).body).toEqual({ ok: true, client_name: 'showreel on laptop' });
    for (let n = 0; n < 2; n++)
      expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  });

  test('is decided once, by one person', async () => {
    const other = await api.signUp();
    for (const first of ['authorize', 'deny'] as const) {
      const { user_code } = await begin();
      const answers = await Promise.all([user, other].map((by) => decide(first, user_code, by)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      for (const again of ['authorize', 'deny'] as const)
        expect(await decide(again, user_code)).toMatchObject({
          status: 409,
          body: { code: 'device_code_used' },
        });
    }
  });
});

describe('a poll', () => {
  test('that comes too early is told to slow down, and the interval grows by five seconds each time', async () => {
    const { device_code } = await begin();
    const statusAfter = async (ms: number) => {
      clock.advance(ms);
      const { status, body, headers } = await poll(device_code);
      return [status, body.error, headers.get('retry-after')];
    };
    const [pending, slower] = [
      [400, 'authorization_pending', null],
      (sec: string) => [429, 'slow_down', sec],
    ] as const;
    expect(await statusAfter(0)).toEqual(pending);
    expect(await statusAfter(5000)).toEqual(pending);
    expect(await statusAfter(4000)).toEqual(slower('10'));
    expect(await statusAfter(9000)).toEqual(slower('15'));
    expect(await statusAfter(15_000)).toEqual(pending);
  });

  test('is never too early once the login was approved', async () => {
    const { device_code, user_code } = await begin();
    await poll(device_code);
    await decide('authorize', user_code);
    expect((await poll(device_code)).status).toBe(200);
  });

  test('says what is wrong with it', async () => {
    const { device_code } = await begin();
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    expect(await open('token', {})).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', error: expect.stringContaining('`device_code`') },
    });
    expect(await open('token', { device_code, grant_type: 'password' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type', code: 'unsupported_grant_type' },
    });
    expect((await open('token', { device_code, grant_type: grant })).body.error).toBe(
      'authorization_pending',
    );
    expect((await open('token', { device_code: 'unknown' })).body.error).toBe('expired_token');
    expect((await open('token', 'x', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

describe('starting and deciding a login', () => {
  test('takes JSON and forms, a name or a client id or nothing, and no other scope than write', async () => {
    expect((await open('code', ...asForm({ client_id: 'cli', scope: 'write' }))).status).toBe(200);
    expect((await open('code', undefined)).status).toBe(200);
    expect((await open('code', { client_name: 'n'.repeat(100) })).status).toBe(200);
    for (const body of [
      { scope: 'read' },
      { client_name: '' },
      { client_name: 'n'.repeat(101) },
      { client_id: 7 },
    ])
      expect(await open('code', body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const named = await begin({ client_name: 'Named', client_id: 'cli' });
    expect((await decide('authorize', named.user_code)).body).toMatchObject({ client_name: 'Named' });
  });

  test('requires a session to decide: a live key is a 401, another site a 403, an unknown code a 404', async () => {
    const { user_code } = await begin();
    for (const what of ['authorize', 'deny'] as const) {
      const path = `/api/v1/device/${what}`;
      for (const key of [api.key, null])
        expect((await api.request('POST', path, { key, body: { user_code } })).status).toBe(401);
      const headers = { Origin: 'https://elsewhere.example' };
      expect((await user.request('POST', path, { body: { user_code }, headers })).status).toBe(403);
      for (const unknown of ['WDJB-MJHT', 'no code', '☃'])
        expect(await decide(what, unknown)).toMatchObject({
          status: 404,
          body: { code: 'device_code_not_found' },
        });
      expect((await user.request('POST', path, { body: {} })).status).toBe(400);
    }
    expect((await decide('authorize', user_code)).status).toBe(200);
  });

  test('is limited to ten codes a minute for an address, in every process', async () => {
    const limited = await startApi({ config: { limits: { enabled: true } } });
    const second = await limited.second();
    const answers = [];
    for (let n = 0; n < 12; n++)
      answers.push(
        await fetch(`${n % 2 ? limited.baseUrl : second.baseUrl}/api/v1/device/code`, { method: 'POST' }),
      );
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(answers[0]!.headers.get('ratelimit-limit')).toBe('10');
    expect(Number(answers[11]!.headers.get('retry-after'))).toBeGreaterThan(0);
    await second.stop();
    await limited.stop();
  });
});

describe('a real OAuth 2.0 client', () => {
  test('logs in, form-encoded, and gets a key that works', async () => {
    // This test runs in real time, since the library waits for the interval.
    const live = await startApi();
    const metadata = {
      issuer: live.baseUrl,
      device_authorization_endpoint: `${live.baseUrl}/api/v1/device/code`,
      token_endpoint: `${live.baseUrl}/api/v1/device/token`,
    };
    const config = new oauth.Configuration(metadata, 'showreel-cli', undefined, oauth.None());
    oauth.allowInsecureRequests(config);
    const codes = await oauth.initiateDeviceAuthorization(config, { scope: 'write' });
    const polling = oauth.pollDeviceAuthorizationGrant(config, codes);
    const person = await live.signUp();
    const body = { user_code: codes.user_code };
    const allowed = await person.request('POST', '/api/v1/device/authorize', { body });
    expect(allowed.body).toEqual({ ok: true, client_name: 'showreel-cli' });
    const tokens = await polling;
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'write' });
    const me = await live.request('GET', '/api/v1/projects', { key: tokens.access_token });
    expect(me.status).toBe(200);

    const denied = await oauth.initiateDeviceAuthorization(config, {});
    await person.request('POST', '/api/v1/device/deny', { body: { user_code: denied.user_code } });
    await expect(
      oauth.pollDeviceAuthorizationGrant(config, { ...denied, interval: 1 }),
    ).rejects.toMatchObject({
      error: 'access_denied',
    });
    await live.stop();
  });
});
