import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLink } from '../../../src/domain/account-links/links.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';

const perHour = 4;
let api: TestApi;
let second: { baseUrl: string; stop(): Promise<void> };
beforeAll(async () => {
  api = await startApi({
    config: { trustProxy: 1, limits: { enabled: true, failedSignInsPerHour: perHour } },
  });
  second = await api.second();
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});

let stranger = 0;
/** An address that nobody has used. */
const elsewhere = () => `198.51.${Math.floor(++stranger / 250)}.${(stranger % 250) + 1}`;

const signIn = (email: string, password: string, from: string, baseUrl = api.baseUrl) =>
  fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  });
const guess = async (email: string, from = elsewhere(), baseUrl = api.baseUrl) =>
  (await signIn(email, 'a wrong guess', from, baseUrl)).status;
const useUp = async (email: string) => {
  for (let n = 0; n < perHour; n++) expect(await guess(email)).toBe(401);
};

describe('guesses at one account', () => {
  test('from many addresses, at two processes, are refused beyond the limit, with the time to wait', async () => {
    const { email } = await api.signUp();
    const statuses = [];
    for (let n = 0; n < perHour + 2; n++)
      statuses.push(await guess(email, elsewhere(), n % 2 ? api.baseUrl : second.baseUrl));
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    const refused = await signIn(email, 'a wrong guess', elsewhere());
    expect(await refused.json()).toMatchObject({
      code: 'rate_limited',
      error: expect.stringContaining('failed within an hour'),
    });
    const waitSec = Number(refused.headers.get('retry-after'));
    expect(waitSec).toBeGreaterThan(3600 / perHour - 60);
    expect(waitSec).toBeLessThanOrEqual(3600 / perHour);
  });

  test('that come all at once do not slip past it', async () => {
    const { email } = await api.signUp();
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => guess(email, elsewhere(), n % 2 ? api.baseUrl : second.baseUrl)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(perHour);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - perHour);
  });

  test('are counted alike where there is no such account', async () => {
    const statuses = [];
    for (let n = 0; n <= perHour; n++) statuses.push(await guess('nobody@example.com'));
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect(await guess('NOBODY@example.com')).toBe(429);
  });

  test('do not touch other accounts', async () => {
    const [one, other] = [await api.signUp(), await api.signUp()];
    await useUp(one.email);
    expect(await guess(one.email)).toBe(429);
    expect((await signIn(other.email, other.password, elsewhere())).status).toBe(200);
  });

  test('get one more attempt after a share of the hour', async () => {
    const { email } = await api.signUp();
    await useUp(email);
    expect(await guess(email)).toBe(429);
    const shareMs = 3_600_000 / perHour;
    await api.services.sql`
      update rate_limits set expire = expire - ${shareMs} where key like 'failed-sign-ins:%'`;
    expect(await guess(email)).toBe(401);
    expect(await guess(email)).toBe(429);
  });
});

describe('the owner', () => {
  const home = '203.0.113.7';
  let owner: SignedIn;
  beforeAll(async () => {
    owner = await api.signUp();
    expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
    await useUp(owner.email);
  });

  test('comes in from a place they know while strangers guess, and from a new one only later', async () => {
    expect((await signIn(owner.email, owner.password, elsewhere())).status).toBe(429);
    for (let n = 0; n < perHour * 2; n++)
      expect((await signIn(owner.email, owner.password, home)).status).toBe(200);
  });

  test('has an allowance at that place too: whoever guesses there is stopped', async () => {
    const statuses = [];
    for (let n = 0; n <= perHour; n++) statuses.push(await guess(owner.email, home));
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });

  test('may sign in as often as they like: what succeeds does not count', async () => {
    const { email, password } = await api.signUp();
    for (let n = 0; n < perHour * 2; n++)
      expect((await signIn(email, password, elsewhere())).status).toBe(200);
  });

  test('whose session is stolen is not guessed at by way of the change of the password', async () => {
    const user = await api.signUp();
    const change = (headers: Record<string, string>) =>
      user.request('POST', '/api/auth/change-password', {
        headers,
        body: { currentPassword: 'a wrong guess', newPassword: 'a better password' },
      });
    const statuses = [];
    for (let n = 0; n <= perHour; n++)
      statuses.push((await change({ 'x-forwarded-for': elsewhere() })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 429]);
  });
});

test('a new password by a link lets the owner in from a new place, whatever strangers do', async () => {
  const { userId, email } = await api.signUp();
  await useUp(email);
  const [hotel, link] = [
    elsewhere(),
    { userId, purpose: 'reset', sentTo: email, lifetimeMs: 60_000 } as const,
  ];
  expect((await signIn(email, 'a wrong guess', hotel)).status).toBe(429);
  const token = await makeLink(api.services, link);
  const reset = await api.request('POST', '/api/auth/reset-password', {
    key: null,
    headers: { 'x-forwarded-for': hotel },
    body: { token, newPassword: 'a brand new password' },
  });
  expect(reset.status).toBe(200);
  await useUp(email);
  expect((await signIn(email, 'a brand new password', elsewhere())).status).toBe(429);
  expect((await signIn(email, 'a brand new password', hotel)).status).toBe(200);
});

test('a place is forgotten after ninety days', async () => {
  const { email, password } = await api.signUp();
  const home = '203.0.113.9';
  await signIn(email, password, home);
  await api.services.sql`update auth.known_places set seen_at = now() - interval '91 days'`;
  await useUp(email);
  expect((await signIn(email, password, home)).status).toBe(429);
});

test('places and accounts are counted without naming them', async () => {
  const { email, password } = await api.signUp();
  await signIn(email, password, '203.0.113.77');
  await guess(email);
  const [row] = await api.services.sql<[{ text: string }]>`
    select (select string_agg(t::text, ' ') from auth.known_places t) ||
      (select string_agg(t::text, ' ') from rate_limits t where key like 'failed%') as text`;
  expect(row.text).not.toContain('203.0.113.77');
  expect(row.text).not.toContain(email);
});
