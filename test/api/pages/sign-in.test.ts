import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localPath } from '../../../src/api/pages/local-path.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { patient, type TestBrowser, testBrowser } from '../../support/browser.ts';

describe('an address to continue to', () => {
  test.each([
    ['/', '/'],
    ['/device?user_code=ABCD-EFGH', '/device?user_code=ABCD-EFGH'],
    ['/docs#demos', '/docs#demos'],
    ['/a/../b', '/b'],
    ['/share/demo_1?x=https://evil.example', '/share/demo_1?x=https://evil.example'],
  ])('%j is one of ours', (asked, path) => {
    expect(localPath(asked)).toBe(path);
  });

  test.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['\t//evil.example'],
    ['/.//evil.example'],
    ['/x/..//evil.example'],
    ['/%2e//evil.example'],
    ['https:evil.example'],
    ['https://evil.example/'],
    ['http:/evil.example'],
    ['javascript:alert(1)'],
    ['evil.example'],
    ['//evil.example@showreel.invalid'],
    ['//[::1'],
    [''],
    [undefined],
    [['/a', '/b']],
  ])('%j is not', (asked) => {
    expect(localPath(asked)).toBeNull();
  });

  test('has at most 8000 characters, since a sentence in another writing takes nine for each of its own', () => {
    expect(localPath(`/${'a'.repeat(7999)}`)).toHaveLength(8000);
    expect(localPath(`/${'a'.repeat(8000)}`)).toBeNull();
  });
});

describe('the sign-in page', () => {
  let api: TestApi;
  let browser: TestBrowser;
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi(), testBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
  });

  /** Opens a page in a browser context of its own and records what the page's content policy refuses. */
  async function open(path: string) {
    const context = await browser.browser.createBrowserContext();
    const page = patient(await context.newPage());
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A refused sign-in is an answer, and the browser notes each.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${api.baseUrl}${path}`);
    return { page, complaints, close: () => context.close() };
  }

  const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent);
  const pathOf = (page: Page) => page.url().replace(api.baseUrl, '');
  const waitForFault = (page: Page) => page.waitForSelector('.fault[role="alert"]:not([hidden])');

  test('creates an account with the keyboard alone, and continues to the requested page', async () => {
    const { page, complaints, close } = await open('/sign-up?next=%2Fdocs%2Flifecycle%23watch-a-demo');
    await page.keyboard.type('keys@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a long password');
    const gone = page.waitForNavigation();
    await page.keyboard.press('Enter');
    await gone;
    expect(pathOf(page)).toBe('/docs/lifecycle#watch-a-demo');
    const cookies = await page.browserContext().cookies();
    expect(cookies).toMatchObject([{ name: 'showreel.session_token', httpOnly: true, sameSite: 'Lax' }]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(complaints).toEqual([]);
    await close();
  });

  test('says in a sentence what was wrong, keeps the email address, and allows another attempt', async () => {
    const { email, password } = await api.signUp();
    const { page, complaints, close } = await open('/sign-in');
    await page.type('#email', email);
    await page.type('#password', 'not the password');
    await page.keyboard.press('Enter');
    await waitForFault(page);
    expect(await textOf(page, '.fault[role="alert"]')).toBe('The email address or the password is wrong.');
    expect(await page.$eval('#email', (input) => (input as HTMLInputElement).value)).toBe(email);
    // The wrong password is selected, so that typing replaces it.
    await page.keyboard.type(password);
    const gone = page.waitForNavigation();
    await page.keyboard.press('Enter');
    await gone;
    // Nothing was asked for, so it goes on at home, which knows who came.
    await page.waitForSelector('a[aria-label="Account of Somebody"]');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(complaints).toEqual([]);
    await close();
  });

  test('tells who is signed in, goes on from there, and signs out', async () => {
    const user = await api.signUp();
    const { page, close } = await open('/favicon.svg');
    const [name, value] = user.cookie.split('=');
    await page.browserContext().setCookie({
      name: name!,
      value: value!,
      domain: '127.0.0.1',
      path: '/',
    });
    await page.goto(`${api.baseUrl}/sign-up?next=/device%3Fuser_code%3DABCD`);
    expect(await textOf(page, '.who')).toContain(user.email);
    expect(await page.$eval('a.first', (link) => link.getAttribute('href'))).toBe('/device?user_code=ABCD');
    const gone = page.waitForNavigation();
    await page.click('.sign-out');
    await gone;
    expect(pathOf(page)).toBe('/sign-in?next=%2Fdevice%3Fuser_code%3DABCD');
    expect(await textOf(page, 'h1')).toBe('Sign in');
    expect((await user.request('GET', '/api/v1/projects')).status).toBe(401);
    await close();
  });

  test('shows the password on request', async () => {
    const { page, close } = await open('/sign-in');
    await page.type('#password', 'a long password');
    await page.click('.reveal');
    expect(await page.$eval('#password', (input) => (input as HTMLInputElement).type)).toBe('text');
    expect(await page.$eval('.reveal', (button) => button.getAttribute('aria-pressed'))).toBe('true');
    await close();
  });

  test('stays where it is and says so when the service cannot be reached', async () => {
    const { page, close } = await open('/sign-in');
    await page.type('#email', 'a@example.com');
    await page.type('#password', 'a long password');
    await page.setOfflineMode(true);
    await page.keyboard.press('Enter');
    await waitForFault(page);
    expect(await textOf(page, '.fault[role="alert"]')).toContain('cannot be reached');
    await close();
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('sends nobody to %j', async (next) => {
    const html = await (await fetch(`${api.baseUrl}/sign-in?next=${encodeURIComponent(next)}`)).text();
    expect(html).not.toContain('evil');
    expect(html).not.toContain('alert(1)');
    const { cookie } = await api.signUp();
    const signedIn = await fetch(`${api.baseUrl}/sign-in?next=${encodeURIComponent(next)}`, {
      headers: { cookie },
    });
    expect(await signedIn.text()).not.toMatch(/evil|alert\(1\)/);
  });

  test('ignores a forged cookie, is kept by no cache, and cannot be framed', async () => {
    const headers = { cookie: 'showreel.session_token=forged' };
    const answer = await fetch(`${api.baseUrl}/sign-in`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<h1>Sign in</h1>');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  });

  test("shows a user's own words as words", async () => {
    const body = { email: 'html@example.com', password: 'a long password', name: '<b>"Bold"</b>' };
    const signed = await api.request('POST', '/api/auth/sign-up/email', { key: null, body });
    const cookie = signed.headers.getSetCookie()[0]!.split(';')[0]!;
    const html = await (await fetch(`${api.baseUrl}/sign-in`, { headers: { cookie } })).text();
    expect(html).toContain('&lt;b&gt;&quot;Bold&quot;&lt;/b&gt;');
    expect(html).not.toContain('<b>');
  });
});
