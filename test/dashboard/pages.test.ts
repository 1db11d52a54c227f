import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failurePicture } from '../../src/domain/demos/media-keys.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { patient, type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook, goTo, press, says, signedInTab, tabOfOwner } from '../support/dashboard.ts';
import { publishDemo, queueDemo, workerOf } from '../support/film.ts';
import { makeFilm, picture, webm } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;

beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const tabOf = (cookie: string) => signedInTab(api, browser, cookie);
const ownersTab = () => tabOfOwner(api, browser);
const go = (page: Page, path: string) => goTo(api, page, path);
const look = (page: Page, name: string) =>
  faultsOfLook(page, (kind) => picture(page, `dashboard-${name}-${kind}`));

const empty = [
  ['/', 'What shall the next demo show?'],
  ['/demos', 'No demo yet'],
  ['/projects', 'No project yet'],
  ['/keys', 'No key yet'],
  ['/credits', 'No credit has moved yet.'],
  ['/account', 'Password and sessions'],
  ['/demos/demo_nothing', 'No such demo.'],
] as const;

test('a new user’s pages say what to do, can be used by all, and fit a phone', async () => {
  const { cookie } = await api.signUp();
  const { page, complaints, foreign } = await tabOf(cookie);
  for (const [path, text] of empty) {
    await go(page, path);
    await says(page, text);
    const name = path.split('/')[1] || 'home';
    expect([path, await look(page, path.includes('nothing') ? 'missing-demo' : `empty-${name}`)]).toEqual([
      path,
      [],
    ]);
  }
  // The browser itself writes down that the unknown demo was a 404.
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
  expect(foreign).toEqual([]);
});

test('the list shows demos in every state, and finds them by words, project and state', async () => {
  const files = await makeFilm();
  await publishDemo(api, files, { ...webm, prompt: 'Show the pricing' });
  const failed = await queueDemo(api, { prompt: 'Open the heron house' });
  const worker = workerOf(api, failed.jobId);
  await worker.start();
  await worker.fail('The page answered with status 404.');
  await queueDemo(api, { prompt: 'Show the moorings' });
  const { page, complaints } = await ownersTab();
  await go(page, '/demos');
  const tiles = () => page.$$eval('main li', (all) => all.map((one) => one.textContent));
  await expect
    .poll(tiles)
    .toEqual([
      expect.stringMatching(/^Show the mooringsWaiting/),
      expect.stringMatching(/^Open the heron houseFailed/),
      expect.stringMatching(/^0:04Pricing at a glance/),
    ]);
  expect(await look(page, 'demos')).toEqual([]);
  await page.type('input[type=search]', 'HERON');
  await page.waitForFunction(() => document.querySelectorAll('main li').length === 1);
  expect(new URL(page.url()).search).toBe('?q=HERON');
  await page.reload({ waitUntil: 'networkidle0' });
  await expect.poll(tiles).toHaveLength(1);
  await go(page, '/demos?status=ready');
  await expect.poll(tiles).toEqual([expect.stringContaining('Pricing at a glance')]);
  await go(page, '/demos?q=walrus');
  await says(page, 'No demo fits');
  await go(page, '/projects');
  expect(await look(page, 'projects')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a failed demo says why, shows the page, and is made again', async () => {
  const demo = await queueDemo(api, { prompt: 'Open the heron house' });
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  const shown = failurePicture(demo.id, 1);
  const path = join(tmpdir(), `${demo.id}.jpg`);
  await writeFile(
    path,
    await sharp({ create: { width: 64, height: 36, channels: 3, background: '#abc' } })
      .jpeg()
      .toBuffer(),
  );
  await api.media.putFile(shown.key, path);
  await worker.fail(`“Heron house” was not found. A picture of the page at that moment: ${shown.url}`);
  const { page } = await ownersTab();
  await go(page, `/demos/${demo.id}`);
  await page.waitForSelector('[role=alert] img');
  const alert = await page.$eval('[role=alert]', (one) => one.textContent);
  expect(alert).toContain('“Heron house” was not found.');
  expect(alert).toContain('What it cost was given back.');
  expect(alert).not.toContain('/failure/');
  expect(await page.$eval('[role=alert] img', (one) => one.getAttribute('src'))).toBe(
    `/failure/${demo.id}-1.jpg`,
  );
  expect(await look(page, 'failed')).toEqual([]);
  await press(page, 'Retry');
  await says(page, 'Waiting for its turn');
  await says(page, 'in line');
  expect(await look(page, 'waiting')).toEqual([]);
  await press(page, 'Cancel');
  await says(page, 'You cancelled this film');
});

test('where no worker has time for a storyboard, the film can be ordered without one', async () => {
  const { page } = await ownersTab();
  await go(page, '/new?url=example.com&prompt=Show+the+herons');
  await says(page, 'No worker has made the preview');
  expect(await look(page, 'unseen')).toEqual([]);
  await press(page, 'Film it without a storyboard');
  await says(page, 'Waiting for its turn');
  const { body } = await api.request('GET', '/api/v1/projects');
  const { projects } = body as unknown as { projects: { url: string; name: string }[] };
  // The projects that other tests made are of the same page, and one of them serves.
  expect(
    projects.filter(({ url }) => URL.parse(url)?.href === 'https://example.com/').length,
  ).toBeGreaterThan(0);
  expect(projects.every(({ name }) => name === 'Example')).toBe(true);
});

test('a plan that is used up says so, and where credits are', async () => {
  const user = await api.signUp();
  const project = await user.request('POST', '/api/v1/projects', {
    body: { name: 'Site', url: 'https://example.com/' },
  });
  const order = { project_id: (project.body as { id?: string }).id, prompt: 'Show it' };
  for (let count = 0; count < 10; count++) await user.request('POST', '/api/v1/demos', { body: order });
  const { page } = await tabOf(user.cookie);
  await go(page, '/new?url=example.com&prompt=Show+the+herons');
  await press(page, 'Film it without a storyboard');
  await press(page, 'Get credits');
  await says(page, 'Buy credits');
});

test('a key is shown once, and revoked with a second press', async () => {
  const { page } = await ownersTab();
  await go(page, '/keys');
  const rows = () => page.$$eval('tbody tr', (all) => all.length);
  await page.waitForSelector('tbody tr');
  const before = await rows();
  await page.type('input[name=name]', 'CI');
  await press(page, 'Create a key');
  const key = await (await page.waitForSelector('[role=status] code'))!.evaluate((one) => one.textContent);
  const used = await fetch(`${api.baseUrl}/api/v1/demos`, { headers: { authorization: `Bearer ${key}` } });
  expect(used.status).toBe(200);
  await page.waitForFunction(
    (count) => document.querySelectorAll('tbody tr').length === count,
    {},
    before + 1,
  );
  expect(await look(page, 'keys')).toEqual([]);
  await press(page, 'Revoke');
  await press(page, 'It stops at once. Revoke?');
  await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length === count, {}, before);
  const gone = await fetch(`${api.baseUrl}/api/v1/demos`, { headers: { authorization: `Bearer ${key}` } });
  expect(gone.status).toBe(401);
});

