/**
 * `make pictures` takes pictures of every page of the dashboard and of every public page, light and dark, on a phone and on a desk, and
 * lays them out on contact sheets, one for each state. They are for people to look at: no test compares them.
 */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, test } from 'vitest';
import { setOperator } from '../../src/domain/accounts/operators.ts';
import { newId } from '../../src/ids.ts';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { type TestBrowser, testBrowser } from '../../test/support/browser.ts';
import { ownersCookie, tabOf } from '../../test/support/dashboard.ts';
import { publishDemo, queueDemo, workerOf } from '../../test/support/film.ts';
import { copyDemo } from '../../test/support/many-demos.ts';
import { makeFilm, webm } from '../../test/support/pages.ts';
import { contactSheet } from './contact-sheet.ts';
import { disturb } from './disturb.ts';

const folder = process.env.PICTURES ?? (await mkdtemp(join(tmpdir(), 'showreel-pictures-')));
const only = process.env.PICTURES_ONLY?.split(',');
const views = [360, 1280].flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme })));
const restMs = 400;

const own = ['/', '/demos', '/uploads', '/projects', '/keys', '/credits', '/account'];
const operators = ['', '/audit', '/jobs', '/read-models', '/log', '/service'].map(
  (path) => `/operator${path}`,
);

let api: TestApi;
let browser: TestBrowser;
let newcomer: string;
let owner: string;
let records: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
  newcomer = (await api.signUp()).cookie;
  owner = await ownersCookie(api);
  records = await fill(api);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const everything = () => [...own, ...records.own, ...operators];
const states: Record<string, () => Promise<void>> = {
  empty: () => shoot('empty', own, newcomer),
  full: () => shoot('full', everything(), owner),
  loading: () => shoot('loading', everything(), owner, (page) => disturb(page, 'held')),
  failed: () => shoot('failed', everything(), owner, (page) => disturb(page, 'refused')),
  public: () => shoot('public', [...doors, ...records.public], null),
};
const names = Object.keys(states).filter((name) => !only || only.includes(name));
// Vitest runs it, since what sets a service up for tests asks Vitest for the database.
test.each(names)('%s', (name) => states[name]!());

/** 500 demos, of which one has a film, one failed and one waits; and whoever looks at them operates the service. */
async function fill(api: TestApi): Promise<{ own: string[]; public: string[] }> {
  const demo = await publishDemo(api, await makeFilm(), webm);
  const failed = await queueDemo(api, { prompt: 'Open the heron house' });
  const worker = workerOf(api, failed.jobId);
  await worker.start();
  await worker.fail('The page answered with status 404.');
  await copyDemo(api.services.sql, demo.id, 496);
  const waiting = await queueDemo(api, { prompt: 'Show the moorings' });
  const { userId } = api.owner;
  const context = { commandId: newId('cmd'), metadata: { actor: 'pictures' } };
  await setOperator(api.services, context, { userId, isOperator: true });
  const detail = await api.request('GET', `/api/v1/demos/${demo.id}`);
  const { project_id: projectId } = detail.body as unknown as { project_id: string };
  const tabs = ['', '?tab=settings', '?tab=login', '?tab=deploy'];
  return {
    own: [
      ...[demo, failed, waiting].map(({ id }) => `/demos/${id}`),
      `/demos/${demo.id}/look`,
      ...tabs.map((tab) => `/projects/${projectId}${tab}`),
      `/operator/accounts/${userId}`,
    ],
    public: [demo, failed, waiting].flatMap(({ id }) => [`/share/${id}`, `/embed/${id}`]),
  };
}

const doors = ['/', '/sign-in', '/sign-up', '/forgot-password', '/docs', '/share/demo_nothing', '/nothing'];

/** What fails is asked for twice more before the page says so. */
async function settled(page: Page, state: string): Promise<void> {
  const waiting =
    state === 'failed'
      ? page.waitForSelector('[role=alert]', { timeout: 8_000 })
      : page.waitForNetworkIdle({ timeout: 6_000 });
  await waiting.catch(() => undefined);
}

async function shoot(
  state: string,
  paths: readonly string[],
  cookie: string | null,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  const page = cookie
    ? (await tabOf(browser.browser, api.baseUrl, cookie)).page
    : await (await browser.browser.createBrowserContext()).newPage();
  await prepare?.(page);
  const taken: { name: string; path: string }[] = [];
  for (const path of paths) {
    await page.goto(`${api.baseUrl}${path}`, { waitUntil: 'domcontentloaded' });
    await settled(page, state);
    for (const { width, scheme } of views) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.setViewport({ width, height: width === 360 ? 740 : 900 });
      await new Promise((resolve) => setTimeout(resolve, restMs));
      const name = `${state}-${path.replaceAll(/[^\w]+/g, '_')}-${width}-${scheme}`;
      const picture = join(folder, `${name}.png`);
      await page.screenshot({ path: picture as `${string}.png` });
      taken.push({ name: `${path} ${width} ${scheme}`, path: picture });
    }
  }
  await page.browserContext().close();
  const sheets = await contactSheet(
    taken.map(({ path }) => path),
    join(folder, `sheet-${state}`),
  );
  console.log(`${state}: ${taken.length} pictures, ${sheets.join(', ')}`);
}
