import type { ElementHandle, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAsked, complete } from '../../src/dashboard/look/draft.ts';
import { withDefaults } from '../../src/domain/demos/presentation.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { patient, type TestBrowser, testBrowser } from '../support/browser.ts';
import { arrives, faultsOfLook, press, says } from '../support/dashboard.ts';
import { publishDemo, queueDemo, workerOf } from '../support/film.ts';
import { keptTake } from '../support/kept-take.ts';
import { makeFilm, picture, watch } from '../support/pages.ts';

const sounds = { music: async () => ['Morning light', 'Tides'], voice: { default: 'alloy' } };
let api: TestApi;
let browser: TestBrowser;
let demoId: string;

beforeAll(async () => {
  [api, browser] = await Promise.all([startApi({ studio: true, sounds }), testBrowser()]);
  const [film, take] = await Promise.all([makeFilm(), keptTake()]);
  demoId = (await publishDemo(api, { ...film, take }, { resolution: '720p', format: 'webm' })).id;
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const look = (page: Page, name: string) =>
  faultsOfLook(page, (kind) => picture(page, `look-${name}-${kind}`));

/** A tab of the demo's owner. */
async function ownersTab(path: string) {
  const { email, password } = api.owner;
  const page = patient(await (await browser.browser.createBrowserContext()).newPage());
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${api.baseUrl}/sign-in?next=${encodeURIComponent(path)}`);
  await page.type('#email', email);
  await page.type('#password', password);
  await Promise.all([page.waitForNavigation(), press(page, 'Sign in')]);
  return { page, ...watch(page, api.baseUrl) };
}

/** Waits until the large still has this colour in its corner. */
const showsCorner = (page: Page, wanted: number[]) =>
  page.waitForFunction(
    (color) => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-label$="in the new look"]');
      const seen = canvas?.getContext('2d')?.getImageData(3, 3, 1, 1).data;
      return seen && color.every((value, at) => Math.abs(value - seen[at]!) < 12);
    },
    { timeout: 75_000, polling: 100 },
    wanted,
  );

/** Sets a slider or a colour as a person does. */
async function set(page: Page, label: string, value: string): Promise<void> {
  const field = (await page.waitForSelector(
    `::-p-xpath(//input[@aria-label="${label}" or @id=//label[.="${label}"]/@for])`,
  ))!;
  await (field as ElementHandle<HTMLInputElement>).evaluate((input, text) => {
    // React listens to the setter of the prototype.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, value);
}

test('what a presentation leaves out is in the editor what the service makes of it', () => {
  const made = withDefaults(null, 'mobile');
  expect(asAsked({ ...complete({}), aspect: '16:9' })).toEqual(made);
  // The window is left to the page by not being named, in the editor too.
  expect([complete({}).mockup, made.mockup]).toEqual(['page', undefined]);
});

test('a changed look is seen at once, and a reload keeps it', async () => {
  const { page, complaints, foreign } = await ownersTab(`/demos/${demoId}`);
  await press(page, 'Change the look');
  await arrives(page, 'canvas[data-drawn=true][aria-label$="in the new look"]', 30_000);
  await page.waitForFunction(
    () => document.querySelectorAll('[aria-label=Presets] canvas[data-drawn=true]').length === 6,
    { timeout: 75_000 },
  );
  expect(await look(page, 'editor')).toEqual([]);
  await set(page, 'From', '#00ff00');
  await set(page, 'To', '#00ff00');
  await showsCorner(page, [0, 255, 0]);
  await page.reload();
  await showsCorner(page, [0, 255, 0]);
  await press(page, 'Paper');
  await showsCorner(page, [232, 234, 241]);
  await press(page, 'Back to how it is');
  await page.waitForFunction(() => !document.querySelector('[aria-label=Presets] [aria-pressed=true]'));
  expect([complaints, foreign]).toEqual([[], []]);
});

test('each part of the look is set, and the moment is shown in which it is seen', async () => {
  const { page } = await ownersTab(`/demos/${demoId}/look`);
  await arrives(page, 'canvas[data-drawn=true][aria-label$="in the new look"]', 30_000);
  const shown = (name: string) =>
    page.waitForSelector(`canvas[aria-label="${name}, in the new look"]`, { timeout: 75_000 });
  for (const [label, value, moment] of [
    ['Space around it', '0.2', 'Beginning'],
    ['How close', '2', 'Close-up'],
    ['Size of a click', '2', 'Click'],
    ['Fade in', '1200', 'Fade in'],
    ['It goes out within', '900', 'Fade out'],
  ] as const) {
    await set(page, label, value);
    await shown(moment);
  }
  await press(page, 'Compare with now');
  await page.waitForSelector('input[aria-label="How much of the old look is shown"]', { timeout: 75_000 });
  expect(await look(page, 'compared')).toEqual([]);

  // What is asked for is exactly what was set.
  const order = page.waitForRequest((request) => request.url().endsWith('/demos.restyle'));
  await press(page, 'Restyle the video');
  const { presentation } = JSON.parse((await order).postData()!);
  expect(presentation).toMatchObject({
    padding: 0.2,
    zoom: { enabled: true, intensity: 2 },
    clickEffect: { scale: 2 },
    fade: { inMs: 1200, outMs: 400 },
    windowAnimation: { outroDurationMs: 900 },
    recordingTemplate: { id: 'auto' },
  });
  await says(page, 'Waiting for its turn');
  await api.request('POST', `/api/v1/demos/${demoId}/cancel`);
});

test('a dropped picture becomes the background, and what is no picture is refused', async () => {
  const { page } = await ownersTab(`/demos/${demoId}/look`);
  await arrives(page, 'canvas[data-drawn=true][aria-label$="in the new look"]', 30_000);
  const red = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const drop = (bytes: Buffer, name: string) =>
    page.evaluate(
      (base64, fileName) => {
        const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([data], fileName, { type: 'image/png' }));
        const zone = [...document.querySelectorAll('span')].find((one) =>
          one.textContent!.includes('drop it'),
        );
        zone!.parentElement!.dispatchEvent(
          new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }),
        );
      },
      bytes.toString('base64'),
      name,
    );
  await drop(Buffer.from('no picture'), 'notes.png');
  const told = await page.waitForSelector('[role=alert]');
  expect(await told!.evaluate((one) => one.textContent)).toMatch(/picture|image/i);
  await drop(red, 'sunrise.png');
  await showsCorner(page, [255, 0, 0]);
  await page.waitForSelector('[aria-label="Your pictures"] button[aria-label=sunrise][aria-pressed=true]');
  expect(await page.$('[role=alert]')).toBe(null);
});

