import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Files, publishDemo, queueDemo, workerOf } from '../support/film.ts';

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

/** Four seconds of VP9, which every build of Chromium plays. */
async function makeFilm(): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-film-'));
  const run = promisify(execFile);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=15:duration=4'];
  const ffmpeg = process.env.SHOWREEL_FFMPEG ?? 'ffmpeg';
  const film = join(folder, 'film.webm');
  await run(ffmpeg, [
    '-v',
    'error',
    ...source,
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    film,
  ]);
  await run(ffmpeg, ['-v', 'error', ...source, '-frames:v', '1', join(folder, 'thumb.png')]);
  const made = { video: await readFile(film), thumbnail: await readFile(join(folder, 'thumb.png')) };
  await rm(folder, { recursive: true });
  return made;
}

const webm = { format: 'webm', resolution: '720p' };

/** Opens a page and keeps an eye on what it does that a page of ours must never do. */
async function open(path: string, viewport = { width: 1280, height: 900 }) {
  const page = await browser.page(viewport);
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    // The browser draws the buttons of its player from pictures of its own.
    if (!/^data:/.test(request.url()) && !request.url().startsWith(api.baseUrl)) foreign.push(request.url());
  });
  const answer = await page.goto(`${api.baseUrl}${path}`);
  return { page, complaints, foreign, answer: answer! };
}

const content = (page: Page, selector: string, attribute = 'content') =>
  page.$eval(selector, (element, name) => element.getAttribute(name), attribute);

