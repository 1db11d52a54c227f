import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportPublished, startGeneration } from '../../src/domain/demos/jobs/generation.ts';
import { mediaPrefix, seenPage } from '../../src/domain/demos/media-keys.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook, fill, goTo, press, says, signedInTab, tabOfOwner } from '../support/dashboard.ts';
import { type Files, publishDemo, workerOf } from '../support/film.ts';
import { makeFilm, picture, webm } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let files: Files;
beforeAll(async () => {
  [api, browser, files] = await Promise.all([startApi(), testBrowser(), makeFilm()]);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const look = (page: Page, name: string) =>
  faultsOfLook(page, (kind) => picture(page, `dashboard-${name}-${kind}`));
const rows = (page: Page) => page.$$eval('tbody tr', (all) => all.map((one) => one.textContent));
type Change = { change: 'reworded' | 'added'; section: string; before: string | null; after: string | null };

/** A picture of the page as a version saw it. */
async function keepPage(demoId: string, version: number, background: string) {
  const path = join(tmpdir(), `${demoId}-${version}.jpg`);
  const page = { create: { width: 640, height: 360, channels: 3, background } } as const;
  await writeFile(path, await sharp(page).jpeg().toBuffer());
  await api.media.putFile(seenPage(demoId, version).pictureKey, path);
}

/** What a worker reports of a refresh that found changes. */
async function publishRefresh(jobId: string, changes: Change[]) {
  const job = (await startGeneration(api.services, jobId))!;
  const worker = workerOf(api, jobId);
  const videoKey = `${mediaPrefix(job.demoId, job.version)}video.webm`;
  const path = join(tmpdir(), `${jobId}.webm`);
  await writeFile(path, files.video);
  await api.media.putFile(videoKey, path);
  await keepPage(job.demoId, job.version, job.version % 2 ? '#c8d7ff' : '#ffd9a8');
  await reportPublished(api.services, job, {
    videoKey,
    gifKey: null,
    thumbnailKey: null,
    durationMs: 4000,
    snapshots: [],
    recordingLog: [],
    title: null,
    changes,
  });
  return worker;
}

test('a refresh from a webhook shows on the demo’s page: the new version, and what changed, side by side', async () => {
  const demo = await publishDemo(api, files, webm);
  await keepPage(demo.id, 1, '#c8d7ff');
  const { page, complaints } = await tabOfOwner(api, browser);
  const read = async () =>
    (await api.request('GET', `/api/v1/demos/${demo.id}`)).body as unknown as {
      project_id: string;
      latestJob: { id: string };
    };
  const { project_id: projectId } = await read();
  const rotated = await api.request('POST', `/api/v1/projects/${projectId}/webhook-secret/rotate`);
  const secret = (rotated.body as unknown as { webhook_secret: string }).webhook_secret;
  const hook = () =>
    fetch(`${api.baseUrl}/api/v1/webhooks/projects/${projectId}/refresh`, {
      method: 'POST',
      headers: { 'X-Webhook-Secret': secret },
    });
  await goTo(api, page, `/demos/${demo.id}`);
  await press(page, 'Versions');
  await says(page, 'First recording');
  expect((await hook()).status).toBe(200);
  await says(page, 'Waiting for its turn');
  const reworded = {
    change: 'reworded',
    section: 'Pricing',
    before: '9 pounds',
    after: '10 pounds',
  } as const;
  await publishRefresh((await read()).latestJob.id, [reworded]);
  await says(page, 'version 2');
  await says(page, 'by the webhook');
  await page.waitForSelector('video[src*="v=2"]');
  await hook();
  await publishRefresh((await read()).latestJob.id, [
    { change: 'added', section: 'Reviews', before: null, after: null },
  ]);
  await says(page, 'version 3');
  const compared = () => page.$eval('section[aria-label="Versions side by side"]', (one) => one.textContent);
  await expect.poll(compared).toContain('New: Reviews');
  const selects = await page.$$('section[aria-label="Versions side by side"] select');
  await selects[0]!.select('1');
  await expect.poll(compared).toMatch(/Reworded: Pricing.*9 pounds.*10 pounds.*New: Reviews/);
  expect(
    await page.$$eval('section[aria-label="Versions side by side"] img', (all) =>
      all.map((one) => one.getAttribute('src')),
    ),
  ).toEqual([`/page/${demo.id}-1.jpg`, `/page/${demo.id}-3.jpg`]);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('section[aria-label="Versions side by side"] img')].every(
      (one) => (one as HTMLImageElement).naturalWidth > 0,
    ),
  );
  expect(await look(page, 'versions')).toEqual([]);
  await hook();
  await workerOf(api, (await read()).latestJob.id).start();
  await api.request('POST', `/api/v1/demos/${demo.id}/cancel`);
  await says(page, 'Cancelled');
  await says(page, 'What it cost was given back.');
  expect(complaints).toEqual([]);
});

