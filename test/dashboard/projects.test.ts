import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLogin } from '../../src/domain/logins/logins.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import {
  faultsOfLook,
  fill,
  goTo,
  holdUndo,
  press,
  says,
  type Tab,
  tabOfOwner,
} from '../support/dashboard.ts';
import { publishDemo } from '../support/film.ts';
import { makeFilm, picture, webm } from '../support/pages.ts';
import { waitingDemo } from '../support/ready-demo.ts';

let api: TestApi;
let browser: TestBrowser;
let tab: Tab;
let page: Page;
let projectId: string;
beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
  tab = await tabOfOwner(api, browser);
  page = tab.page;
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const go = (path: string) => goTo(api, page, path);
const look = (name: string) => faultsOfLook(page, (kind) => picture(page, `dashboard-${name}-${kind}`));
const read = async (path: string) =>
  (await api.request('GET', `/api/v1/projects/${projectId}${path}`)).body as unknown as Record<
    string,
    unknown
  >;
const said = (selector: string) => page.$eval(selector, (one) => one.textContent);
const shownSecret = async () =>
  (await page.waitForSelector('[role=status] code'))!.evaluate((one) => one.textContent!);

test('a project is made, and what is wrong with a field is said at the field', async () => {
  await go('/projects');
  await press(page, 'New project');
  await fill(page, 'Name', 'Herons');
  await fill(page, 'Address of the page', 'https://ada:secret@example.com/');
  await press(page, 'Make the project');
  await says(page, 'Must not contain a user name or a password');
  expect(await page.$('[role=alert]')).toBeNull();
  expect(await look('new-project')).toEqual([]);
  await fill(page, 'Address of the page', 'example.com/herons');
  await page.select('select[name=viewport]', 'tablet');
  await press(page, 'Make the project');
  await page.waitForFunction(() => location.search === '?tab=login');
  projectId = new URL(page.url()).pathname.split('/')[2]!;
  expect(await read('')).toMatchObject({
    name: 'Herons',
    url: 'https://example.com/herons',
    viewport: 'tablet',
  });
});

test('cookies, a script and masks are set one by one, and no value is shown again', async () => {
  await go(`/projects/${projectId}?tab=login`);
  await fill(page, 'Cookies', 'no cookie');
  await press(page, 'Save');
  await says(page, '“no cookie” is no cookie');
  await fill(page, 'Cookies', 'sid=very-secret; theme=dark');
  await press(page, 'Save');
  await says(page, 'Set: sid, theme');
  await fill(page, 'CSS selectors, one a line', '.iban\na{b');
  const saveMasks = () =>
    page.$eval('section[aria-label=Masks] button[type=submit]', (one) => (one as HTMLElement).click());
  await saveMasks();
  await says(page, 'Line 2 must be one CSS selector');
  await fill(page, 'CSS selectors, one a line', '.iban\n.name');
  await saveMasks();
  await page.waitForFunction(
    () => document.querySelector('section[aria-label=Masks] [role=status]')?.textContent,
  );
  const script = {
    title: 'Sign in',
    steps: [
      { type: 'navigate', url: 'https://example.com/in' },
      { type: 'change', selectors: [['#p']], value: 'pass-word-7' },
    ],
  };
  await fill(
    page,
    'Script',
    JSON.stringify({ ...script, steps: [{ type: 'navigate', url: 'https://elsewhere.example/' }] }),
  );
  const saveScript = () =>
    page.$eval('section[aria-label="Sign-in script"] button[type=submit]', (one) =>
      (one as HTMLElement).click(),
    );
  await saveScript();
  await says(page, 'must be on the project');
  await fill(page, 'Script', JSON.stringify(script));
  await saveScript();
  await says(page, 'Set: “Sign in”, 2 steps');
  expect(await page.$eval('textarea[name=script]', (one) => one.value)).toBe('');
  expect(await look('project-login')).toEqual([]);
  expect(await readLogin(api.services, projectId)).toMatchObject({
    cookies: [
      { name: 'sid', value: 'very-secret' },
      { name: 'theme', value: 'dark' },
    ],
    maskSelectors: ['.iban', '.name'],
    script: { title: 'Sign in' },
  });
  await page.reload({ waitUntil: 'networkidle0' });
  expect(await page.content()).not.toMatch(/very-secret|pass-word-7/);
  await press(page, 'Remove the script');
  await page.waitForFunction(() => !document.body.textContent.includes('Set: “Sign in”'));
  expect(await read('/login')).toMatchObject({ script: null, mask_selectors: ['.iban', '.name'] });
});

