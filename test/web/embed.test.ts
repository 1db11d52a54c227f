import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { publishDemo, queueDemo, workerOf } from '../support/film.ts';
import { isPlaying, openPage, picture, playsUncovered, polling, setUpPages, webm } from '../support/pages.ts';

const { api, browser, files } = await setUpPages(20);

const small = { width: 640, height: 360 };
const open = (path: string, viewport = small) => openPage(browser, `${api.baseUrl}${path}`, viewport);

test('may be framed by other sites, and the share page may not', async () => {
  const { id } = await publishDemo(api, files, webm);
  const policyOf = async (path: string) =>
    (await api.request('GET', path, { key: null })).headers.get('content-security-policy');
  expect(await policyOf(`/embed/${id}`)).toContain('frame-ancestors *');
  expect(await policyOf('/embed/demo_unknown')).toContain('frame-ancestors *');
  expect(await policyOf(`/share/${id}`)).toContain("frame-ancestors 'none'");
  expect(await policyOf(`/share/${id}`)).not.toContain('unsafe');
  expect(await policyOf(`/embed/${id}`)).not.toContain('unsafe');
});

test('plays in a page of another origin, also where that page is cross-origin isolated', async () => {
  const { id } = await publishDemo(api, files, webm);
  const site = createServer((_request, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    answer.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    answer.end(
      `<iframe src="${api.baseUrl}/embed/${id}" allow="autoplay" width="640" height="360"></iframe>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const page = await browser.page();
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  const frame = await page.waitForFrame((one) => one.url().includes('/embed/'));
  await frame.waitForSelector('.start');
  await frame.evaluate(() => document.querySelector<HTMLElement>('.start')?.click());
  await frame.waitForFunction(isPlaying, { polling });
  await page.close();
  site.close();
});

test('loads one small page and the poster for a visitor who does not play it', async () => {
  const { id } = await publishDemo(api, files, webm);
  const page = await browser.page(small);
  const loaded: Promise<{ path: string; bytes: number }>[] = [];
  page.on('response', (answer) => {
    const size = async () => ({
      path: new URL(answer.url()).pathname,
      bytes: (await answer.buffer()).length + JSON.stringify(answer.headers()).length,
    });
    if (!answer.url().startsWith('data:')) loaded.push(size());
  });
  await page.goto(`${api.baseUrl}/embed/${id}`, { waitUntil: 'networkidle0' });
  await picture(page, 'embed-poster');
  const seen = await Promise.all(loaded);
  expect(seen.map(({ path }) => path).sort()).toEqual([`/embed/${id}`, `/thumb/${id}.png`]);
  const besidesPoster = seen.filter(({ path }) => !path.startsWith('/thumb/'));
  expect(besidesPoster.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(16 * 1024);
  await page.close();
});

test.each([
  ['', { autoplay: false, loop: false, muted: false, controls: true }],
  ['?autoplay=1', { autoplay: true, loop: false, muted: true, controls: true }],
  ['?autoplay&loop=true&controls=0', { autoplay: true, loop: true, muted: true, controls: false }],
  ['?autoplay=true&muted=false', { autoplay: true, loop: false, muted: false, controls: true }],
  ['?autoplay=no&loop=0', { autoplay: false, loop: false, muted: false, controls: true }],
  ['?controls=maybe&loop=%00&muted=TRUE', { autoplay: false, loop: false, muted: true, controls: true }],
  ['?loop=0&loop=1&loop[x]=2', { autoplay: false, loop: true, muted: false, controls: true }],
])('takes %s', async (query, expected) => {
  const { id } = await publishDemo(api, files, webm);
  const { page, complaints } = await open(`/embed/${id}${query}`);
  const flags = await page.$eval('video', (video) => ({
    autoplay: video.autoplay,
    loop: video.loop,
    muted: video.defaultMuted,
    controls: video.controls,
  }));
  expect(flags).toEqual(expected);
  if (expected.autoplay) {
    await page.waitForFunction(playsUncovered);
    if (query === '?autoplay=1') await picture(page, 'embed-playing');
  }
  expect(complaints).toEqual([]);
  await page.close();
});

test('without controls, a click on the film pauses it and another click continues', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { page } = await open(`/embed/${id}?controls=0`);
  await page.click('.start');
  await page.waitForFunction(isPlaying);
  await page.click('video');
  await page.waitForSelector('.start:not([hidden])');
  expect(await page.$eval('video', ({ paused }) => paused)).toBe(true);
  await page.click('.start');
  await page.waitForFunction(() => document.querySelector('video')?.paused === false);
  await page.close();
});

test('does not play by itself where the system asks for reduced motion', async () => {
  const { id } = await publishDemo(api, files, webm);
  const page = await browser.page(small);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.goto(`${api.baseUrl}/embed/${id}?autoplay=1`);
  await page.waitForSelector('.start:not([hidden])');
  expect(await page.$eval('video', ({ paused, currentTime }) => [paused, currentTime])).toEqual([true, 0]);
  await page.close();
});

test('offers to play again at the end', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { page } = await open(`/embed/${id}?autoplay=1`);
  await page.waitForFunction(isPlaying);
  await page.$eval('video', (video) => {
    video.currentTime = video.duration - 0.2;
  });
  await page.waitForSelector('.player[data-state="ended"] .start:not([hidden])');
  await page.click('.start');
  await page.waitForFunction(() => {
    const video = document.querySelector('video')!;
    return !video.paused && video.currentTime > 0 && video.currentTime < video.duration - 1;
  });
  await page.close();
});

test.each([
  ['light', 'light', 'rgb(255, 255, 255)'],
  ['dark', 'dark', 'rgb(0, 0, 0)'],
  ['neon', 'light dark', 'rgb(255, 255, 255)'],
])('theme=%s', async (asked, scheme, ground) => {
  const { id } = await publishDemo(api, files, webm);
  const { page } = await open(`/embed/${id}?theme=${asked}`);
  const shown = await page.evaluate(() => [
    getComputedStyle(document.documentElement).colorScheme,
    getComputedStyle(document.querySelector('.player')!).backgroundColor,
  ]);
  expect(shown).toEqual([scheme, ground]);
  await page.close();
});

test('tells the visitor where the browser cannot play the film, and offers the file', async () => {
  const broken = { ...files, video: new TextEncoder().encode('no film at all') };
  const { id } = await publishDemo(api, broken, webm);
  const { page } = await open(`/embed/${id}`);
  await page.click('.start');
  await page.waitForSelector('.fault:not([hidden])');
  expect(await page.$eval('.fault', (fault) => fault.textContent?.replace(/\s+/g, ' ').trim())).toBe(
    'This browser cannot play the film. Download it',
  );
  await picture(page, 'embed-fault');
  await page.close();
});

test('fits a small frame, whatever it shows', async () => {
  const waiting = await queueDemo(api, webm);
  for (const id of ['demo_unknown', waiting.id, (await publishDemo(api, files, webm)).id]) {
    const { page } = await open(`/embed/${id}`, { width: 320, height: 180 });
    const boxes = await page.$$eval('.panel > :not(noscript), video', (elements) =>
      elements.map((element) => element.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    const [top, bottom] = [boxes.at(0)!.top, boxes.at(-1)!.bottom];
    expect(top, id).toBeGreaterThanOrEqual(0);
    // The margins above and below are equal.
    expect(Math.abs(top - (180 - bottom)), id).toBeLessThanOrEqual(1);
    await picture(page, `embed-tiny-${boxes.length}`);
    await page.close();
  }
});

test('says the length in the corner of the picture, also in a frame of another shape', async () => {
  const { id } = await publishDemo(api, files, webm);
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 900, height: 300 },
  ]) {
    const { page } = await openPage(browser, `${api.baseUrl}/embed/${id}`, viewport);
    const { right, bottom } = await page.$eval('.length', (length) =>
      length.getBoundingClientRect().toJSON(),
    );
    const { width, height } = viewport;
    const picture = { width: Math.min(width, (height * 16) / 9), height: Math.min(height, (width * 9) / 16) };
    for (const gap of [(width + picture.width) / 2 - right, (height + picture.height) / 2 - bottom]) {
      expect(gap).toBeGreaterThan(3);
      expect(gap).toBeLessThan(20);
    }
    await page.close();
  }
});

test('shows a film being made, and becomes the requested player by itself', async () => {
  const demo = await queueDemo(api, webm);
  const { page, complaints } = await open(`/embed/${demo.id}?loop=1&theme=dark`);
  await page.waitForSelector('progress');
  await picture(page, 'embed-waiting-dark');
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  await worker.plan();
  await worker.record();
  await worker.publish(files);
  await page.waitForSelector('video');
  expect(await page.$eval('video', ({ loop }) => loop)).toBe(true);
  expect(complaints).toEqual([]);
  await page.close();
});

test('is a page in the requested theme where there is no demo', async () => {
  const { page, answer } = await open('/embed/demo_unknown?theme=dark');
  expect(answer.status()).toBe(404);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await picture(page, 'embed-missing');
  await page.close();
});

test('a film that starts by itself is muted, and a button brings its sound', async () => {
  const { id } = await publishDemo(api, { ...files, audible: true }, webm);
  for (const query of ['?autoplay=1&controls=0', '?autoplay=1']) {
    const { page, complaints } = await open(`/embed/${id}${query}`);
    await page.waitForFunction(isPlaying, { polling });
    const isMuted = () => page.$eval('video', (video) => video.muted);
    expect(await isMuted()).toBe(true);
    const button = (await page.waitForSelector('.unmute', { visible: true }))!;
    await picture(page, 'embed-sound-on');
    await button.click();
    expect(await isMuted()).toBe(false);
    expect(await button.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  }
  // There is no such button where nothing can be heard, or where the visitor starts the film.
  const silent = await publishDemo(api, files, webm);
  for (const path of [`/embed/${silent.id}?autoplay=1`, `/embed/${id}`, `/share/${id}`])
    expect(await (await fetch(api.baseUrl + path)).text()).not.toContain('class="unmute"');
});