test('without the recorded pictures the editor says so, and the video can still be restyled', async () => {
  const film = await makeFilm();
  const { id } = await publishDemo(api, film, { resolution: '720p', format: 'webm' });
  const { page } = await ownersTab(`/demos/${id}/look`);
  await says(page, 'The recorded pictures of this demo are not kept any more', 30_000);
  expect(await look(page, 'no-take')).toEqual([]);
  await set(page, 'Space around it', '0.2');
  await press(page, 'Restyle the video');
  await says(page, 'Waiting for its turn');
});

test('all demos of a project get the look, and what could not be done is said', async () => {
  const film = await makeFilm();
  const wish = { resolution: '720p', format: 'webm' };
  const first = await publishDemo(api, { ...film, take: await keptTake() }, wish);
  const { project_id } = (await api.request('GET', `/api/v1/demos/${first.id}`)).body as {
    project_id?: string;
  };
  const waiting = await queueDemo(api, { ...wish, project_id, prompt: 'Show the moorings' });
  const { page } = await ownersTab(`/demos/${first.id}/look`);
  await arrives(page, 'canvas[data-drawn=true][aria-label$="in the new look"]', 30_000);
  await set(page, 'Space around it', '0.2');
  await press(page, 'Apply to all 2 demos of Example');
  await press(page, 'It costs a generation each. Restyle 2?');
  await says(page, '0 of 1 done', 30_000);
  await says(page, '1 could not be restyled');
  await says(page, 'This demo has no recorded script yet, so it cannot be restyled.');
  expect(await look(page, 'apply-to-all')).toEqual([]);

  const { latestJob } = (await api.request('GET', `/api/v1/demos/${first.id}`)).body as unknown as {
    latestJob: { id: string };
  };
  const worker = workerOf(api, latestJob.id);
  await worker.start();
  await worker.record();
  await worker.publish(film);
  await says(page, '1 of 1 done', 30_000);
  await api.request('POST', `/api/v1/demos/${waiting.id}/cancel`);
});

