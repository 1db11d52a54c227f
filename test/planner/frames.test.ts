import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { observe } from '../../src/planner/page/observe.ts';
import { openPageClient } from '../../src/planner/page/page-client.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { planFor } from './planning.ts';

const widget = `<h2>Book a seat</h2><form action="/sent"><label>Your name <input name="name" required></label>
<label>Email <input type="email" name="email" required></label><button>Book now</button></form>
<p><button type="button" id="more" onclick="this.textContent='Fewer dates'">More dates</button></p>`;
const card = `<form><label>Card number <input name="cc-number" autocomplete="cc-number"></label></form>`;

const served: Record<string, string> = { '/widget': widget, '/card': card };

let browser: TestBrowser;
let pages: Pages;
let page: Page;
beforeAll(async () => {
  browser = await testBrowser();
  pages = await servePages(served);
  page = await browser.page();
});
afterAll(async () => {
  await browser?.close();
  await pages?.stop();
});

async function open(frames: string): Promise<void> {
  served['/ferry'] =
    `<title>Ferry</title><style>body{margin:0}section{padding:60px;min-height:700px}iframe{border:0;width:700px;height:420px}</style>
    <section><h1>The night ferry</h1><p>Across the sound in six hours.</p></section>
    <section><h2>Reservations</h2>${frames}</section><section><h2>On board</h2><p>Cabins and a café.</p></section>`;
  await page.goto(`${pages.baseUrl}/ferry`);
}

const otherSite = () => pages.baseUrl.replace('127.0.0.1', 'localhost');

describe('the content of a frame is read at its place on the page', () => {
  test.each([
    ['of the same site', () => '/widget'],
    ['of another site', () => `${otherSite()}/widget`],
  ])('%s', async (_, src) => {
    await open(`<iframe src="${src()}"></iframe>`);
    const client = await openPageClient(page, new AbortController().signal);
    const { sections, controls } = await observe(client, page.url());
    const home = sections.find(({ heading }) => heading === 'Reservations')!;
    expect(home.kind).toBe('form');
    expect(home.text).toContain('Book a seat');
    const name = controls.find(({ name }) => name === 'Your name')!;
    expect(name).toMatchObject({ purpose: 'input', visible: true, section: home.id });
    const frame = await page.$eval('iframe', (one) => one.getBoundingClientRect().toJSON());
    expect(name.box.x).toBeGreaterThan(frame.x);
    expect(name.box.y).toBeGreaterThan(frame.y);
    expect(name.box.y + name.box.height).toBeLessThan(frame.y + frame.height);
    await client.close();
  });
});

test.each([
  ['both of the page’s site', () => ['', '']],
  ['one of another site within one of the page’s site', () => ['', otherSite()]],
  ['one of the page’s site within one of another site', () => [otherSite(), pages.baseUrl]],
])('a frame within a frame is read and acted in: %s', async (_, sites) => {
  const [outer, inner] = sites();
  served['/shell'] = `<style>body{margin:0}iframe{border:0;margin:20px;width:600px;height:340px}</style>
    <iframe src="/planner-tiny/index.html" style="height:60px"></iframe><iframe src="${inner}/widget"></iframe>`;
  await open(`<iframe src="${outer}/shell" style="height:520px"></iframe>`);
  const plan = await planFor(page, {
    prompt: 'fill in the booking form, then press More dates',
    seconds: 30,
  });
  const acts = plan.script.steps.filter(({ type }) => type === 'change' || type === 'click');
  expect(acts.map(({ showreel, frame }) => [showreel?.name, frame])).toEqual([
    ['Your name', [0, 1]],
    ['Email', [0, 1]],
    ['More dates', [0, 1]],
  ]);
  const client = await openPageClient(page, new AbortController().signal);
  const { sections, controls } = await observe(client, page.url());
  const name = controls.find((one) => one.name === 'Your name')!;
  expect(name.section).toBe(sections.find(({ heading }) => heading === 'Reservations')?.id);
  const [shell] = page.mainFrame().childFrames();
  const at = await shell!
    .childFrames()[1]!
    .$('[name=name]')
    .then((field) => field!.boundingBox());
  expect(name.box.x).toBeCloseTo(at!.x, 0);
  expect(name.box.y).toBeCloseTo(at!.y, 0);
  await client.close();
});

test('steps in a frame carry the path to it, as Chrome’s Recorder writes it, and steps outside of it carry none', async () => {
  await open(
    `<iframe src="${otherSite()}/planner-tiny/index.html"></iframe><iframe src="${otherSite()}/widget"></iframe>`,
  );
  const plan = await planFor(page, {
    prompt: 'fill in the booking form, then press More dates',
    seconds: 30,
  });
  const acts = plan.script.steps.filter(({ type }) => type === 'change' || type === 'click');
  expect(acts.map(({ showreel }) => showreel?.name)).toEqual(['Your name', 'Email', 'More dates']);
  expect(acts.map(({ frame }) => frame)).toEqual([[1], [1], [1]]);
  for (const act of acts) {
    const selectors = 'selectors' in act ? (act.selectors ?? []) : [];
    // Only CSS is tried here. For ARIA selectors, the accessibility tree answers only while frames are drawn.
    const css = selectors.map(String).find((one) => !/^(?:aria|text|xpath)\//.test(one))!;
    expect(await page.mainFrame().childFrames()[1]!.$(css)).not.toBeNull();
    expect(await page.$(css)).toBeNull();
  }
  const others = plan.script.steps.filter(({ frame }) => frame === undefined);
  expect(others.length).toBeGreaterThan(2);
  // The rehearsal acted inside the frame, but it did not send the form.
  expect(pages.seen).not.toContain('GET /sent');
});

test('a button beside a frame that asks for a card is a payment, whatever its name', async () => {
  await open('<iframe src="/card"></iframe><p><button>Continue</button></p>');
  const plan = await planFor(page, { prompt: 'fill in the card number and press Continue', seconds: 30 });
  expect(plan.script.steps.filter(({ type }) => type === 'click' || type === 'change')).toEqual([]);
});

test('a page whose frame was removed is read without it', async () => {
  await open('<iframe src="/widget"></iframe>');
  const client = await openPageClient(page, new AbortController().signal);
  await page.$eval('iframe', (one) => (one as HTMLIFrameElement).remove());
  const { sections } = await observe(client, page.url());
  expect(sections.map(({ heading }) => heading)).toEqual(['The night ferry', 'Reservations', 'On board']);
  await client.close();
});
