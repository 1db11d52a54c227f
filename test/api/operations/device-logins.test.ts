import { afterAll, beforeAll, expect } from 'vitest';
import { fixedClock } from '../../../src/clock.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { describeOperation, type Proofs, read } from '../../support/operation.ts';
import { number, refusal, text } from './shapes.ts';

const clock = fixedClock('2026-05-01T10:00:00Z');
let api: TestApi;
let strict: TestApi;
let user: SignedIn;
beforeAll(async () => {
  const limits = { enabled: true, deviceCodesPerMinute: 1 };
  [api, strict] = await Promise.all([startApi({ clock }), startApi({ config: { limits } })]);
  user = await api.signUp();
});
afterAll(async () => {
  await Promise.all([api?.stop(), strict?.stop()]);
});

const ask = (path: string, body: object) =>
  api.request('POST', `/api/v1/device/${path}`, { key: null, body });
const begin = async () => read(await ask('code', { client_name: 'CI' })).body as Record<string, string>;
const poll = (device_code: unknown) => ask('token', { device_code });
const decide = (verdict: string, user_code: unknown) =>
  user.request('POST', `/api/v1/device/${verdict}`, { body: { user_code } });

describeOperation('deviceLogins_code', {
  '200: the codes, where to type them, and how often to ask': async () => {
    const begun = await ask('code', { client_name: 'CI', scope: 'write' });
    expect(begun.body).toEqual({
      device_code: text,
      user_code: text,
      expires_in: 900,
      interval: 5,
      verification_uri: `${api.baseUrl}/device`,
      verification_uri_complete: expect.stringContaining(`${api.baseUrl}/device?user_code=`),
    });
    expect((await ask('code', {})).status).toBe(200);
  },
  '400: another scope than write, or an invalid name': async () => {
    for (const body of [{ scope: 'read' }, { client_name: '' }, { client_name: 7 }])
      expect((await ask('code', body)).status).toBe(400);
  },
  '429: too many from one address': async () => {
    const path = '/api/v1/device/code';
    await strict.request('POST', path, { key: null, body: {} });
    const answer = await strict.request('POST', path, { key: null, body: {} });
    expect(answer.body).toEqual(refusal('rate_limited'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  },
});

describeOperation('deviceLogins_token', {
  '200: a live key, once': async () => {
    const { device_code, user_code } = await begin();
    await decide('authorize', user_code);
    const { body } = read(await poll(device_code));
    const key = expect.stringMatching(/^sr_live_/);
    expect(body).toEqual({ access_token: key, token_type: 'bearer', scope: 'write' });
    expect((await api.request('GET', '/api/v1/projects', { key: body.access_token! })).status).toBe(200);
    expect((await poll(device_code)).body.error).toBe('expired_token');
  },
  '400: the login is undecided, denied or unknown': async () => {
    const { device_code, user_code } = await begin();
    const refused = (error: string) => ({ ...refusal(error), error });
    expect((await poll(device_code)).body).toEqual(refused('authorization_pending'));
    await decide('deny', user_code);
    clock.advance(5_000);
    expect((await poll(device_code)).body).toEqual(refused('access_denied'));
    expect((await poll('unknown')).body).toEqual(refused('expired_token'));
    for (const body of [{}, { device_code: null }, { device_code: '' }])
      expect((await ask('token', body)).status).toBe(400);
  },
  '429: a poll before the interval has passed': async () => {
    const { device_code } = await begin();
    await poll(device_code);
    const answer = await poll(device_code);
    expect(answer.body).toEqual({ ...refusal('slow_down'), error: 'slow_down' });
    expect(Number(answer.headers.get('retry-after'))).toEqual(number);
  },
});

const decisions = (verdict: 'authorize' | 'deny'): Proofs => ({
  '200: the name of the client that asked': async () => {
    const { user_code } = await begin();
    expect((await decide(verdict, user_code)).body).toEqual({ ok: true, client_name: 'CI' });
  },
  '400: no code': async () => {
    for (const user_code of [undefined, null, '', 7]) {
      const { status, body } = await decide(verdict, user_code);
      expect([status, body.error]).toEqual([400, expect.stringContaining('`user_code`')]);
    }
  },
  '401: a live key is no session': async () => {
    const body = { user_code: (await begin()).user_code };
    const answer = await api.request('POST', `/api/v1/device/${verdict}`, { body });
    expect(answer.body).toEqual(refusal('unauthorized'));
  },
  '404: a code that is unknown or has expired': async () => {
    expect((await decide(verdict, 'WDJB-MJHT')).body).toEqual(refusal('device_code_not_found'));
    const { user_code } = await begin();
    clock.advance(900_000);
    expect((await decide(verdict, user_code)).status).toBe(404);
  },
  '409: a code that was decided before': async () => {
    const { user_code } = await begin();
    await decide(verdict, user_code);
    expect((await decide(verdict, user_code)).body).toEqual(refusal('device_code_used'));
  },
});

describeOperation('deviceLogins_authorize', decisions('authorize'));
describeOperation('deviceLogins_deny', decisions('deny'));