test('settings and the reset are saved, and the secret of the reset is shown once', async () => {
  await go(`/projects/${projectId}?tab=settings`);
  await fill(page, 'Name', ' ');
  await press(page, 'Save');
  await says(page, 'Must have 1 to 100 characters');
  await fill(page, 'Name', 'Grey herons');
  await page.select('select[name=refresh_schedule]', 'weekly');
  await press(page, 'Save');
  await says(page, 'Saved.');
  expect(await read('')).toMatchObject({ name: 'Grey herons', refresh_schedule: 'weekly' });
  await fill(page, 'Address of the request', 'nonsense');
  const saveReset = () =>
    page.$eval('section[aria-label="Reset before each film"] button[type=submit]', (one) =>
      (one as HTMLElement).click(),
    );
  await saveReset();
  await page.waitForSelector('section[aria-label="Reset before each film"] [class*=error]');
  await fill(page, 'Address of the request', 'https://example.com/reset');
  await page.select('select[name=method]', 'PUT');
  await saveReset();
  const secret = await shownSecret();
  expect(await read('/reset')).toEqual({ url: 'https://example.com/reset', method: 'PUT', secret });
  expect(await look('project-settings')).toEqual([]);
  await page.reload({ waitUntil: 'networkidle0' });
  expect(await page.content()).not.toContain(secret);
  await press(page, 'Rotate its secret');
  await press(page, 'The old one is not used any more. Rotate?');
  expect(await shownSecret()).not.toBe(secret);
  await press(page, 'Remove the reset');
  await page.waitForFunction(() => !document.body.textContent.includes('Remove the reset'));
  expect((await read('')).reset).toBeNull();
});

test('the webhook’s recipes are filled in, and a rotated secret is the one that works', async () => {
  await go(`/projects/${projectId}?tab=deploy`);
  const curl = () => said('section[aria-label="Recipe for curl"]');
  expect(await curl()).toContain('$SHOWREEL_WEBHOOK_SECRET');
  await press(page, 'Make the webhook secret');
  const first = await shownSecret();
  const call = async () => {
    const [, secret, url] = /X-Webhook-Secret: (\S+)".*?(http\S+)/s.exec((await curl())!)!;
    return (await fetch(url!, { method: 'POST', headers: { 'X-Webhook-Secret': secret! } })).status;
  };
  expect(await call()).toBe(200);
  await press(page, 'Rotate the webhook secret');
  await press(page, 'The old one stops at once. Rotate?');
  await page.waitForFunction((old) => !document.body.textContent.includes(old), {}, first);
  expect(await call()).toBe(200);
  expect(await said('section[aria-label="Recipe for GitHub Actions"]')).toContain(
    `${api.baseUrl}/api/v1/webhooks/projects/${projectId}/refresh`,
  );
  await press(page, 'Show the signing secret');
  await says(page, 'sr_sign_');
  expect(await look('project-deploy')).toEqual([]);
});

test('a project shows its demos, refreshes them, and its deletion can be undone', async () => {
  const demo = await publishDemo(api, await makeFilm(), webm);
  const { body } = await api.request('GET', `/api/v1/demos/${demo.id}`);
  projectId = (body as unknown as { project_id: string }).project_id;
  await go(`/projects/${projectId}`);
  await says(page, 'Pricing at a glance');
  expect(await page.$('nav[aria-label="Pages of the site"]')).toBeNull();
  expect(await look('project')).toEqual([]);
  // Demos of other pages come, and each page has its own.
  const owner = { userId: api.owner.userId, projectId };
  const other = await waitingDemo(api.services, { ...owner, pageUrl: 'https://example.com/pricing' });
  await press(page, '/pricing1');
  await page.waitForFunction(() => document.querySelectorAll('main li a').length === 1);
  expect(new URL(page.url()).searchParams.get('page')).toBe('https://example.com/pricing');
  expect(await look('project-page')).toEqual([]);
  await (await page.$('main li a'))!.click();
  await page.waitForSelector('main a[href="https://example.com/pricing"]');
  expect(new URL(page.url()).pathname).toBe(`/demos/${other.demoId}`);
  await page.goBack();
  await press(page, 'All pages');
  await page.waitForFunction(() => document.querySelectorAll('main li a').length === 2);
  await press(page, 'Refresh all 1');
  await says(page, '1 queued.');
  await press(page, 'Settings');
  await press(page, 'Delete the project');
  await holdUndo(page);
  await says(page, 'Deleted: “Example”');
  const hrefs = () => page.$$eval('main a', (all) => all.map((one) => one.getAttribute('href')));
  await expect.poll(hrefs).not.toContain(`/projects/${projectId}`);
  expect(await look('undo')).toEqual([]);
  await press(page, 'Undo');
  await page.waitForSelector(`main a[href="/projects/${projectId}"]`);
  expect((await api.request('GET', `/api/v1/projects/${projectId}`)).status).toBe(200);
  // What is deleted is deleted at once on leaving.
  await go(`/projects/${projectId}?tab=settings`);
  await press(page, 'Delete the project');
  await page.goto('about:blank');
  await expect.poll(async () => (await api.request('GET', `/api/v1/projects/${projectId}`)).status).toBe(404);
  expect(tab.complaints.filter((one) => !one.includes('status of 40'))).toEqual([]);
  expect(tab.foreign.filter((one) => one !== 'about:blank')).toEqual([]);
});
