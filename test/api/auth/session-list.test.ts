import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieOf, type SignedIn, startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ config: { trustProxy: 1 } });
});
afterAll(() => api.stop());

interface Listed {
  id: string;
  device: string;
  network: string | null;
  isCurrent: boolean;
  lastSeenAt: string;
}
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const signInFrom = async ({ email, password }: SignedIn, agent: string, from: string) => {
  const answer = await api.request('POST', '/api/auth/sign-in/email', {
    key: null,
    headers: { 'user-agent': agent, 'x-forwarded-for': from },
    body: { email, password },
  });
  expect(answer.status).toBe(200);
  return { cookie: cookieOf(answer) };
};
type Visitor = Pick<SignedIn, 'cookie'>;
const listOf = async ({ cookie }: Visitor) => {
  const answer = await api.request('GET', '/api/auth/list-sessions', {
    key: null,
    headers: { cookie },
  });
  return answer.body as unknown as { sessions: Listed[] };
};
const usageOf = async ({ cookie }: Visitor) =>
  (await api.request('GET', '/api/v1/usage', { key: null, headers: { cookie } })).status;
const factsOf = (userId: string) => api.services.sql`
  select type, data::jsonb -> 'sessionIds' as ids from events
  where stream = ${`account-${userId}`} and type <> 'AccountOpened' order by position`;

test('sessions are listed with device and shortened network, and without their tokens', async () => {
  const user = await api.signUp();
  const first = await signInFrom(user, firefox, '203.0.113.7');
  const second = await signInFrom(user, iphone, '2001:db8:1:2::3');
  const answer = await api.request('GET', '/api/auth/list-sessions', { key: null, headers: first });
  const { sessions } = answer.body as unknown as { sessions: Listed[] };
  expect(sessions.map(({ device, network, isCurrent }) => [device, network, isCurrent])).toEqual(
    expect.arrayContaining([
      ['Firefox on Windows', '203.0.113.x', true],
      ['Safari on iOS', '2001:db8:1:x', false],
      ['node', 'this machine', false],
    ]),
  );
  expect(sessions).toHaveLength(3);
  for (const { cookie } of [first, second, user])
    expect(answer.text).not.toContain(cookie.split('=')[1]!.split('.')[0]!);
});

test('the time of the last use is noted, at most every five minutes', async () => {
  const user = await api.signUp();
  const seen = async () => (await listOf(user)).sessions[0]!.lastSeenAt;
  const at = await seen();
  expect(await seen()).toBe(at);
  await api.services.sql`
    update auth.sessions set seen_at = now() - interval '6 minutes' where user_id = ${user.userId}`;
  await usageOf(user);
  expect(Date.parse(await seen())).toBeGreaterThanOrEqual(Date.parse(at));
});

test('one is ended in every process at once, and the account remembers it', async () => {
  const user = await api.signUp();
  const other = await signInFrom(user, firefox, '203.0.113.7');
  const [target] = (await listOf(user)).sessions.filter(({ isCurrent }) => !isCurrent);
  const revoke = () => user.request('POST', '/api/auth/revoke-session', { body: { id: target!.id } });
  expect(await revoke()).toMatchObject({ status: 200, body: { success: true } });
  const process = await api.second();
  const inSecond = await fetch(`${process.baseUrl}/api/v1/usage`, { headers: other });
  await process.stop();
  expect(inSecond.status).toBe(401);
  expect(await usageOf(user)).toBe(200);
  expect(await revoke()).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
  expect([...(await factsOf(user.userId))]).toEqual([{ type: 'SessionsRevoked', ids: [target!.id] }]);
});

test('nobody ends a session of somebody else', async () => {
  const [user, stranger] = [await api.signUp(), await api.signUp()];
  const [mine] = (await listOf(user)).sessions;
  const answer = await stranger.request('POST', '/api/auth/revoke-session', { body: { id: mine!.id } });
  expect(answer.status).toBe(404);
  expect(await usageOf(user)).toBe(200);
});

test('all others are ended, and this one goes on', async () => {
  const user = await api.signUp();
  const others = [
    await signInFrom(user, firefox, '203.0.113.7'),
    await signInFrom(user, iphone, '192.0.2.1'),
  ];
  const revoke = () => user.request('POST', '/api/auth/revoke-other-sessions');
  expect(await revoke()).toMatchObject({ status: 200, body: { success: true, revoked: 2 } });
  for (const other of others) expect(await usageOf(other)).toBe(401);
  expect(await usageOf(user)).toBe(200);
  expect(await revoke()).toMatchObject({ status: 200, body: { revoked: 0 } });
  expect(await factsOf(user.userId)).toHaveLength(1);
});

test('a change of the password is in the account’s stream', async () => {
  const user = await api.signUp();
  const body = { currentPassword: user.password, newPassword: 'a better password' };
  await user.request('POST', '/api/auth/change-password', { body });
  const [fact] = await api.services.sql`
    select data from events where stream = ${`account-${user.userId}`} and type = 'PasswordChanged'`;
  expect(fact!.data).toEqual({ userId: user.userId, by: 'password' });
});

test('neither a key nor a page of another site may list or end sessions', async () => {
  const user = await api.signUp();
  for (const [method, path] of [
    ['GET', 'list-sessions'],
    ['POST', 'revoke-session'],
    ['POST', 'revoke-other-sessions'],
  ] as const) {
    expect((await api.request(method, `/api/auth/${path}`)).status).toBe(401);
    const headers = { origin: 'https://evil.example' };
    const foreign = await user.request(method, `/api/auth/${path}`, { headers });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  }
});
