import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountStream } from '../../src/domain/accounts/events.ts';
import { cookieOf, type SignedIn, startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook, press, says, tabOf } from '../support/dashboard.ts';
import { picture } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let user: SignedIn;

beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
  user = await api.signUp();
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const signIn = (password: string, userAgent: string) =>
  api.request('POST', '/api/auth/sign-in/email', {
    key: null,
    body: { email: user.email, password },
    headers: { 'user-agent': userAgent },
  });
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const isAlive = async (cookie: string) =>
  (await api.request('GET', '/api/auth/get-session', { key: null, headers: { cookie } })).text !== 'null';
const counts = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('main li').length === wanted, {}, count);

test('somebody ends their sessions, changes their password and deletes their account on the account page', async () => {
  const others = await Promise.all([firefox, safari, safari].map((agent) => signIn(user.password, agent)));
  const { page, complaints } = await tabOf(browser.browser, api.baseUrl, user.cookie);
  await page.goto(`${api.baseUrl}/account`, { waitUntil: 'networkidle0' });
  await counts(page, 4);
  await says(page, 'This one');
  expect(await faultsOfLook(page, (kind) => picture(page, `account-${kind}`))).toEqual([]);
  await press(page, 'Sign out Firefox on Linux');
  await says(page, 'That session has ended.');
  await counts(page, 3);
  expect(await isAlive(cookieOf(others[0]!))).toBe(false);
  await press(page, 'Sign out everywhere else');
  await says(page, 'You are signed out everywhere else.');
  await counts(page, 1);
  expect(await isAlive(cookieOf(others[1]!))).toBe(false);

  const elsewhere = await signIn(user.password, safari);
  const wanted = 'another horse, another battery';
  await page.type('input[name=current]', 'not it');
  await page.type('input[name=new]', wanted);
  await press(page, 'Change it');
  await says(page, 'The current password is wrong.');
  expect(await faultsOfLook(page, (kind) => picture(page, `account-wrong-${kind}`))).toEqual([]);
  await page.$eval('input[name=current]', (field) => (field as HTMLInputElement).select());
  await page.type('input[name=current]', user.password);
  await press(page, 'Change it');
  await says(page, 'Your password is changed');
  expect(await page.$eval('input[name=new]', (field) => (field as HTMLInputElement).value)).toBe('');
  expect(await isAlive(cookieOf(elsewhere))).toBe(false);
  expect((await signIn(user.password, safari)).status).toBe(401);
  expect((await signIn(wanted, safari)).status).toBe(200);
  // The page's own session goes on.
  await page.reload({ waitUntil: 'networkidle0' });
  await counts(page, 2);
  await press(page, 'Mail me a link to confirm it');
  await says(page, 'sends no mail');
  await says(page, 'req_');
  await press(page, 'Delete my account…');
  await says(page, 'You lose 0 demos and 0 credits.');
  expect(await faultsOfLook(page, (kind) => picture(page, `account-deletion-${kind}`))).toEqual([]);
  await page.type('main form input[name=email]', user.email);
  await page.type('main form input[name=password]', 'not it');
  await press(page, 'Delete everything');
  await says(page, 'The current password is wrong.');
  await page.$eval('main form input[name=password]', (field) => (field as HTMLInputElement).select());
  await page.type('main form input[name=password]', wanted);
  await Promise.all([page.waitForNavigation(), press(page, 'Delete everything')]);
  expect(new URL(page.url()).pathname).toBe('/');
  await says(page, 'Sign in');
  expect((await signIn(wanted, safari)).status).toBe(401);
  const events = await api.services.store.readStream(accountStream(user.userId));
  expect(events.slice(1).map(({ type }) => type)).toEqual([
    'SessionsRevoked',
    'SessionsRevoked',
    'PasswordChanged',
    'AccountDeleted',
  ]);
  // The browser itself writes down what was refused, also of what the page read again while the account went.
  const refused = /status of (400|401|501)/;
  expect(complaints.filter((one) => !refused.test(one))).toEqual([]);
});
