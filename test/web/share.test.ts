import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { cookieOf } from '../support/api.ts';
import { finish, publishDemo, queueDemo, workerOf } from '../support/film.ts';
import {
  isPlayable,
  isPlaying,
  makeFilm,
  openPage,
  picture,
  playsUncovered,
  setUpPages,
  webm,
} from '../support/pages.ts';

const { api, browser, files } = await setUpPages();

const open = (path: string, viewport?: { width: number; height: number }) =>
  openPage(browser, `${api.baseUrl}${path}`, viewport);

const content = (page: Page, selector: string, attribute = 'content') =>
  page.$eval(selector, (element, name) => element.getAttribute(name), attribute);

const dark = (page: Page) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);

test('shows the poster, plays at a click, keeps its own policy and loads nothing from elsewhere', async () => {
  const { id } = await publishDemo(api, await makeFilm('webm', 20), webm);
  const { page, complaints, foreign, answer } = await open(`/share/${id}`);
  expect(answer.status()).toBe(200);
  expect(await page.title()).toBe('Pricing at a glance · Showreel');
  const shown = await page.$eval('video', (video) => ({
    poster: new URL(video.poster).pathname + new URL(video.poster).search,
    source: new URL(video.src).pathname + new URL(video.src).search,
    controls: video.controls,
    loaded: video.readyState,
  }));
  expect(shown).toEqual({
    poster: `/thumb/${id}.png?v=1`,
    source: `/video/${id}.webm?v=1`,
    controls: true,
    loaded: 0,
  });
  expect(await page.$eval('.length', (length) => length.textContent)).toBe('0:04');
  await picture(page, 'share-light');
  await page.click('.start');
  await page.waitForFunction(playsUncovered);
  expect(await page.$eval('video', (video) => [video.videoWidth, Math.round(video.duration)])).toEqual([
    640, 20,
  ]);
  expect([complaints, foreign]).toEqual([[], []]);
  await page.close();
});

test.each([
  ['9:16', 9 / 16],
  ['1:1', 1],
  ['4:5', 4 / 5],
])('shows a film of %s in its own shape, whole and in the middle', async (aspect, ratio) => {
  const { id } = await publishDemo(api, files, { ...webm, aspect });
  const { page, complaints } = await open(`/share/${id}`, { width: 1280, height: 800 });
  const stage = await page.$eval('.stage', (element) => {
    const { x, width, height } = element.getBoundingClientRect();
    return { ratio: width / height, height, middle: x + width / 2, page: document.body.clientWidth / 2 };
  });
  expect(stage.ratio).toBeCloseTo(ratio, 2);
  expect(stage.height).toBeLessThanOrEqual(640);
  expect(stage.middle).toBeCloseTo(stage.page, 0);
  expect(await content(page, 'meta[property="og:video:width"]')).toBe('720');
  expect(Number(await content(page, 'meta[property="og:video:height"]'))).toBeCloseTo(720 / ratio);
  await picture(page, `share-${aspect.replace(':', 'x')}`);
  await page.setViewport({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(complaints).toEqual([]);
  await page.close();
});

test('is controlled by the keyboard: play, seek, mute, speed', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { page, complaints } = await open(`/share/${id}`);
  await page.keyboard.press('m');
  await page.keyboard.press('k');
  await page.waitForFunction(isPlaying);
  await page.keyboard.press(' ');
  expect(await page.$eval('video', ({ paused, muted }) => ({ paused, muted }))).toEqual({
    paused: true,
    muted: true,
  });
  await page.keyboard.press('ArrowRight');
  expect(await page.$eval('video', ({ currentTime }) => currentTime)).toBeGreaterThan(3.9);
  await page.keyboard.press('ArrowLeft');
  expect(await page.$eval('video', ({ currentTime }) => currentTime)).toBe(0);
  await page.keyboard.press('>');
  await page.waitForFunction(() => document.querySelector('select')?.value === '1.25');
  await page.select('select', '0.5');
  expect(await page.$eval('video', ({ playbackRate }) => playbackRate)).toBe(0.5);
  expect(complaints).toEqual([]);
  await page.close();
});

test('the Tab key reaches the button that plays within four stops', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { page } = await open(`/share/${id}`);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  for (let stop = 0; stop < 4 && (await focused()) !== 'Play: Pricing at a glance'; stop++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction(isPlaying);
  expect(await focused()).toBe('Pricing at a glance');
  await page.close();
});

test('tells other sites how to preview it', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { page } = await open(`/share/${id}`);
  const film = `${api.baseUrl}/video/${id}.webm?v=1`;
  const image = `${api.baseUrl}/thumb/${id}.png?v=1`;
  const tags = {
    'meta[property="og:title"]': 'Pricing at a glance',
    'meta[property="og:description"]': 'Show the pricing',
    'meta[property="og:type"]': 'video.other',
    'meta[property="og:url"]': `${api.baseUrl}/share/${id}`,
    'meta[property="og:image"]': image,
    'meta[property="og:image:width"]': '640',
    'meta[property="og:image:height"]': '360',
    'meta[property="og:video"]': film,
    'meta[property="og:video:secure_url"]': film,
    'meta[property="og:video:type"]': 'video/webm',
    'meta[property="og:video:width"]': '1280',
    'meta[property="og:video:height"]': '720',
    'meta[name="twitter:card"]': 'player',
    'meta[name="twitter:title"]': 'Pricing at a glance',
    'meta[name="twitter:image"]': image,
    'meta[name="twitter:player"]': `${api.baseUrl}/embed/${id}`,
    'meta[name="twitter:player:width"]': '1280',
    'meta[name="robots"]': 'noindex',
  };
  for (const [selector, value] of Object.entries(tags)) expect(await content(page, selector)).toBe(value);
  expect(await content(page, 'link[rel="canonical"]', 'href')).toBe(`${api.baseUrl}/share/${id}`);
  const addresses = [film, image, (await content(page, 'link[type="application/json+oembed"]', 'href'))!];
  for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  await page.close();
});