test('the sentence and the context are changed, and filmed at once where that is asked for', async () => {
  const demo = await publishDemo(api, files, webm);
  const { page } = await tabOfOwner(api, browser);
  await goTo(api, page, `/demos/${demo.id}`);
  await press(page, 'Sentence');
  await fill(page, 'What to show, in one sentence', '  ');
  await press(page, 'Save');
  await says(page, 'Must have 1 to 500 characters');
  await fill(page, 'What to show, in one sentence', 'Show the moorings');
  await fill(page, 'What else the planner should know', 'The yearly price is the one to show.');
  expect(await look(page, 'sentence')).toEqual([]);
  await press(page, 'Save and film it again');
  await says(page, 'Waiting for its turn');
  const { body } = await api.request('GET', `/api/v1/demos/${demo.id}`);
  expect(body).toMatchObject({
    prompt: 'Show the moorings',
    context: 'The yearly price is the one to show.',
    status: 'refreshing',
  });
});

test('credits: what is used, a top-off with errors at the field, and the ledger as CSV', async () => {
  const user = await api.signUp();
  for (const packId of ['20', '5'])
    await user.request('POST', '/api/v1/credits/purchase', {
      body: { packId },
      headers: { origin: api.baseUrl },
    });
  const { page, complaints } = await signedInTab(api, browser, user.cookie);
  await goTo(api, page, '/credits');
  await says(page, '0 of 10');
  expect(await rows(page)).toEqual([expect.stringMatching(/\+525$/), expect.stringMatching(/\+2020$/)]);
  await (await page.waitForSelector('aria/Buy credits automatically[role="checkbox"]'))!.click();
  await fill(page, 'When at most this many credits are left', 'few');
  await press(page, 'Save');
  await says(page, 'Must be a number');
  await fill(page, 'When at most this many credits are left', '1001');
  await press(page, 'Save');
  await says(page, 'Must be at most 1000');
  await fill(page, 'When at most this many credits are left', '7');
  await page.select('select[name=packId]', '50');
  expect(await look(page, 'topoff')).toEqual([]);
  await press(page, 'Save');
  await expect
    .poll(async () => (await user.request('GET', '/api/v1/credits/auto-topoff')).body)
    .toMatchObject({ enabled: true, packId: '50', threshold: 7 });
  // The file as the page hands it to the browser.
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      void (blob as Blob).text().then((text) => document.body.setAttribute('data-csv', text));
      return make(blob);
    };
  });
  await press(page, 'Download as CSV');
  await page.waitForFunction(() => document.body.hasAttribute('data-csv'));
  const csv = await page.$eval('body', (body) => body.getAttribute('data-csv')!);
  expect(csv.split('\r\n').map((line) => line.split(',').slice(2).join())).toEqual([
    'type,description,pack,credits,balance',
    'purchase,20 credits,20,20,20',
    'purchase,5 credits,5,5,25',
    '',
  ]);
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
});

test('a key for pages names its domains and its project, is seen to be used, and is gone when it is revoked', async () => {
  const { page } = await tabOfOwner(api, browser);
  await goTo(api, page, '/keys');
  await (await page.waitForSelector('::-p-xpath(//label[.="Publishable"])'))!.click();
  await fill(page, 'Name', 'Site');
  await fill(page, 'Domains of the pages, with commas', `${'x'.repeat(254)}`);
  await press(page, 'Create a key');
  await says(page, 'must have 1 to 253 characters');
  await fill(page, 'Domains of the pages, with commas', 'example.com, example.org');
  // The first option is for all projects.
  await page.waitForSelector('select[name=project] option:nth-child(2)');
  const project = await page.$eval(
    'select[name=project] option:last-child',
    (one) => (one as HTMLOptionElement).value,
  );
  await page.select('select[name=project]', project);
  await press(page, 'Create a key');
  const key = (await (await page.waitForSelector('[role=status] code'))!.evaluate((one) => one.textContent))!;
  await says(page, 'On example.com, example.org, for Example');
  expect(await look(page, 'domains')).toEqual([]);
  const use = (origin: string) =>
    fetch(`${api.baseUrl}/api/v1/embed/generate`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ prompt: 'Show it', context: { url: 'https://example.com/a' } }),
    });
  expect((await use('https://elsewhere.example')).status).toBe(403);
  expect((await use('https://example.org')).status).toBe(202);
  await page.reload({ waitUntil: 'networkidle0' });
  await page.waitForSelector('::-p-xpath(//tr[contains(.,"Site")])');
  expect((await rows(page)).find((row) => row!.startsWith('Site'))).not.toContain('Never');
  await (await page.waitForSelector('::-p-xpath(//tr[contains(.,"Site")]//button)'))!.click();
  await press(page, 'It stops at once. Revoke?');
  await page.waitForFunction(() => !document.body.textContent.includes('example.org'));
  expect((await use('https://example.org')).status).toBe(401);
});