test('bought credits are in the balance and among the movements', async () => {
  const { cookie } = await api.signUp();
  const { page } = await tabOf(cookie);
  await go(page, '/credits');
  await press(page, 'Buy 20 credits for $18');
  await says(page, '20 credits were added. You have 20.');
  await page.waitForSelector('tbody tr');
  expect(await page.$eval('tbody tr', (row) => row.textContent)).toMatch(/Bought.*\+2020$/);
  expect(await look(page, 'credits')).toEqual([]);
});

test('who is not signed in comes back to the page that they asked for', async () => {
  const { email, password } = await api.signUp();
  const page = patient(await (await browser.browser.createBrowserContext()).newPage());
  const network = await page.createCDPSession();
  await network.send('Network.enable');
  await go(page, '/demos?status=ready');
  await page.waitForSelector('#email');
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  const channel = new Promise((resolve) =>
    network.once('Network.webSocketHandshakeResponseReceived', resolve),
  );
  await page.type('#email', email);
  await page.type('#password', password);
  await press(page, 'Sign in');
  await says(page, 'No demo fits');
  expect(page.url()).toBe(`${api.baseUrl}/demos?status=ready`);
  // The page reads everything anew once its channel is open. After that, the next request is the filter's.
  await channel;
  await page.waitForNetworkIdle();
  const cookie = (await page.browserContext().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const ended = await fetch(`${api.baseUrl}/api/auth/sign-out`, {
    method: 'POST',
    headers: { cookie, origin: api.baseUrl },
  });
  expect(ended.status).toBe(200);
  await page.select('select[aria-label=State]', '');
  await page.waitForFunction(() => location.pathname === '/sign-in');
  expect(new URL(page.url()).searchParams.get('next')).toBe('/demos');
});

test('everything is reached and worked by the keyboard', async () => {
  const { cookie } = await api.signUp();
  const { page } = await tabOf(cookie);
  await go(page, '/');
  const names: string[] = [];
  for (let count = 0; count < 11; count++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const { id, textContent, ariaLabel } = document.activeElement as HTMLElement;
        return id || ariaLabel || (textContent ?? '').trim();
      }),
    );
  }
  expect(names).toEqual([
    'Skip to the content',
    'Showreel',
    ...['Demos', 'Projects', 'Keys', 'Credits', 'New demo'],
    expect.stringMatching(/^Account of/),
    ...['url', 'prompt', 'See the storyboard'],
  ]);
  await page.focus('a[href="/keys"]');
  await page.keyboard.press('Enter');
  await says(page, 'API keys');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  expect(await page.title()).toBe('API keys · Showreel');
});
