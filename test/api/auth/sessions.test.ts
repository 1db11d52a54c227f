import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, type SignedIn, startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const anonymous = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  api.request(method, path, { key: null, headers, ...(body && { body }) });

const refusal = (code: string) => ({
  error: expect.stringMatching(/^[A-Z`].{10,}\.$/),
  code,
  requestId: expect.stringMatching(/^req_/),
});

describe('signing up', () => {
  test('creates a user who is signed in at once, with an empty account on the free plan', async () => {
    const body = { email: 'Ada@Example.com', password: 'a long password', name: 'Ada' };
    const answer = await anonymous('POST', '/api/auth/sign-up/email', body);
    expect(answer).toMatchObject({ status: 200, body: { user: { email: 'ada@example.com', name: 'Ada' } } });
    expect(answer.body).toEqual({
      user: expect.objectContaining({ id: expect.stringMatching(/^user_[0-9a-z]{26}$/) }),
    });
    expect(answer.text).not.toContain(cookieOf(answer).split('=')[1]!.split('.')[0]!);
    const usage = await anonymous('GET', '/api/v1/usage', undefined, { cookie: cookieOf(answer) });
    expect(usage).toMatchObject({
      status: 200,
      body: { plan: { id: 'free' }, creditBalance: 0, demoCount: 0 },
    });
  });

  test('uses the part before the @ where no name is given', async () => {
    const body = { email: 'grace.hopper@example.com', password: 'a long password' };
    expect(await anonymous('POST', '/api/auth/sign-up/email', body)).toMatchObject({
      body: { user: { name: 'grace.hopper' } },
    });
  });

  test('refuses an address that already has a user, in upper or lower case, and changes nothing', async () => {
    const { email, password } = await api.signUp();
    const again = { email: email.toUpperCase(), password: 'another password' };
    const answer = await anonymous('POST', '/api/auth/sign-up/email', again);
    expect(answer).toMatchObject({ status: 409, body: refusal('email_taken') });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await anonymous('POST', '/api/auth/sign-in/email', again)).status).toBe(401);
    expect((await anonymous('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
  });

  test('makes one user where two sign up with one address at once', async () => {
    const body = { email: 'twice@example.com', password: 'a long password' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => anonymous('POST', '/api/auth/sign-up/email', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test.each([
    [{ email: 'ada', password: 'long enough' }, '`email`'],
    [{ password: 'long enough' }, '`email`'],
    [{ email: 'a@example.com' }, '`password`'],
    [{ email: 'a@example.com', password: '1234567' }, 'at least 8 characters'],
    [{ email: 'a@example.com', password: 'x'.repeat(129) }, 'at most 128 characters'],
    [{ email: 'a@example.com', password: 12345678 }, '`password`'],
    [{ email: 'a@example.com', password: 'long enough', name: '' }, '`name`'],
    [{ email: 'a@example.com', password: 'long\0enough' }, '`password`'],
    [{ email: ['a@example.com'], password: 'long enough' }, '`email`'],
    [{ email: `${'a'.repeat(250)}@example.com`, password: 'long enough' }, '`email`'],
  ])('refuses %j by name, and does not repeat the password', async (body, named) => {
    const answer = await anonymous('POST', '/api/auth/sign-up/email', body);
    expect(answer).toMatchObject({ status: 400, body: refusal('validation_failed') });
    expect(answer.body.error).toContain(named);
    if ('password' in body) expect(answer.text).not.toContain(String(body.password));
  });

  test('accepts passwords of 8 and of 128 characters, which then sign in', async () => {
    for (const password of ['12345678', '🔑'.repeat(128)]) {
      const body = { email: `${password.length}@example.com`, password };
      expect((await anonymous('POST', '/api/auth/sign-up/email', body)).status).toBe(200);
      expect((await anonymous('POST', '/api/auth/sign-in/email', body)).status).toBe(200);
    }
  });
});

describe('signing in', () => {
  let user: SignedIn;
  beforeAll(async () => {
    user = await api.signUp();
  });

  test('answers a wrong password and an unknown address alike', async () => {
    const wrong = [
      { email: user.email, password: 'not the password' },
      { email: 'nobody@example.com', password: user.password },
    ];
    for (const body of wrong) {
      const answer = await anonymous('POST', '/api/auth/sign-in/email', body);
      expect(answer).toMatchObject({ status: 401, body: refusal('invalid_credentials') });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('gives a cookie that no script reads and no other site sends', async () => {
    const body = { email: user.email, password: user.password };
    const answer = await anonymous('POST', '/api/auth/sign-in/email', body);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    const [pair, ...attributes] = cookies[0]!.split('; ');
    expect(pair).toMatch(/^showreel\.session_token=[\w-]+\.[\w%-]+$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
  });

  test('gives a cookie that ends with the browser to users who do not want to stay signed in', async () => {
    const body = { email: user.email, password: user.password, rememberMe: false };
    const cookies = (await anonymous('POST', '/api/auth/sign-in/email', body)).headers.getSetCookie();
    const token = cookies.find((cookie) => cookie.startsWith('showreel.session_token='))!;
    expect(token).not.toMatch(/max-age|expires/i);
  });

  test('lets the owner in with the password of the credentials file, to their own account', async () => {
    const { email, password } = api.owner;
    const answer = await anonymous('POST', '/api/auth/sign-in/email', { email, password });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: api.owner.userId } } });
    const usage = await anonymous('GET', '/api/v1/usage', undefined, { cookie: cookieOf(answer) });
    expect(usage.body).toMatchObject({ plan: { id: 'unlimited' } });
  });
});

describe('a session', () => {
  test('says whose it is, without its token', async () => {
    const user = await api.signUp();
    const answer = await user.request('GET', '/api/auth/get-session');
    expect(answer).toMatchObject({
      status: 200,
      body: { session: { userId: user.userId }, user: { id: user.userId, email: user.email } },
    });
    expect(answer.text).not.toContain(user.cookie.split('=')[1]!.split('.')[0]!);
    expect((await anonymous('GET', '/api/auth/get-session')).text).toBe('null');
  });

  test('opens nothing in any process after the sign-out, and no other session ends', async () => {
    const user = await api.signUp();
    const { email, password } = user;
    const elsewhere = cookieOf(await anonymous('POST', '/api/auth/sign-in/email', { email, password }));
    const second = await api.second();
    const inSecond = async (cookie: string) =>
      (await fetch(`${second.baseUrl}/api/v1/projects`, { headers: { cookie } })).status;
    expect(await inSecond(user.cookie)).toBe(200);
    const answer = await user.request('POST', '/api/auth/sign-out');
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^showreel\.session_token=; Max-Age=0/);
    expect((await user.request('GET', '/api/v1/projects')).status).toBe(401);
    expect(await inSecond(user.cookie)).toBe(401);
    expect(await inSecond(elsewhere)).toBe(200);
    await second.stop();
  });

  test('can be ended twice, and by a visitor who was never signed in', async () => {
    const user = await api.signUp();
    const twiceAndNever: Record<string, string>[] = [{ cookie: user.cookie }, { cookie: user.cookie }, {}];
    for (const headers of twiceAndNever)
      expect((await anonymous('POST', '/api/auth/sign-out', undefined, headers)).status).toBe(200);
  });

  test('opens nothing when it has expired, or when its cookie was changed or invented', async () => {
    const user = await api.signUp();
    const [token, signature] = user.cookie.split('=')[1]!.split('.');
    const named = (value: string) => `showreel.session_token=${value}`;
    const other = await api.signUp();
    const forged = [
      named('made-up'),
      named(`${token}`),
      named(`${token}.`),
      named(`${token}.${signature!.replace(/^../, 'AA')}`),
      named(`${other.cookie.split('=')[1]!.split('.')[0]}.${signature}`),
      named('%'),
      named(`.${signature}`),
    ];
    for (const cookie of forged) {
      const answer = await anonymous('GET', '/api/v1/projects', undefined, { cookie });
      expect(answer, cookie).toMatchObject({ status: 401, body: refusal('unauthorized') });
      expect((await anonymous('GET', '/api/auth/get-session', undefined, { cookie })).text).toBe('null');
    }
    expect((await user.request('GET', '/api/v1/projects')).status).toBe(200);
    await api.services.sql`
      update auth.sessions set expires_at = now() - interval '1 second' where user_id = ${user.userId}`;
    expect((await user.request('GET', '/api/v1/projects')).status).toBe(401);
  });

  test('is found among other cookies', async () => {
    const { cookie } = await api.signUp();
    const headers = { cookie: `theme=dark; ${cookie}; other=1` };
    expect((await anonymous('GET', '/api/v1/projects', undefined, headers)).status).toBe(200);
  });
});

describe('changing the password', () => {
  test('ends every other session, keeps this one under a new cookie, and only the new one signs in', async () => {
    const user = await api.signUp();
    const { email, password } = user;
    const elsewhere = cookieOf(await anonymous('POST', '/api/auth/sign-in/email', { email, password }));
    const body = { currentPassword: password, newPassword: 'a better password' };
    const answer = await user.request('POST', '/api/auth/change-password', { body });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const usage = (cookie: string) => anonymous('GET', '/api/v1/usage', undefined, { cookie });
    expect((await usage(cookieOf(answer))).status).toBe(200);
    expect((await usage(elsewhere)).status).toBe(401);
    expect((await usage(user.cookie)).status).toBe(401);
    const signIn = (given: string) =>
      anonymous('POST', '/api/auth/sign-in/email', { email, password: given });
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn('a better password')).status).toBe(200);
  });

  test('asks for the current one, for a good new one, and for a session', async () => {
    const user = await api.signUp();
    const change = (body: object) => user.request('POST', '/api/auth/change-password', { body });
    const good = { currentPassword: user.password, newPassword: 'a better password' };
    expect(await change({ ...good, currentPassword: 'not it, no' })).toMatchObject({
      status: 400,
      body: refusal('wrong_password'),
    });
    const short = await change({ ...good, newPassword: 'short' });
    expect(short).toMatchObject({ status: 400, body: refusal('validation_failed') });
    expect(short.text).not.toContain('short');
    const none = await anonymous('POST', '/api/auth/change-password', good);
    expect(none).toMatchObject({ status: 401, body: refusal('unauthorized') });
    const byKey = await api.request('POST', '/api/auth/change-password', { body: good });
    expect(byKey.status).toBe(401);
    expect((await user.request('GET', '/api/v1/usage')).status).toBe(200);
  });
});

test('sign-ins are counted for each address, IPv6 by its network, in all processes', async () => {
  const limited = await startApi({
    config: { trustProxy: 1, limits: { enabled: true, signInsPerMinute: 2 } },
  });
  const second = await limited.second();
  const signIn = (baseUrl: string, from: string) =>
    fetch(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
    });
  const attempts = [
    [limited.baseUrl, '2001:db8:1:2::1', 401],
    [second.baseUrl, '2001:db8:1:2:ffff::2', 401],
    [limited.baseUrl, '2001:db8:1:2::3', 429],
    [second.baseUrl, '2001:db8:1:2::1', 429],
    [limited.baseUrl, '2001:db8:1:3::1', 401],
    [limited.baseUrl, '192.0.2.1', 401],
  ] as const;
  for (const [baseUrl, from, status] of attempts)
    expect([from, (await signIn(baseUrl, from)).status]).toEqual([from, status]);
  const refused = await signIn(limited.baseUrl, '2001:db8:1:2::1');
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toEqual(refusal('rate_limited'));
  await second.stop();
  await limited.stop();
});

describe('under /api/auth every answer is in our shape:', () => {
  test.each([
    ['GET', '/api/auth', undefined, 404, 'route_not_found'],
    ['GET', '/api/auth/nothing', undefined, 404, 'route_not_found'],
    ['POST', '/api/auth/sign-in/social', {}, 404, 'route_not_found'],
    ['POST', '/api/auth/delete-user', {}, 404, 'route_not_found'],
    ['GET', '/api/auth/sign-in/email', undefined, 405, 'method_not_allowed'],
    ['DELETE', '/api/auth/sign-out', undefined, 405, 'method_not_allowed'],
    ['POST', '/api/auth/sign-in/email', '{"email":', 400, 'invalid_json'],
    ['POST', '/api/auth/sign-in/email', '[]', 400, 'invalid_json'],
    ['POST', '/api/auth/sign-in/email', 'null', 400, 'validation_failed'],
    ['POST', '/api/auth/sign-in/email', undefined, 400, 'validation_failed'],
  ])('%s %s with %j is a %i %s', async (method, path, body, status, code) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await api.request(method, path, {
      key: null,
      body,
      ...(body !== undefined && { headers }),
    });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body).toEqual(refusal(code));
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    if (status === 405) expect(answer.headers.get('allow')).toBeTruthy();
  });

  test('a form is refused by its type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'email=a@example.com&password=12345678';
    const answer = await api.request('POST', '/api/auth/sign-in/email', { key: null, body, headers });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });
});
