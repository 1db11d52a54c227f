import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RuntimePayload, signRuntimeEmbed } from '../../src/signing/index.js';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Files, workerOf } from '../support/film.ts';
import { type HostSite, hostSite, visit } from '../support/host-site.ts';
import { isPlaying, makeFilm, openPage, picture, polling } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let files: Files;
let site: HostSite;
let signingSecret: string;

beforeAll(async () => {
  [api, browser, files] = await Promise.all([startApi(), testBrowser(), makeFilm('mp4')]);
  site = await hostSite(api);
  const path = `/api/v1/projects/${site.projectId}/signing-secret`;
  signingSecret = String((await api.request('GET', path)).body.signing_secret);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await api?.stop();
});

const small = { width: 640, height: 360 };
const nowSec = () => Math.floor(Date.now() / 1000);
const sign = (payload: RuntimePayload, expires = nowSec() + 3600) =>
  signRuntimeEmbed({ baseUrl: api.baseUrl, projectId: site.projectId, signingSecret, expires, payload });

/** Plays the part of a worker for the newest job of the demo that a page shows. */
async function workerFor(prompt: string) {
  const [job] = await api.services.sql<{ id: string }[]>`
    select jobs.id from demo_jobs jobs join demos on demos.id = jobs.demo_id
    where demos.prompt = ${prompt} order by jobs.id desc limit 1`;
  return workerOf(api, job!.id);
}
const shows = (state: string) => `document.querySelector('.runtime')?.dataset.state === '${state}'`;

test('a frame of the site shows the progress and becomes the player, even after its address has expired', async () => {
  const prompt = 'Show how a week is planned';
  // Time for the page to load, also on a busy machine.
  const expires = nowSec() + 20;
  const address = sign({ prompt, autoplay: true, loop: true, theme: 'light' }, expires);
  const html = `<title>Acorn</title><h1>Acorn</h1><iframe src="${address.replaceAll('&', '&amp;')}" allow="autoplay" width="640" height="360"></iframe>`;
  const { page } = await visit(browser, site.page('/', html), { viewport: { width: 700, height: 520 } });
  const frame = await page.waitForFrame((one) => one.url().includes('/embed/runtime'));
  await frame.waitForFunction(shows('waiting'), { polling });
  const worker = await workerFor(prompt);
  await worker.start();
  await frame.waitForFunction("document.querySelector('h2').textContent.includes('planning')", { polling });
  await picture(page, 'runtime-waiting');
  await worker.plan();
  await worker.record();
  await new Promise((waited) => setTimeout(waited, Math.max(0, expires * 1000 + 500 - Date.now())));
  expect((await fetch(address)).status).toBe(401);
  await worker.publish(files);
  await frame.waitForFunction(isPlaying, { polling });
  expect(await frame.evaluate("document.querySelector('video').loop")).toBe(true);
  await picture(page, 'runtime-player');
  await page.close();
});

test('a failure is shown with a button to try again; then the page becomes the player', async () => {
  const prompt = 'Fails, then does not';
  const opened = await openPage(browser, sign({ prompt, theme: 'dark' }), small);
  const { page, complaints } = opened;
  const first = await workerFor(prompt);
  await first.start();
  await first.fail('The page cannot be found.');
  await page.waitForFunction(shows('failed'), { polling });
  await picture(page, 'runtime-failed');
  expect(await page.$eval('[data-socket]', (panel) => (panel as HTMLElement).hidden)).toBe(true);
  await page.click('[data-retry]');
  await page.waitForFunction(shows('waiting'), { polling });
  const second = await workerFor(prompt);
  await second.start();
  await second.plan();
  await second.record();
  await second.publish(files);
  await page.waitForFunction("document.querySelector('.player') !== null", { polling });
  await page.click('.start');
  await page.waitForFunction(isPlaying, { polling });
  expect(complaints).toEqual([]);
  await page.close();
});

test('where a new attempt comes too soon, the page itself says so', async () => {
  const prompt = 'Fails twice';
  const { page } = await openPage(browser, sign({ prompt }), small);
  for (const time of [1, 2]) {
    const worker = await workerFor(prompt);
    await worker.start();
    await worker.fail('The page cannot be found.');
    await page.waitForFunction(shows('failed'), { polling });
    await page.click('[data-retry]');
    if (time === 1) await page.waitForFunction(shows('waiting'), { polling });
  }
  await page.waitForFunction("document.querySelector('[data-why]').textContent.includes('in a while')", {
    polling,
  });
  await page.close();
});

test('where WebSockets are blocked, the page polls', async () => {
  const prompt = 'Asked for';
  const page = await browser.page(small);
  await page.evaluateOnNewDocument(() => {
    window.WebSocket = class extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('close')));
      }
    } as never;
  });
  await page.goto(sign({ prompt, controls: false }));
  await page.waitForFunction(shows('waiting'), { polling });
  const worker = await workerFor(prompt);
  for (const step of [worker.start, worker.plan, worker.record]) await step();
  await worker.publish(files);
  await page.waitForFunction("document.querySelector('.player') !== null", { polling });
  await page.close();
});