/** Pictures for people to look at, where a folder for them is given. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOWREEL_TEST_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

describe('the share page', () => {
  test('plays the film, keeps its own policy and loads nothing from elsewhere', async () => {
    const { id } = await publishDemo(api, files, webm);
    const { page, complaints, foreign, answer } = await open(`/share/${id}`);
    expect(answer.status()).toBe(200);
    expect(await page.title()).toBe('Pricing at a glance · Showreel');
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    const shown = await page.$eval('video', (video) => ({
      width: video.videoWidth,
      durationSec: Math.round(video.duration),
      poster: new URL(video.poster).pathname,
      controls: video.controls,
    }));
    expect(shown).toEqual({ width: 640, durationSec: 4, poster: `/thumb/${id}.png`, controls: true });
    expect([complaints, foreign]).toEqual([[], []]);
    await picture(page, 'share-light');
    await page.close();
  });

  test('is moved by the keyboard: play, seek, mute', async () => {
    const { id } = await publishDemo(api, files, webm);
    const { page, complaints } = await open(`/share/${id}`);
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await page.keyboard.press('m');
    await page.keyboard.press('k');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
    await page.keyboard.press(' ');
    expect(await page.$eval('video', ({ paused, muted }) => ({ paused, muted }))).toEqual({
      paused: true,
      muted: true,
    });
    await page.keyboard.press('ArrowRight');
    expect(await page.$eval('video', ({ currentTime }) => currentTime)).toBeGreaterThan(3.9);
    await page.keyboard.press('ArrowLeft');
    expect(await page.$eval('video', ({ currentTime }) => currentTime)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('tells other sites what to show of it', async () => {
    const { id } = await publishDemo(api, files, webm);
    const { page } = await open(`/share/${id}`);
    const tags = {
      'meta[property="og:title"]': 'Pricing at a glance',
      'meta[property="og:description"]': 'Show the pricing',
      'meta[property="og:image"]': `${api.baseUrl}/thumb/${id}.png?v=1`,
      'meta[property="og:video"]': `${api.baseUrl}/video/${id}.webm`,
      'meta[property="og:video:width"]': '1280',
      'meta[name="twitter:card"]': 'player',
      'meta[name="twitter:player"]': `${api.baseUrl}/embed/${id}`,
      'meta[name="robots"]': 'noindex',
    };
    for (const [selector, value] of Object.entries(tags)) expect(await content(page, selector)).toBe(value);
    expect(await content(page, 'link[rel="canonical"]', 'href')).toBe(`${api.baseUrl}/share/${id}`);
    await page.close();
  });

  test('fits a phone and the dark', async () => {
    const { id } = await publishDemo(api, files, webm);
    const { page } = await open(`/share/${id}`, { width: 390, height: 844 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    const ground = await page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
    expect(ground).toBe('rgb(14, 14, 19)');
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await picture(page, 'share-phone-dark');
    await page.close();
  });

  test('shows a film being made, and turns into the player by itself', async () => {
    const demo = await queueDemo(api, webm);
    const { page, complaints } = await open(`/share/${demo.id}`);
    expect(await page.$('video')).toBeNull();
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Show the pricing');
    const headline = (text: string) =>
      page.waitForFunction(
        (wanted) => document.querySelector('[data-headline]')?.textContent === wanted,
        {},
        text,
      );
    await headline('Waiting for its turn');
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await headline('Reading the page and planning the film');
    await worker.plan();
    await worker.record();
    await headline('Recording');
    await picture(page, 'share-waiting');
    await worker.publish(files);
    await page.waitForSelector('video');
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('says of a failed demo that it failed, and not why', async () => {
    const demo = await queueDemo(api);
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await worker.fail('https://internal.example/secret answered with 404.');
    const { page, answer } = await open(`/share/${demo.id}`);
    expect(answer.status()).toBe(200);
    const text = await page.$eval('body', (body) => body.textContent);
    expect(text).toContain('could not be made');
    expect(text).not.toContain('internal.example');
    await picture(page, 'share-failed');
    await page.close();
  });

  test('an address that leads nowhere is a page too, for people; programs get JSON', async () => {
    const { page, answer } = await open('/shares');
    expect(answer.status()).toBe(404);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('There is no page here');
    for (const [path, accept] of [
      ['/shares', '*/*'],
      ['/api/v1/shares', 'text/html'],
    ] as const) {
      const answer = await api.request('GET', path, { headers: { Accept: accept } });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'route_not_found']);
    }
  });

  test('is a page with a 404 where there is no demo', async () => {
    for (const path of ['/share/demo_unknown', '/share/%3Cscript%3E', '/embed/demo_unknown']) {
      const { page, answer } = await open(path);
      expect([path, answer.status()]).toEqual([path, 404]);
      expect(await page.$eval('h1', (title) => title.textContent)).toBe('There is no demo here');
      await page.close();
    }
    const { page } = await open('/share/demo_unknown');
    await picture(page, 'share-missing');
    await page.close();
  });

  test('is kept by no cache, and tells whoever asks whether it changed', async () => {
    const { id } = await publishDemo(api, files, webm);
    for (const path of [`/share/${id}`, `/embed/${id}`]) {
      const first = await api.request('GET', path);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const headers = { 'If-None-Match': first.headers.get('etag')! };
      const known = await api.request('GET', path, { headers });
      expect([known.status, known.text]).toEqual([304, '']);
      const refresh = await api.request('POST', `/api/v1/demos/${id}/refresh`);
      const worker = workerOf(api, (refresh.body as { jobId?: string }).jobId!);
      await worker.start();
      await worker.plan();
      await worker.record();
      await worker.publish(files);
      const fresh = await api.request('GET', path, { headers });
      expect([fresh.status, fresh.text.includes('?v=1')]).toEqual([200, false]);
    }
  });

  test('says the prompt below the title, unless the title says it', async () => {
    const [said, unsaid] = [await queueDemo(api, webm), await queueDemo(api, webm)];
    for (const [demo, title] of [
      [said, 'Example: Show the pricing'],
      [unsaid, 'Pricing'],
    ] as const) {
      const worker = workerOf(api, demo.jobId);
      await worker.start();
      await worker.plan(title);
      await worker.record();
      await worker.publish(files);
      const { text } = await api.request('GET', `/share/${demo.id}`);
      expect([title, text.includes('class="prompt"')]).toEqual([title, demo === unsaid]);
    }
  });

  test('shows what people wrote as they wrote it, and runs none of it', async () => {
    const prompt = `</title><script>window.hit=1</script><img src=x onerror="window.hit=1">"'><b>&amp;`;
    const demo = await queueDemo(api, { ...webm, prompt });
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await worker.plan(`"><script>window.hit=1</script>`);
    await worker.record();
    await worker.publish(files);
    for (const path of [`/share/${demo.id}`, `/embed/${demo.id}`]) {
      const { page, complaints } = await open(path);
      expect(await page.evaluate(() => 'hit' in window)).toBe(false);
      expect(complaints).toEqual([]);
      if (path.startsWith('/share')) {
        expect(await page.$eval('.prompt', (element) => element.textContent)).toBe(prompt);
        expect(await content(page, 'meta[property="og:title"]')).toBe(`"><script>window.hit=1</script>`);
      }
      await page.close();
    }
  });
});