test('copies the link and the code to embed, and lets people copy by hand where the browser has no clipboard', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { page, complaints } = await open(`/share/${id}`);
  // A headless browser cannot ask for permission to read the clipboard, so the test records what is written to it.
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset.clipboard = text;
    };
  });
  const copied = async (label: string) => {
    const button = await page.waitForSelector(`::-p-text(${label})`);
    await button!.click();
    await page.waitForSelector('::-p-text(Copied)');
    return page.evaluate(() => document.body.dataset.clipboard);
  };
  expect(await copied('Copy link')).toBe(`${api.baseUrl}/share/${id}`);
  const code = await copied('Copy embed code');
  expect(code).toContain(`<iframe src="${api.baseUrl}/embed/${id}" width="960" height="540"`);
  expect(code).toContain('title="Pricing at a glance"');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard'));
  });
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-copy]')?.click());
  await page.waitForSelector('.by-hand:not([hidden])');
  expect(await page.$eval('textarea', (text) => [text.value, text.selectionEnd])).toEqual([
    `${api.baseUrl}/share/${id}`,
    `${api.baseUrl}/share/${id}`.length,
  ]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('fits a phone and a dark theme', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { page } = await open(`/share/${id}`, { width: 390, height: 844 });
  await dark(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const ground = await page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
  expect(ground).toBe('rgb(14, 14, 19)');
  await picture(page, 'share-phone-dark');
  await page.setViewport({ width: 1280, height: 900 });
  await picture(page, 'share-dark');
  await page.close();
});

test('shows a film being made, and becomes the player by itself', async () => {
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
  await picture(page, 'share-pending');
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  await headline('Reading the page and planning the film');
  await worker.plan();
  await worker.record();
  await headline('Recording');
  await picture(page, 'share-recording');
  await worker.publish(files);
  await page.waitForSelector('video');
  await page.click('.start');
  await page.waitForFunction(isPlayable);
  expect(complaints).toEqual([]);
  await page.close();
});

test('says that a demo failed, and not why', async () => {
  const demo = await queueDemo(api);
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  await worker.fail('https://internal.example/secret answered with 404.');
  const { page, answer } = await open(`/share/${demo.id}`);
  expect(answer.status()).toBe(200);
  const text = await page.$eval('body', (body) => body.textContent);
  expect(text).toContain('could not be made');
  expect(text).not.toContain('internal.example');
  expect(text).not.toContain('Recorded by');
  const { height } = (await (await page.$('.panel'))!.boundingBox())!;
  expect(height).toBeLessThan(400);
  await picture(page, 'share-failed');
  await page.close();
});

test('leads the owner of a demo that failed to where it is made again, and nobody else', async () => {
  const demo = await queueDemo(api);
  const worker = workerOf(api, demo.jobId);
  await worker.start();
  await worker.fail('The page answered with 404.');
  const { email, password } = api.owner;
  const answer = await api.request('POST', '/api/auth/sign-in/email', {
    key: null,
    body: { email, password },
  });
  const wayOf = async (cookie: string) => {
    const headers = { cookie };
    const { text } = await api.request('GET', `/share/${demo.id}`, { key: null, headers });
    return /class="way" href="([^"]+)"/.exec(text)?.[1];
  };
  expect(await wayOf(cookieOf(answer))).toBe(`/demos/${demo.id}`);
  expect(await wayOf((await api.signUp()).cookie)).toBeUndefined();
  expect(await wayOf('')).toBeUndefined();
});

test('is a page with a 404 where there is no demo', async () => {
  for (const path of ['/share/demo_unknown', '/share/%3Cscript%3E', '/embed/demo_unknown']) {
    const { page, answer } = await open(path);
    expect([path, answer.status()]).toEqual([path, 404]);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('There is no demo here');
    if (path.startsWith('/share')) expect(await content(page, 'a.first', 'href')).toBe('/');
    await picture(page, path.startsWith('/embed') ? 'embed-missing-wide' : 'share-missing');
    await page.close();
  }
});

test('shows the latest published version at the same address, also while another is made and after one failed', async () => {
  const { id } = await publishDemo(api, files, webm);
  const shown = async () =>
    /src="(\/video\/[^"]+)"/.exec((await api.request('GET', `/share/${id}`)).text)?.[1];
  expect(await shown()).toBe(`/video/${id}.webm?v=1`);
  const refresh = async () => {
    const answer = await api.request('POST', `/api/v1/demos/${id}/refresh`);
    return (answer.body as { jobId?: string }).jobId!;
  };
  const failing = workerOf(api, await refresh());
  expect(await shown()).toBe(`/video/${id}.webm?v=1`);
  await failing.start();
  await failing.fail('The page is gone.');
  expect(await shown()).toBe(`/video/${id}.webm?v=1`);
  await finish(api, await refresh(), files);
  const newest = await shown();
  expect(newest).toMatch(/\?v=[2-9]$/);
  expect((await api.request('GET', newest!)).status).toBe(200);
});

test('shows the prompt below the title, unless the title contains it', async () => {
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
      // The embed code is HTML in an attribute. After one unescaping its title is still harmless.
      const code = await content(page, '[data-copy^="<iframe"]', 'data-copy');
      expect(code).toContain('title="&quot;&gt;&lt;script&gt;window.hit=1&lt;/script&gt;"');
    }
    await page.close();
  }
});
