import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { type Mailer, openMailer } from '../../../src/mail/index.ts';
import { mailTasks } from '../../../src/worker/chores/send-mail.ts';
import { startWorker, type Worker } from '../../../src/worker/index.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../support/mail-server.ts';
import { picture, watch } from '../../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let mails: MailServer;
let mailer: Mailer;
let worker: Worker;
let folder: string;
beforeAll(async () => {
  [mails, browser] = await Promise.all([startMailServer(), testBrowser()]);
  const mail = { url: mails.url, from: 'demos@showreel.example.com' };
  api = await startApi({ config: { mail, signIn: { refusesKnownPasswords: true } } });
  folder = await mkdtemp(join(tmpdir(), 'showreel-recovery-'));
  mailer = openMailer(mail);
  const { host, port, database, user, pass } = api.services.sql.options;
  worker = await startWorker({
    sql: api.services.sql,
    databaseUrl: `postgres://${user}:${pass ?? ''}@${host[0]}:${port[0]}/${database}`,
    dataDir: folder,
    concurrency: 1,
    log: createLogger('silent'),
    tasks: mailTasks(api.services, mailer, api.baseUrl),
  });
});
afterAll(async () => {
  await worker?.stop();
  mailer?.close();
  await Promise.all([browser?.close(), mails?.stop()]);
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A user whose first mail has come: it is not one that a test waits for. */
async function newUser(): Promise<SignedIn> {
  const user = await api.signUp();
  await mails.arrived(1, user.email);
  return user;
}
/** The next mail to an address. */
async function nextMail(email: string, act: () => Promise<unknown>): Promise<ReceivedMail> {
  const before = mails.received.filter(({ to }) => to.includes(email)).length;
  await act();
  return (await mails.arrived(before + 1, email))[before]!;
}

/** A page without JavaScript. */
async function plainPage(cookie?: string) {
  const context = await browser.browser.createBrowserContext();
  const page = await context.newPage();
  await page.setJavaScriptEnabled(false);
  if (cookie) {
    const [, name, value] = /^([^=]+)=(.+)$/.exec(cookie)!;
    await page.setCookie({ name: name!, value: value!, url: api.baseUrl });
  }
  return { page, ...watch(page, api.baseUrl), close: () => context.close() };
}
const press = (page: Page, selector = '.first') =>
  Promise.all([page.waitForNavigation(), page.click(selector)]);
const headline = (page: Page) => page.$eval('h1', (element) => element.textContent);
const signIn = async (email: string, password: string) =>
  (await api.request('POST', '/api/auth/sign-in/email', { key: null, body: { email, password } })).status;
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${api.baseUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
const request = (body: object) =>
  api.request('POST', '/api/auth/request-password-reset', { key: null, body });
const reset = (body: object) => api.request('POST', '/api/auth/reset-password', { key: null, body });
const factsOf = async (userId: string) =>
  (
    await api.services.sql<{ type: string }[]>`
      select type from events where stream = ${`account-${userId}`} and type <> 'AccountOpened' order by position`
  ).map(({ type }) => type);
/** Asks for a link and takes it out of the mail. */
async function linkFor(email: string): Promise<{ link: string; token: string }> {
  const { link } = await nextMail(email, () => request({ email }));
  return { link, token: link.split('=')[1]! };
}

describe('somebody who forgot their password', () => {
  test('gets a link by mail and sets a new one, without JavaScript; every session ends, and the owner is told', async () => {
    const user = await newUser();
    const { page, complaints, foreign, close } = await plainPage();
    await page.goto(`${api.baseUrl}/sign-in`);
    await press(page, 'a[href="/forgot-password"]');
    await page.type('#email', user.email.toUpperCase());
    await picture(page, 'forgot-password');
    const mail = await nextMail(user.email, () => press(page));
    expect(await headline(page)).toBe('Look into your mail');
    const answer = await page.goto(mail.link);
    expect(answer!.headers()).toMatchObject({
      'referrer-policy': 'strict-origin',
      'cache-control': 'no-store',
    });
    expect(await page.$eval('main', (element) => element.textContent)).toContain(user.email);
    await page.type('#password', 'a brand new password');
    await picture(page, 'reset-password');
    const notice = await nextMail(user.email, () => press(page));
    expect(await headline(page)).toBe('Your password is set');
    expect(page.url()).not.toContain('token');
    expect([
      await signIn(user.email, user.password),
      await signIn(user.email, 'a brand new password'),
    ]).toEqual([401, 200]);
    expect((await user.request('GET', '/api/v1/usage')).status).toBe(401);
    expect(await factsOf(user.userId)).toEqual(['PasswordChanged', 'EmailVerified']);
    expect(notice.subject).toBe('Your Showreel password was changed');
    expect([complaints, foreign]).toEqual([[], []]);
    await page.goto(mail.link);
    expect(await headline(page)).toBe('This link does not work any more');
    await close();
  });

  test('is told at the field why a password is refused, and keeps the link', async () => {
    const user = await newUser();
    const { link } = await linkFor(user.email);
    const { page, close } = await plainPage();
    await page.goto(link);
    await page.type('#password', 'password123');
    await press(page);
    expect(await page.$eval('#password-fault', (element) => element.textContent)).toContain('most common');
    expect(await page.$eval('#password', (input) => input.getAttribute('aria-invalid'))).toBe('true');
    expect(await signIn(user.email, user.password)).toBe(200);
    await page.type('#password', 'a brand new password');
    await press(page);
    expect(await signIn(user.email, 'a brand new password')).toBe(200);
    await close();
  });
});

describe('a link that resets a password', () => {
  test('works once, however many use it at the same time', async () => {
    const { email } = await newUser();
    const { token } = await linkFor(email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => reset({ token, newPassword: `new password ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400)!;
    expect(refused.body).toMatchObject({ code: 'link_expired' });
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await signIn(email, `new password ${winner}`)).toBe(200);
  });

  test('makes the other ones useless, and opens nothing else', async () => {
    const user = await newUser();
    const first = await linkFor(user.email);
    const second = await linkFor(user.email);
    const verify = await api.request('POST', '/api/auth/verify-email', {
      key: null,
      body: { token: first.token },
    });
    expect(verify).toMatchObject({ status: 400, body: { code: 'link_expired' } });
    expect((await reset({ token: second.token, newPassword: 'a brand new password' })).status).toBe(200);
    expect((await reset({ token: first.token, newPassword: 'another new password' })).status).toBe(400);
    const stranger = await newUser();
    expect(await signIn(stranger.email, stranger.password)).toBe(200);
  });

  test('expires after an hour', async () => {
    const { email } = await newUser();
    const { token, link } = await linkFor(email);
    const [row] = await api.services.sql<[{ minutes: number }]>`
      select round(extract(epoch from max(expires_at) - now()) / 60)::int as minutes
      from auth.links where purpose = 'reset'`;
    expect(row.minutes).toBeGreaterThan(57);
    expect(row.minutes).toBeLessThanOrEqual(60);
    await api.services.sql`update auth.links set expires_at = now() - interval '1 second'`;
    expect((await reset({ token, newPassword: 'a brand new password' })).status).toBe(400);
    expect((await fetch(link)).status).toBe(404);
  });

  test('is not used up by a program that opens it', async () => {
    const { email } = await newUser();
    const { link, token } = await linkFor(email);
    for (let n = 0; n < 3; n++) expect((await fetch(link)).status).toBe(200);
    expect((await reset({ token, newPassword: 'a brand new password' })).status).toBe(200);
  });

  test.each(['', 'x', `${'x'.repeat(43)}`, 'x'.repeat(5000), '%00', "' or 1=1 --"])(
    'that was made up (%j) shows a page that says so',
    async (token) => {
      const answer = await fetch(`${api.baseUrl}/reset-password?token=${token}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('This link does not work any more');
    },
  );

  test('names the public address, whatever Host the request had', async () => {
    const { email } = await newUser();
    const ask = () =>
      fetch(`${api.baseUrl}/api/auth/request-password-reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
        body: JSON.stringify({ email }),
      });
    const mail = await nextMail(email, ask);
    expect(mail.link.startsWith(`${api.baseUrl}/reset-password?token=`)).toBe(true);
    expect(mail.body).not.toContain('evil');
  });
});

describe('a request for a link', () => {
  test('is answered alike for every address, and does the same work', async () => {
    const { email } = await newUser();
    const answers = [await request({ email }), await request({ email: 'nobody@example.com' })];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, '{"success":true}'],
      [200, '{"success":true}'],
    ]);
    const [known, unknown] = await Promise.all(
      [email, 'nobody@example.com'].map(async (one) =>
        (await post('/forgot-password', { email: one })).text(),
      ),
    );
    expect(known!.replace(email, '')).toBe(unknown!.replace('nobody@example.com', ''));
  });

  test('with something that is no address is refused, and keeps what was typed', async () => {
    expect((await request({ email: 'ada' })).status).toBe(400);
    const answer = await post('/forgot-password', { email: '"><script>alert(1)</script>' });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('Email must be an email address');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  test.each(['/forgot-password', '/reset-password', '/verify-email'])(
    'and the form of %s are refused from pages of other sites',
    async (path) => {
      const fields = { email: 'a@example.com', token: 'x', password: 'a brand new password' };
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }])
        expect((await post(path, fields, headers)).status).toBe(403);
    },
  );
});

describe('an address', () => {
  test('is verified by the mail of the sign-up, with one press and without JavaScript', async () => {
    const user = await api.signUp();
    const [mail] = await mails.arrived(1, user.email);
    expect(mail).toMatchObject({ to: [user.email], subject: 'Confirm your email address for Showreel' });
    const { page, complaints, close } = await plainPage();
    const verified = async () => {
      const { body } = await user.request('GET', '/api/auth/get-session');
      return (body as unknown as { user: { emailVerified: boolean } }).user.emailVerified;
    };
    await page.goto(mail!.link);
    expect(await verified()).toBe(false);
    await picture(page, 'verify-email');
    await press(page);
    expect(await headline(page)).toBe('Your address is confirmed');
    expect(await verified()).toBe(true);
    expect(await factsOf(user.userId)).toEqual(['EmailVerified']);
    expect(complaints).toEqual([]);
    await page.goto(mail!.link);
    expect(await headline(page)).toBe('This link does not work any more');
    await close();
  });

  test('can be verified by another mail, and none is sent once it is', async () => {
    const user = await newUser();
    const again = () => user.request('POST', '/api/auth/send-verification-email');
    const mail = await nextMail(user.email, async () =>
      expect(await again()).toMatchObject({ status: 200, body: { success: true } }),
    );
    const body = { token: mail.link.split('=')[1] };
    const verify = () => api.request('POST', '/api/auth/verify-email', { key: null, body });
    expect((await verify()).status).toBe(200);
    expect((await verify()).status).toBe(400);
    expect((await again()).status).toBe(200);
    // The worker sends one mail after the other: one that came of the last request would come before this one.
    expect((await linkFor(user.email)).link).toContain('/reset-password');
  });
});
