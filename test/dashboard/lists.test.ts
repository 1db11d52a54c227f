import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportProgress } from '../../src/domain/demos/jobs/progress.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import {
  faultsOfLook,
  goTo,
  holdUndo,
  ownersCookie,
  press,
  says,
  signedInTab,
  type Tab,
} from '../support/dashboard.ts';
import { type Files, publishDemo, queueDemo, workerOf } from '../support/film.ts';
import { copyDemo } from '../support/many-demos.ts';
import { makeFilm, picture, webm } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let files: Files;
let cookie: string;
beforeAll(async () => {
  [api, browser, files] = await Promise.all([startApi(), testBrowser(), makeFilm()]);
  cookie = await ownersCookie(api);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const tabs = async () => {
  const one = await signedInTab(api, browser, cookie);
  return [one, await signedInTab(api, browser, cookie, one)] as const;
};
const film = (prompt: string) => publishDemo(api, files, { ...webm, prompt });
// By address: "Film 1" of 12 seconds ago and "Film 11" of 2 seconds ago have the same text.
const tiles = (page: Page) => page.$$eval('main li a', (all) => all.map(({ href }) => href));
const shows = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('main li a').length === wanted, {}, count);
const isThere = async (id: string) => (await api.request('GET', `/api/v1/demos/${id}`)).status === 200;
const pick = (page: Page, nth: number) =>
  page.$$eval('main li input', (all, place) => all[place]!.click(), nth);
const open = (tab: Tab, path = '/demos') => goTo(api, tab.page, path);
const startAnew = () => api.services.sql`delete from demos`;

test('a film that is ordered, made and failed elsewhere shows in every tab without a reload', async () => {
  const [first, second] = await tabs();
  await Promise.all([open(first), open(second, '/')]);
  const demo = await queueDemo(api, { prompt: 'Show the herons' });
  for (const { page } of [first, second]) await says(page, 'Waiting');
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  for (const { page } of [first, second]) await says(page, 'Planning');
  const tick = { demoId: demo.id, jobId: demo.jobId, step: 'planning', message: null } as const;
  await reportProgress(api.services, { ...tick, progress: 0.4 });
  for (const { page } of [first, second]) await says(page, 'Planning 40%');
  await worker.fail('The page answered with status 404.');
  for (const { page } of [first, second]) await says(page, 'Failed');
  // A list with a filter gets it when it fits, and loses it afterwards.
  await open(second, '/demos?status=refreshing');
  await says(second.page, 'No demo fits');
  await api.request('POST', `/api/v1/demos/${demo.id}/refresh`);
  await shows(second.page, 1);
  await api.request('DELETE', `/api/v1/demos/${demo.id}`);
  await says(second.page, 'No demo fits');
  await says(first.page, 'No demo yet');
  expect([...first.complaints, ...second.complaints]).toEqual([]);
});

test('a deletion can be undone in every tab, and is sent when its time has passed', async () => {
  await startAnew();
  const demos = [await film('One'), await film('Two'), await film('Three')];
  const [first, second] = await tabs();
  await Promise.all([open(first), open(second)]);
  await pick(first.page, 0);
  await first.page.keyboard.down('Shift');
  const [, box] = await first.page.$$('main li input');
  await box!.click();
  await first.page.keyboard.up('Shift');
  await says(first.page, '2 of 3 picked');
  expect(await faultsOfLook(first.page, (kind) => picture(first.page, `dashboard-picked-${kind}`))).toEqual(
    [],
  );
  await press(first.page, 'Delete 2');
  await holdUndo(first.page);
  for (const { page } of [first, second]) await shows(page, 1);
  await says(second.page, 'Deleted: 2 demos');
  await press(second.page, 'Undo');
  for (const { page } of [first, second]) await shows(page, 3);
  await pick(first.page, 2);
  await press(first.page, 'Delete 1');
  await holdUndo(first.page);
  await shows(second.page, 2);
  // Nothing was sent so far.
  expect(await Promise.all(demos.map(({ id }) => isThere(id)))).toEqual([true, true, true]);
  await first.page.keyboard.down('Control');
  await first.page.keyboard.press('z');
  await first.page.keyboard.up('Control');
  await shows(second.page, 3);
  await pick(first.page, 2);
  await press(first.page, 'Delete 1');
  await shows(first.page, 2);
  await expect.poll(() => isThere(demos[0]!.id), { timeout: 60_000, interval: 300 }).toBe(false);
  expect(await isThere(demos[1]!.id)).toBe(true);
  await expect.poll(() => second.page.evaluate(() => Object.values(localStorage).join())).toBe('[]');
  await shows(second.page, 2);
});

test('a deletion is sent on leaving; one that did not arrive is sent by the next page; a reload brings nothing back', async () => {
  await startAnew();
  const [one, two] = [await film('One'), await film('Two')];
  const [tab] = await tabs();
  const { page } = tab;
  await open(tab);
  await pick(page, 0);
  await press(page, 'Delete 1');
  await shows(page, 1);
  await page.reload({ waitUntil: 'networkidle0' });
  await shows(page, 1);
  await expect.poll(() => isThere(two.id)).toBe(false);
  expect(await page.$('main ~ [role=status] button')).toBeNull();
  // The connection is gone while somebody leaves. (The browser's own offline mode lets through what is sent on leaving.)
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('no connection'));
  });
  await pick(page, 0);
  await press(page, 'Delete 1');
  await page.goto('about:blank');
  expect(await isThere(one.id)).toBe(true);
  await open(tab);
  await says(page, 'No demo yet');
  await expect.poll(() => isThere(one.id)).toBe(false);
});