test('a video gets sound: music that the service offers, and a voice', async () => {
  const film = await makeFilm();
  const { id } = await publishDemo(api, film, { resolution: '720p', format: 'webm' });
  const { page } = await ownersTab(`/demos/${id}/look`);
  await says(page, 'A voice reads the captions', 30_000);
  const music = (await page.waitForSelector('::-p-xpath(//select[@id=//label[.="Music"]/@for])'))!;
  await music.select('Tides');
  const voice = await page.waitForSelector('::-p-xpath(//label[contains(., "A voice reads")]//input)');
  await voice!.click();
  const named = await page.waitForSelector('::-p-xpath(//input[@id=//label[.="Voice"]/@for])');
  await named!.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  expect(await look(page, 'sound')).toEqual([]);
  const sent = page.waitForRequest((one) => one.url().includes('demos.restyle'));
  await press(page, 'Restyle the video');
  expect(JSON.parse((await sent).postData()!)).toMatchObject({
    sound: { music: 'Tides', voice: { voice: null } },
  });
  await says(page, 'Waiting for its turn');
});

test('the film of a storyboard gets sound too, and keeps it over a reload', async () => {
  const wish = { url: 'https://example.com/', prompt: 'Show the plans', length: '10s', shape: '16:9' };
  const board = {
    projectId: 'prj_1',
    preview: {
      title: 'The plans',
      durationMs: 9_000,
      warnings: [],
      action_script: { title: 'The plans', steps: [{ type: 'navigate', url: wish.url }] },
      scenes: [
        {
          ...{ what: 'Show the plans', why: '', step: 1, stillUrl: `${api.baseUrl}/favicon.svg`, startMs: 0 },
          ...{ durationMs: 9_000, elements: [], section: null, evidence: [] },
        },
      ],
    },
    page: null,
    scenes: [{ index: 0, words: 'Show the plans', isOut: false }],
    isOwnScript: false,
    orderKey: 'first',
    atMs: Date.now(),
  };
  const path = `/new?${new URLSearchParams(wish)}`;
  const { page } = await ownersTab('/account');
  const name = `storyboard:${JSON.stringify([wish.url, wish.prompt, wish.length, wish.shape])}`;
  await page.evaluate((...kept) => sessionStorage.setItem(...kept), name, JSON.stringify(board));
  await page.goto(`${api.baseUrl}${path}`);
  await says(page, 'A voice reads the captions', 30_000);
  const music = (await page.waitForSelector('::-p-xpath(//select[@id=//label[.="Music"]/@for])'))!;
  await music.select('Tides');
  const voice = await page.waitForSelector('::-p-xpath(//label[contains(., "A voice reads")]//input)');
  await voice!.click();
  await page.waitForSelector('::-p-xpath(//input[@id=//label[.="Voice"]/@for])');
  await voice!.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  expect(await look(page, 'storyboard-sound')).toEqual([]);
  await page.reload();
  await says(page, 'The pictures wait for the voice', 30_000);
  const sent = page.waitForRequest((one) => one.url().includes('demos.create'));
  await press(page, 'Film it');
  expect(JSON.parse((await sent).postData()!)).toMatchObject({
    prompt: wish.prompt,
    sound: { music: 'Tides', voice: { voice: null } },
  });
});
