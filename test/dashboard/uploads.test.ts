import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pictureMoment } from '../../src/worker/chores/picture-moment.ts';
import { type SignedIn, startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook, fill, goTo, press, says, signedInTab } from '../support/dashboard.ts';
import { type Footage, makeFootage } from '../support/footage.ts';
import { perform, queuedJobs } from '../support/jobs.ts';
import { picture } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let footage: Footage;
let user: SignedIn;
let folder: string;
beforeAll(async () => {
  [api, browser, footage] = await Promise.all([startApi(), testBrowser(), makeFootage()]);
  user = await api.signUp();
  folder = await mkdtemp(join(tmpdir(), 'showreel-uploads-'));
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

const look = (page: Page, name: string) =>
  faultsOfLook(page, (kind) => picture(page, `uploads-${name}-${kind}`));

/** As if the files were dragged onto the page. */
const drop = (page: Page, name: string, type: string, bytes: Buffer) =>
  page.evaluate(
    (given) => {
      const dataTransfer = new DataTransfer();
      const content = Uint8Array.from(atob(given.content), (one) => one.charCodeAt(0));
      dataTransfer.items.add(new File([content], given.name, { type: given.type }));
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.querySelector('main [data-over]')!.dispatchEvent(event);
    },
    { name, type, content: bytes.toString('base64') },
  );

async function choose(page: Page, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const field = await page.waitForSelector('main input[type=file]');
  await (field as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

const bodyOf = async (path: string) => (await user.request('GET', path)).body as unknown;
const uploaded = async () =>
  ((await bodyOf('/api/v1/demos/overview?source=upload')) as { demos: { title: string }[] }).demos.map(
    ({ title }) => title,
  );
/** Bytes a second that the browser sends; -1 without a limit. */
const sendsAt = (page: Page, upload: number) =>
  page.emulateNetworkConditions({ upload, download: -1, latency: 0 });

test('videos are dropped or chosen, sent with progress, stopped, refused, tried again and found in the list', async () => {
  const { page, complaints } = await signedInTab(api, browser, user.cookie);
  await goTo(api, page, '/demos');
  await press(page, 'Upload a video');
  await says(page, 'There is none yet.');
  expect(await look(page, 'empty')).toEqual([]);

  await drop(page, 'pricing_tour-2.mp4', 'video/mp4', footage.mp4);
  await choose(page, 'broken.mp4', footage.mp4.subarray(0, 900));
  await drop(page, 'notes.txt', 'text/plain', Buffer.from('no video'));
  await says(page, 'is text/plain.');
  await fill(page, 'Address of the site', 'films.example');
  expect(await look(page, 'chosen')).toEqual([]);

  await sendsAt(page, 8_000);
  await press(page, 'Upload 2 videos');
  await page.waitForSelector('[role=progressbar]:not([aria-valuenow="0"])');
  await says(page, 'Waiting');
  expect(await uploaded()).toEqual([]);
  await picture(page, 'uploads-sending');
  await press(page, 'Stop');
  await page.waitForFunction(() => !document.querySelector('article[aria-label="pricing_tour-2.mp4"]'));
  await sendsAt(page, -1);
  await says(page, 'Not uploaded');
  await says(page, 'req_');
  expect(await uploaded()).toEqual([]);

  // The same file again: the page of before is a project now, and stays chosen.
  await drop(page, 'pricing_tour-2.mp4', 'video/mp4', footage.mp4);
  await press(page, 'Upload it');
  await says(page, 'Ready');
  await says(page, 'Open it');
  expect(await uploaded()).toEqual(['Pricing tour 2']);
  await page.waitForFunction(() => document.querySelectorAll('main li a').length === 1);
  await press(page, 'Embed');
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('/embed/demo_'));
  expect(await look(page, 'sent')).toEqual([]);
  const { projects } = (await bodyOf('/api/v1/projects')) as { projects: object[] };
  expect(projects).toMatchObject([{ name: 'films.example', demo_count: 1 }]);

  await press(page, 'Open it');
  await page.waitForSelector('video.stage');
  await says(page, 'Download');
  expect(await page.$('main [role=tablist]')).toBeNull();
  await picksMoment(page);
  expect(await look(page, 'demo')).toEqual([]);
  // The browser itself writes down what was refused.
  expect(complaints.filter((one) => !/status of 4\d\d/.test(one))).toEqual([]);
});

test('a line that breaks fails the upload, which is sent once when it is tried again', async () => {
  const { page } = await signedInTab(api, browser, user.cookie);
  await goTo(api, page, '/uploads');
  const before = (await uploaded()).length;
  await drop(page, 'second.webm', 'video/webm', footage.webm);
  // The free plan takes no WebM, which the service says.
  await press(page, 'Upload it');
  await says(page, 'on the Free plan');
  await drop(page, 'third.mp4', 'video/mp4', footage.mp4);
  await page.setOfflineMode(true);
  await press(page, 'Upload it');
  await says(page, 'could not be uploaded');
  await page.setOfflineMode(false);
  const [, again] = await page.$$('::-p-xpath(//button[normalize-space(.)="Try again"])');
  await again!.click();
  await says(page, 'Ready');
  expect(await uploaded()).toHaveLength(before + 1);
});

/** Has the pictures made of where the video stands, which shows them at once. */
async function picksMoment(page: Page): Promise<void> {
  const posterOf = () => page.$eval('video.stage', (video) => (video as HTMLVideoElement).poster);
  expect(await posterOf()).toBe('');
  await page.$eval('video.stage', (video) => {
    (video as HTMLVideoElement).currentTime = 1.2;
  });
  await press(page, 'Thumbnail and GIF of this moment');
  const parts = { services: api.services, media: api.media, ffmpegPath: null };
  const picturing = await vi.waitFor(async () => {
    const [job] = await queuedJobs(api.services, 'demo.pictures');
    expect(job).toBeDefined();
    return job!;
  }, 30_000);
  await perform([pictureMoment(parts)], picturing, await mkdtemp(join(folder, 'moment-')));
  await says(page, 'They show 1.2 s now.');
  await expect.poll(posterOf).toMatch(/\/thumb\/demo_\w+\.png\?v=/);
}