test('a list that cannot be read says so and is read again; without a channel, the pages are read now and then', async () => {
  await startAnew();
  await film('One');
  const [{ page }] = await tabs();
  let isCut = true;
  // Instead of a proxy that lets no WebSocket through.
  await page.evaluateOnNewDocument(() => {
    class Refused extends EventTarget {
      onclose: (() => void) | null = null;
      constructor() {
        super();
        setTimeout(() => this.onclose?.());
      }
      close() {}
    }
    Object.assign(window, { WebSocket: Refused });
  });
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isList = request.url().includes('demos.overview');
    void (isCut && isList ? request.abort() : request.continue());
  });
  await page.goto(`${api.baseUrl}/demos`);
  await page.waitForSelector('[class*=skeletons]');
  expect(await faultsOfLook(page, (kind) => picture(page, `dashboard-loading-${kind}`))).toEqual([]);
  await says(page, 'Showreel cannot be reached just now.');
  expect(await faultsOfLook(page, (kind) => picture(page, `dashboard-list-fault-${kind}`))).toEqual([]);
  isCut = false;
  await press(page, 'Try again');
  await shows(page, 1);
  await film('Two');
  await shows(page, 2);
});

test('several demos are refreshed at once', async () => {
  await startAnew();
  await film('One');
  await film('Two');
  const [{ page }] = await tabs();
  await goTo(api, page, '/demos');
  await press(page, 'Pick all');
  await press(page, 'Refresh 2');
  await says(page, '2 queued.');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main li a')].every((one) => one.textContent.includes('Refreshing')),
  );
});

test('a picture plays while it is pointed at or has the focus, and not for those who want no motion', async () => {
  await startAnew();
  await film('One');
  const [{ page }] = await tabs();
  await goTo(api, page, '/demos');
  const isPlaying = () =>
    page.$eval('main li video', (video) => !video.paused && video.muted).catch(() => false);
  await page.hover('main li a');
  await expect.poll(isPlaying).toBe(true);
  await page.mouse.move(2, 2);
  await expect.poll(() => page.$('main li video')).toBeNull();
  await page.focus('main li input');
  await page.keyboard.press('Tab');
  await expect.poll(isPlaying).toBe(true);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.keyboard.press('Tab');
  await page.hover('main li a');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await page.$('main li video')).toBeNull();
});

test('a list of 500 demos comes page by page, is found through at once, and all can be picked', async () => {
  await startAnew();
  const { id } = await film('Show the pricing');
  await copyDemo(api.services.sql, id, 499);
  const [{ page, complaints }] = await tabs();
  const asked: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().includes('demos.overview') && asked.push(request.url())),
  );
  await goTo(api, page, '/demos');
  await says(page, '500 demos');
  // One screen, and what comes next.
  expect((await tiles(page)).length).toBeLessThanOrEqual(120);
  expect(await faultsOfLook(page, (kind) => picture(page, `dashboard-full-${kind}`))).toEqual([]);
  await page.setViewport({ width: 1280, height: 900 });
  await page.waitForFunction(() => {
    window.scrollTo(0, document.body.scrollHeight);
    return document.querySelectorAll('main li a').length === 500;
  });
  const all = await tiles(page);
  expect(all).toHaveLength(500);
  expect(new Set(all).size).toBe(500);
  const before = asked.length;
  // A change of one demo reads that demo, and not all pages again.
  await api.request('PATCH', `/api/v1/demos/${id}`, { body: { prompt: 'Show the moorings' } });
  await expect.poll(() => asked.length).toBeGreaterThan(before);
  expect(asked.slice(before).every((url) => decodeURIComponent(url).includes(`"ids":"${id}"`))).toBe(true);
  await page.type('input[type=search]', 'film 499');
  await shows(page, 1);
  await goTo(api, page, '/demos');
  await press(page, 'Pick all');
  await says(page, '500 of 500 picked');
  await press(page, 'Delete 500');
  await holdUndo(page);
  await says(page, 'No demo yet');
  await press(page, 'Undo');
  await says(page, '500 demos');
  expect(complaints).toEqual([]);
});
