import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { patient, type TestBrowser, testBrowser } from '../../support/browser.ts';
import { picture, watch } from '../../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let user: SignedIn;
beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
  user = await api.signUp('ada@example.com');
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const begin = async (client_name = 'showreel on ada-laptop') =>
  (await api.request('POST', '/api/v1/device/code', { key: null, body: { client_name } })).body as never as {
    device_code: string;
    user_code: string;
    verification_uri_complete: string;
  };
const poll = async (device_code: string) =>
  (await api.request('POST', '/api/v1/device/token', { key: null, body: { device_code } })).body as {
    error?: string;
    access_token?: string;
  };

/** A page of a browser in which the user is signed in. The test fails where the page logs an error. */
async function signedIn(viewport?: { width: number; height: number }) {
  const page = await browser.page(viewport);
  const { complaints, foreign } = watch(page, api.baseUrl);
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(user.cookie)!;
  await page.setCookie({ name: name!, value: value!, url: api.baseUrl });
  return { page, complaints, foreign };
}
const press = (page: Page, verdict: string) =>
  Promise.all([page.waitForNavigation(), page.click(`button[value="${verdict}"]`)]);
const headline = (page: Page) => page.$eval('h1', (element) => element.textContent);

describe('the device page', () => {
  test('shows the client and its code, and approves the login', async () => {
    const { device_code, user_code, verification_uri_complete } = await begin();
    const { page, complaints, foreign } = await signedIn();
    const answer = await page.goto(verification_uri_complete);
    expect(answer!.headers()['content-security-policy']).toMatch(
      /script-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    expect(answer!.headers()['cache-control']).toBe('no-store');
    expect(await headline(page)).toContain('showreel on ada-laptop');
    expect(await page.$eval('.shown .code', (element) => element.textContent)).toBe(user_code);
    expect(await page.$eval('main', (element) => element.textContent)).toContain('ada@example.com');
    await picture(page, 'device-consent');
    await press(page, 'approve');
    expect(await headline(page)).toBe('You are connected');
    await picture(page, 'device-approved');
    expect((await poll(device_code)).access_token).toMatch(/^sr_live_/);
    await page.goto(verification_uri_complete);
    expect(await headline(page)).toBe('This code was used already');
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
    expect(foreign).toEqual([]);
    await page.close();
  });

  test('denies the login', async () => {
    const { device_code, verification_uri_complete } = await begin();
    const { page } = await signedIn();
    await page.goto(verification_uri_complete);
    await press(page, 'deny');
    expect(await headline(page)).toBe('Turned away');
    await picture(page, 'device-denied');
    expect((await poll(device_code)).error).toBe('access_denied');
    await page.close();
  });

  test('asks for the code where none is given, accepts any spelling, and asks again where it is wrong', async () => {
    const { user_code } = await begin('A <b>bold</b> client');
    const { page } = await signedIn({ width: 390, height: 780 });
    await page.goto(`${api.baseUrl}/device`);
    await picture(page, 'device-code-small');
    const type = async (code: string) => {
      await page.$eval('#user_code', (field) => {
        (field as HTMLInputElement).value = '';
      });
      await page.type('#user_code', code);
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    };
    await type('WDJB-MJHT');
    expect(await page.$eval('.fault', (element) => element.textContent)).toMatch(/unknown or has expired/);
    await picture(page, 'device-unknown-small');
    await type(user_code.toLowerCase().replace('-', ''));
    expect(await headline(page)).toContain('A <b>bold</b> client');
    await picture(page, 'device-consent-small');
    expect(await page.$eval('body', (body) => body.scrollWidth <= window.innerWidth)).toBe(true);
    await page.close();
  });

  test('does not fail where a long code is cut inside a character', async () => {
    const typed = `${'x'.repeat(39)}😀`;
    const answer = await fetch(`${api.baseUrl}/device?user_code=${encodeURIComponent(typed)}`, {
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(`/device?user_code=${'x'.repeat(39)}`)}`,
    ]);
  });

  test('sends a visitor who is not signed in to the sign-in, and back with the code', async () => {
    const { device_code, user_code, verification_uri_complete } = await begin();
    const answer = await fetch(verification_uri_complete, { redirect: 'manual' });
    const next = `/device?user_code=${user_code}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(next)}`,
    ]);
    const context = await browser.browser.createBrowserContext();
    const page = patient(await context.newPage());
    await page.goto(verification_uri_complete);
    await page.type('#email', user.email);
    await page.type('#password', user.password);
    await Promise.all([page.waitForNavigation(), page.click('button[type="submit"]')]);
    expect(page.url()).toBe(`${api.baseUrl}${next}`);
    await press(page, 'approve');
    expect((await poll(device_code)).access_token).toMatch(/^sr_live_/);
    await context.close();
  });
});

describe('its buttons', () => {
  const send = (fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${api.baseUrl}/device`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(fields),
    });

  test('cannot be pressed by another site, nor by a visitor who is not signed in', async () => {
    const { device_code, user_code } = await begin();
    const fields = { user_code, verdict: 'approve' };
    for (const headers of [
      { Origin: 'https://elsewhere.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await send(fields, { ...headers, Cookie: user.cookie })).status).toBe(403);
    const stranger = await send(fields, { Origin: api.baseUrl });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/sign-in?next='),
    ]);
    expect((await poll(device_code)).error).toBe('authorization_pending');
    expect((await send(fields, { Origin: api.baseUrl, Cookie: user.cookie })).status).toBe(200);
  });

  test('do nothing for a code that is unknown or was decided', async () => {
    const { user_code } = await begin();
    const own = { Origin: api.baseUrl, Cookie: user.cookie };
    expect((await send({ user_code: 'WDJB-MJHT', verdict: 'approve' }, own)).status).toBe(404);
    expect((await send({ user_code, verdict: 'deny' }, own)).status).toBe(200);
    const again = await send({ user_code, verdict: 'approve' }, own);
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('used already')]);
  });
});
