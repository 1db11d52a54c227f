import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { picture, watch } from '../../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

/** `/security` without JavaScript, signed in. */
async function open(user: SignedIn) {
  const context = await browser.browser.createBrowserContext();
  const page = await context.newPage();
  await page.setJavaScriptEnabled(false);
  const [, name, value] = /^([^=]+)=(.+)$/.exec(user.cookie)!;
  await page.setCookie({ name: name!, value: value!, url: api.baseUrl });
  const { complaints, foreign } = watch(page, api.baseUrl);
  await page.goto(`${api.baseUrl}/security`);
  return { page, complaints, foreign, close: () => context.close() };
}
const press = (page: Page, selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)]);
const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent);
const signInAgain = async ({ email, password }: SignedIn) => {
  const answer = await api.request('POST', '/api/auth/sign-in/email', {
    key: null,
    body: { email, password },
  });
  return cookieOf(answer);
};
const usage = async (cookie: string) =>
  (await api.request('GET', '/api/v1/usage', { key: null, headers: { cookie } })).status;
const post = (fields: Record<string, string>, headers: Record<string, string>) =>
  fetch(`${api.baseUrl}/security`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });

describe('the page of password and sessions', () => {
  test('lists sessions, ends one and then all others, and goes on itself', async () => {
    const user = await api.signUp();
    const others = [await signInAgain(user), await signInAgain(user), await signInAgain(user)];
    const { page, complaints, foreign, close } = await open(user);
    expect(await page.$$eval('.sessions li', (items) => items.length)).toBe(4);
    expect(await page.$$eval('.sessions .good', (states) => states.length)).toBe(1);
    await picture(page, 'security');
    await press(page, '.sessions .small');
    expect(await textOf(page, '.done')).toBe('That session has ended.');
    expect(await page.$$eval('.sessions li', (items) => items.length)).toBe(3);
    await press(page, '#sessions > form button');
    expect(await textOf(page, '.done')).toBe('You are signed out everywhere else.');
    expect(await page.$$eval('.sessions li', (items) => items.length)).toBe(1);
    for (const cookie of others) expect(await usage(cookie)).toBe(401);
    expect(await usage(user.cookie)).toBe(200);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  test('changes the password, says at the field what was wrong, and stays signed in', async () => {
    const user = await api.signUp();
    const elsewhere = await signInAgain(user);
    const { page, close } = await open(user);
    const change = async (current: string, next: string) => {
      await page.type('#current', current);
      await page.type('#password', next);
      await press(page, '#password-card .first');
    };
    await change('not the password', 'a better password');
    expect(await textOf(page, '#current-fault')).toBe('The current password is wrong.');
    expect(await textOf(page, '#password-fault')).toBe('');
    expect(await page.$eval('#current', (input) => (input as HTMLInputElement).value)).toBe('');
    await change(user.password, 'a better password');
    expect(await textOf(page, '.done')).toContain('Your password is changed');
    expect(await usage(elsewhere)).toBe(401);
    const signIn = await api.request('POST', '/api/auth/sign-in/email', {
      key: null,
      body: { email: user.email, password: 'a better password' },
    });
    expect(signIn.status).toBe(200);
    await page.reload();
    expect(await textOf(page, 'h1')).toBe('Password and sessions');
    await close();
  });

  test('says that mail is off, and that the address is not confirmed', async () => {
    const user = await api.signUp();
    const { page, close } = await open(user);
    expect(await textOf(page, '.state')).toBe('Not confirmed');
    expect(await textOf(page, 'main')).toContain('This service sends no mail.');
    expect(await page.$('input[value="verify-email"]')).toBeNull();
    await close();
  });

  test('asks strangers to sign in, and takes no form of another site', async () => {
    for (const answer of [
      await fetch(`${api.baseUrl}/security`, { redirect: 'manual' }),
      await post({ intent: 'revoke-others' }, {}),
    ]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/sign-in?next=%2Fsecurity');
    }
    const user = await api.signUp();
    const other = await signInAgain(user);
    const { cookie } = user;
    const foreign = await post({ intent: 'revoke-others' }, { cookie, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await usage(other)).toBe(200);
    expect((await post({ intent: 'dance' }, { cookie })).status).toBe(400);
    expect((await post({ intent: 'revoke', id: 'sess_nobody' }, { cookie })).status).toBe(404);
  });

  test('shows what a browser calls itself as words', async () => {
    const user = await api.signUp();
    await api.services.sql`
      update auth.sessions set user_agent = 'Mozilla/5.0 <script>alert(1)</script> Firefox/1.0"'
      where user_id = ${user.userId}`;
    const html = await (await fetch(`${api.baseUrl}/security`, { headers: { cookie: user.cookie } })).text();
    expect(html).not.toContain('alert(1)');
  });
});

describe('where the service sends no mail', () => {
  test('the page says so and what to do, and the operation is refused', async () => {
    const answer = await fetch(`${api.baseUrl}/forgot-password`);
    expect(answer.status).toBe(501);
    expect(await answer.text()).toContain('showreel admin password-link');
    const user = await api.signUp();
    const refused = { status: 501, body: { code: 'mail_off' } };
    const reset = { key: null, body: { email: user.email } };
    expect(await api.request('POST', '/api/auth/request-password-reset', reset)).toMatchObject(refused);
    expect(await user.request('POST', '/api/auth/send-verification-email')).toMatchObject(refused);
  });
});

describe('where a verified address is required', () => {
  let strict: TestApi;
  beforeAll(async () => {
    const mail = { url: 'smtp://127.0.0.1:1', from: 'demos@example.com' };
    strict = await startApi({ config: { mail, signIn: { requiresVerifiedEmail: true } } });
  });
  afterAll(() => strict?.stop());

  test('a session opens neither the API nor a device login before, and both after', async () => {
    const user = await strict.signUp();
    const refused = { status: 403, body: { code: 'email_not_verified' } };
    expect(await user.request('GET', '/api/v1/projects')).toMatchObject(refused);
    expect(await user.request('POST', '/api/v1/api-keys', { body: {} })).toMatchObject(refused);
    const code = await strict.request('POST', '/api/v1/device/code', { key: null, body: {} });
    const { user_code } = code.body as unknown as { user_code: string };
    const approve = () =>
      fetch(`${strict.baseUrl}/device`, {
        method: 'POST',
        headers: { cookie: user.cookie },
        body: new URLSearchParams({ user_code, verdict: 'approve' }),
      });
    expect((await approve()).status).toBe(403);
    const page = await fetch(`${strict.baseUrl}/sign-in`, { headers: { cookie: user.cookie } });
    expect(await page.text()).toContain('not confirmed yet');
    expect((await user.request('GET', '/api/auth/list-sessions')).status).toBe(200);
    await strict.services.sql`update auth.users set email_verified = true where id = ${user.userId}`;
    expect((await user.request('GET', '/api/v1/projects')).status).toBe(200);
    expect((await approve()).status).toBe(200);
  });

  test('the owner of an own service needs none, nor does a key', async () => {
    const { email, password } = strict.owner;
    const signIn = await strict.request('POST', '/api/auth/sign-in/email', {
      key: null,
      body: { email, password },
    });
    const headers = { cookie: cookieOf(signIn) };
    expect((await strict.request('GET', '/api/v1/projects', { key: null, headers })).status).toBe(200);
    expect((await strict.request('GET', '/api/v1/projects')).status).toBe(200);
  });
});

test('mails are limited for each account and for each address, alike for accounts that are not there', async () => {
  const mail = { url: 'smtp://127.0.0.1:1', from: 'demos@example.com' };
  const limits = { enabled: true, mailsPerHour: 2, mailRequestsPerMinute: 7 };
  const limited = await startApi({ config: { mail, limits } });
  const user = await limited.signUp();
  const ask = async (email: string) =>
    (await limited.request('POST', '/api/auth/request-password-reset', { key: null, body: { email } }))
      .status;
  const statuses = [];
  for (const email of [
    user.email,
    user.email,
    user.email.toUpperCase(),
    'nobody@example.com',
    'nobody@example.com',
  ])
    statuses.push(await ask(email));
  expect(statuses).toEqual([200, 200, 429, 200, 200]);
  const [spent, overall] = [
    await limited.request('POST', '/api/auth/request-password-reset', {
      key: null,
      body: { email: 'nobody@example.com' },
    }),
    await ask('somebody@example.com'),
  ];
  expect(spent.body.error).toContain('More than 2 mails');
  expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(1700);
  expect(overall).toBe(200);
  expect(await ask('another@example.com')).toBe(429);
  await limited.stop();
});