describe('the embed page', () => {
  test('is a bare player that other sites may frame, and the share page is not', async () => {
    const { id } = await publishDemo(api, files, webm);
    const policyOf = async (path: string) =>
      (await api.request('GET', path, { key: null })).headers.get('content-security-policy');
    expect(await policyOf(`/embed/${id}`)).toContain('frame-ancestors *');
    expect(await policyOf(`/share/${id}`)).toContain("frame-ancestors 'none'");
    expect(await policyOf(`/share/${id}`)).not.toContain('unsafe');
    const site = createServer((_request, answer) => {
      answer.setHeader('Content-Type', 'text/html');
      answer.end(
        `<iframe src="${api.baseUrl}/embed/${id}" allow="autoplay" width="640" height="360"></iframe>`,
      );
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const page = await browser.page();
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    const frame = await page.waitForFrame((one) => one.url().includes('/embed/'));
    // Animation frames do not come in a frame of another site without a screen, so the clock asks.
    const isPlayable = () => (document.querySelector('video')?.readyState ?? 0) >= 2;
    await frame.waitForFunction(isPlayable, { polling: 100 });
    await page.close();
    site.close();
  });

  test.each([
    ['', { autoplay: false, loop: false, muted: false, controls: true }],
    ['?autoplay=1', { autoplay: true, loop: false, muted: true, controls: true }],
    ['?autoplay&loop=true&controls=0', { autoplay: true, loop: true, muted: true, controls: false }],
    ['?autoplay=true&muted=false', { autoplay: true, loop: false, muted: false, controls: true }],
    ['?autoplay=no&loop=0', { autoplay: false, loop: false, muted: false, controls: true }],
  ])('takes %s', async (query, expected) => {
    const { id } = await publishDemo(api, files, webm);
    const { page, complaints } = await open(`/embed/${id}${query}`, { width: 640, height: 360 });
    const flags = await page.$eval('video', (video) => ({
      autoplay: video.autoplay,
      loop: video.loop,
      muted: video.defaultMuted,
      controls: video.controls,
    }));
    expect(flags).toEqual(expected);
    if (query === '?autoplay=1') {
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
      await picture(page, 'embed');
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('fits its frame, whatever it shows', async () => {
    const waiting = await queueDemo(api, webm);
    for (const id of ['demo_unknown', waiting.id, (await publishDemo(api, files, webm)).id]) {
      const { page } = await open(`/embed/${id}`, { width: 320, height: 180 });
      const boxes = await page.$$eval('.panel > :not(noscript), video', (elements) =>
        elements
          .map((element) => element.getBoundingClientRect())
          .map(({ top, bottom }) => ({ top, bottom })),
      );
      const [top, bottom] = [boxes.at(0)!.top, boxes.at(-1)!.bottom];
      expect(top).toBeGreaterThanOrEqual(0);
      // Above and below there is as much.
      expect(Math.abs(top - (180 - bottom)), id).toBeLessThanOrEqual(1);
      await page.close();
    }
  });

  test('shows a film being made, and turns into the player by itself', async () => {
    const demo = await queueDemo(api, webm);
    const { page } = await open(`/embed/${demo.id}`, { width: 640, height: 360 });
    await page.waitForSelector('progress');
    await picture(page, 'embed-waiting');
    const worker = workerOf(api, demo.jobId);
    await worker.start();
    await worker.plan();
    await worker.record();
    await worker.publish(files);
    await page.waitForSelector('video');
    await page.close();
  });
});

test('the reference names every form of a value, also where it can be one object or another', async () => {
  const { page } = await open('/docs');
  const text = await page.$eval('#demos_create', (element) => element.textContent);
  expect(text).toMatch(/from string\s*required.*or\s*imageUrl string/s);
  expect(text).toMatch(/project_id string, at least 1 character\s*required/);
  await page.close();
});

test.each([
  ['/', 'A page and a sentence.A demo video.'],
  ['/docs', 'API reference'],
])('%s opens without a complaint of the browser', async (path, heading) => {
  const { page, complaints, foreign, answer } = await open(path);
  expect(answer.status()).toBe(200);
  expect(await page.$eval('h1', (title) => title.textContent)).toBe(heading);
  expect([complaints, foreign]).toEqual([[], []]);
  await picture(page, path === '/' ? 'landing' : 'docs');
  await page.close();
});
