import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoDetail } from '../../src/domain/demos/views/demo-fields.ts';
import { type SampleSite, serveSampleSite } from '../../src/web/sample-site/serve.ts';
import { decodedFrame } from '../recorder/encode/probe.ts';
import { patient, type TestBrowser, testBrowser } from '../support/browser.ts';
import { arrives, faultsOfLook, press, says } from '../support/dashboard.ts';
import { isPlayable, picture, polling, watch } from '../support/pages.ts';
import { serveSite } from '../support/site.ts';
import { until } from '../support/within.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
let site: SampleSite;
let browser: TestBrowser;

beforeAll(async () => {
  [service, site, browser] = await Promise.all([
    startService({ role: 'all' }),
    serveSampleSite(),
    testBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await site?.stop();
});

const prompt = 'Show what it does and open the pricing';
const look = (page: Page, name: string) =>
  faultsOfLook(page, (kind) => picture(page, `journey-${name}-${kind}`));
const words = (page: Page) =>
  page.$$eval('ol[aria-label=Scenes] textarea', (all) => all.map((one) => one.value));

test('from nothing to a film that lives: a wish, an account, a storyboard, a film, another look, visitors here and elsewhere, a refresh, a key', async () => {
  const page = await (await browser.browser.createBrowserContext()).newPage();
  const { complaints, foreign } = watch(page, service.baseUrl);
  await page.goto(service.baseUrl);
  expect(await look(page, 'landing')).toEqual([]);
  await page.type('#url', site.url.replace('http://', ''));
  await page.type('#prompt', prompt);
  await Promise.all([page.waitForNavigation(), press(page, 'See the storyboard')]);

  // The wish survives the sign-up.
  expect(new URL(page.url()).pathname).toBe('/sign-up');
  await page.type('#email', 'newcomer@example.com');
  await page.type('#password', 'a long enough password');
  await press(page, 'Create my account');
  await beingRead(page);
  expect(new URL(page.url()).searchParams.get('prompt')).toBe(prompt);

  // While the page is read, it tells what it has seen, and suggests other sentences.
  // That is there only until the storyboard is, so it is read as soon as it comes.
  const seen = await page.waitForFunction(
    () =>
      document.querySelector('[aria-label="What was seen of the page"] img') &&
      [...document.querySelectorAll('[aria-label="Sections of the page"] li')].map((one) => one.textContent),
    { timeout: 75_000 },
  );
  expect(await seen.jsonValue()).toContain('Pay for hosting. Never for features.');
  // The suggestion goes with the panel, so it is pressed before anything is looked at for long.
  const wished = page.url();
  await press(page, 'Switch to “Yearly two months free”');
  await page.waitForFunction(() => location.search.includes('Switch+to'));
  expect(await look(page, 'reading')).toEqual([]);

  // A short film is enough here.
  await page.goto(`${wished}&length=5s`);
  await storyboard(page);
  await allPlayed(page);
  const planned = await words(page);
  expect(planned.length).toBeGreaterThanOrEqual(2);
  const stills = () => page.$$eval('ol[aria-label=Scenes] img', (all) => all.map((one) => one.naturalWidth));
  await expect.poll(stills).toEqual(planned.map(() => 960));
  expect(await look(page, 'storyboard')).toEqual([]);

  // Scenes are reworded, moved and left out, and a reload loses nothing of that.
  await page.click('ol[aria-label=Scenes] textarea', { count: 3 });
  await page.type('ol[aria-label=Scenes] textarea', 'What Sundial is for');
  await press(page, 'Move scene 1 later');
  for (let scene = planned.length; scene > 2; scene--) await press(page, `Leave out scene ${scene}`);
  await page.reload();
  await page.waitForSelector('ol[aria-label=Scenes] img');
  const edited = [planned[1]!, 'What Sundial is for'];
  await expect.poll(async () => (await words(page)).slice(0, 2)).toEqual(edited);

  // A scene is pointed at something else, gets a caption and its own time, and a further scene is added.
  await press(page, 'Not this one…, scene 1');
  await page.click('[data-pointing=true] button[aria-label="FAQ"]');
  edited[0] = 'Press “FAQ”';
  await page.$$eval('ol[aria-label=Scenes] details', (all) => all.map((one) => one.setAttribute('open', '')));
  await page.type('[aria-label="Caption of scene 2"]', 'Plans that hold');
  await page.$eval('[aria-label="Camera of scene 2"] input[value=whole]', (one) =>
    (one as HTMLElement).click(),
  );
  expect(await look(page, 'edited')).toEqual([]);
  await page.type('[name=then]', 'show “Small things, done properly.”');
  await press(page, 'Add a scene');
  await beingRead(page);
  await storyboard(page);
  const shown = await words(page);
  expect(shown).toEqual([...edited, expect.stringContaining('Small things, done properly.')]);
  edited.splice(0, 3, ...shown);

  // The film is made before the visitor's eyes.
  const orders: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/demos.create')) orders.push(request.headers()['idempotency-key']);
  });
  await press(page, 'Film it');
  const making = await page.waitForSelector('[aria-label="The film is being made"]');
  await expect.poll(() => making!.$$eval('li img', (all) => all.length)).toBe(3);
  expect(orders).toEqual([expect.stringMatching(/^[\w-]{20,}$/)]);
  await arrives(page, '[role=progressbar]:not([aria-valuenow="0"])', 60_000);
  await arrives(page, '::-p-text(Filming scene 1 of 3: Press “FAQ”)', 60_000);
  await arrives(page, 'img[src^="/live/"]', 60_000);
  await arrives(page, '::-p-text( left)', 60_000);
  await arrives(page, '[aria-label="Scenes of the film"] [data-state=done] img[src^="/live/"]', 60_000);
  expect(await look(page, 'filming')).toEqual([]);
  await arrives(page, 'video.stage', 120_000);
  await page.waitForFunction(isPlayable);
  expect(await look(page, 'film')).toEqual([]);
  const script = () => page.$eval('[role=tabpanel]', (panel) => panel.textContent);
  await expect
    .poll(script)
    .toMatch(new RegExp(`${escaped(edited[0]!)}.*What Sundial is for.*Small things`, 's'));

  // Every way to take it elsewhere shows what it copied.
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const copied: Record<string, RegExp> = {
    Share: new RegExp(`^${service.baseUrl}/share/${id}$`),
    Embed: new RegExp(`^<iframe src="${service.baseUrl}/embed/${id}"`),
    GIF: new RegExp(`^${service.baseUrl}/gif/${id}\\.gif$`),
    oEmbed: new RegExp(`^${service.baseUrl}/oembed\\?url=.*${id}$`),
    Markdown: new RegExp(
      `^\\[!\\[.*\\]\\(${service.baseUrl}/gif/${id}\\.gif\\)\\]\\(${service.baseUrl}/share/${id}\\)$`,
    ),
  };
  for (const [name, text] of Object.entries(copied)) {
    await press(page, name);
    await page.waitForFunction(
      (source) =>
        new RegExp(source).test(document.querySelector<HTMLTextAreaElement>('.copied textarea')?.value ?? ''),
      {},
      text.source,
    );
  }
  await press(page, 'Embed');
  const isCode = () =>
    document.querySelector<HTMLTextAreaElement>('.copied textarea')?.value.startsWith('<iframe');
  await page.waitForFunction(isCode);
  const embedCode = await page.$eval('.copied textarea', (one) => (one as HTMLTextAreaElement).value);
  expect((await fetch(`${service.baseUrl}/oembed?url=${service.baseUrl}/share/${id}`)).status).toBe(200);
  await press(page, 'Change the sentence');
  await page.waitForFunction(
    (said) => [...document.querySelectorAll('textarea')].some(({ value }) => value === said),
    {},
    prompt,
  );
  for (const label of ['Download', 'Download GIF']) {
    const path = await page.$eval(`::-p-xpath(//a[.="${label}"])`, (link) => link.getAttribute('href'));
    expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(200);
  }

  // Another look: the still follows, and the film that is made looks like it.
  await press(page, 'Change the look');
  await arrives(page, 'canvas[data-drawn=true][aria-label$="in the new look"]', 30_000);
  await press(page, 'Black');
  await page.waitForFunction(isBlackInTheCorner, { timeout: 75_000, polling: 100 });
  expect(await look(page, 'look')).toEqual([]);
  await press(page, 'Restyle the video');
  await arrives(page, `video.stage[src*="v=2"]`, 120_000);
  const pixels = await decodedFrame(`${service.baseUrl}/video/${id}.mp4`, 1);
  expect(Math.max(...pixels.subarray(0, 3))).toBeLessThan(24);

  const visitor = patient(await (await browser.browser.createBrowserContext()).newPage());
  await visitor.goto(`${service.baseUrl}/share/${id}`);
  await visitor.waitForSelector('video');
  expect((await visitor.goto(`${service.baseUrl}/demos/${id}`))!.url()).toContain('/sign-in');
  await playsElsewhere(visitor, embedCode);

  await refreshByWebhook(page, id);
  await revokeKey(page);
  // A busy machine may refuse a preview, which is asked for again.
  expect([complaints.filter((one) => !one.includes('503')), foreign]).toEqual([[], []]);
}, 600_000);

/** The code that was copied, in a page of another site. */
async function playsElsewhere(visitor: Page, embedCode: string): Promise<void> {
  const host = await serveSite('none', {
    '/': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>Elsewhere</title>${embedCode}`);
    },
  });
  try {
    await visitor.goto(host.url.replace('127.0.0.1', 'localhost'));
    const frame = await (await visitor.waitForSelector('iframe'))!.contentFrame();
    await frame.waitForSelector('video, button');
    await frame.waitForFunction(() => document.querySelector('video') !== null, { polling });
    expect(new URL(frame.url()).origin).toBe(service.baseUrl);
  } finally {
    await host.close();
  }
}

/** By the recipe that the project's page shows. The page is as it was, so that no film is made and nothing is charged. */
async function refreshByWebhook(page: Page, id: string): Promise<void> {
  const demo = () =>
    page.evaluate(async (one) => (await fetch(`/api/v1/demos/${one}`)).json() as Promise<DemoDetail>, id);
  const { project_id: projectId, version } = await demo();
  await page.goto(`${service.baseUrl}/projects/${projectId}?tab=deploy`);
  await press(page, 'Make the webhook secret');
  await page.waitForSelector('[role=status] code');
  const recipe = await page.$eval('section[aria-label="Recipe for curl"]', (one) => one.textContent);
  const [, secret, url] = /X-Webhook-Secret: (\S+)".*?(http\S+)/s.exec(recipe)!;
  const answer = await fetch(url!, { method: 'POST', headers: { 'X-Webhook-Secret': secret! } });
  expect(await answer.json()).toMatchObject({ refreshed: 1, jobs: [{ demoId: id }] });
  await page.goto(`${service.baseUrl}/demos/${id}`);
  await press(page, 'Versions');
  await says(page, 'by the webhook');
  await until(async () => (await demo()).status === 'ready', 60_000, 300);
  const { refreshHistory } = await demo();
  expect(refreshHistory[0]).toMatchObject({
    triggered_by: 'webhook',
    unchanged: true,
    cost_returned: true,
    new_version: version,
  });
}

async function revokeKey(page: Page): Promise<void> {
  await page.goto(`${service.baseUrl}/keys`);
  // The page of the keys is loaded when it is opened.
  await page.waitForSelector('input[name=name]');
  await page.type('input[name=name]', 'Pipeline');
  await press(page, 'Create a key');
  const key = (await (await page.waitForSelector('[role=status] code'))!.evaluate((one) => one.textContent))!;
  const statusOfKey = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${service.baseUrl}/api/v1/usage`, { headers })).status;
  };
  expect(await statusOfKey()).toBe(200);
  await press(page, 'Revoke');
  await press(page, 'It stops at once. Revoke?');
  await says(page, 'No key yet');
  // The list is told of it at once. The other processes may go by what they have looked up for another quarter of a second.
  await expect.poll(statusOfKey).toBe(401);
}

/** Waits until the page says that it reads the other one. The first of the two sentences may be there for a moment only. */
const beingRead = (page: Page) =>
  page.waitForSelector('::-p-text(A browser opens), ::-p-text(It has read)', { timeout: 75_000 });

/** Waits for the scenes. On a busy machine no worker may have time; then it asks again, as the page says. */
async function storyboard(page: Page): Promise<void> {
  await arrives(page, 'ol[aria-label=Scenes] img, [role=alert]', 75_000);
  if (await page.$('ol[aria-label=Scenes] img')) return;
  await press(page, 'Try again');
  await arrives(page, 'ol[aria-label=Scenes] img', 75_000);
}

/** A busy machine may have no time to play a whole script. The page is read again then. */
async function allPlayed(page: Page): Promise<void> {
  for (let tries = 1; tries < 4 && (await page.$('::-p-text(There was no time to play)')); tries++) {
    await press(page, 'Read the page');
    await beingRead(page);
    await storyboard(page);
  }
}

const isBlackInTheCorner = () => {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-label$="in the new look"]');
  const seen = canvas?.getContext('2d')?.getImageData(3, 3, 1, 1).data;
  return seen?.slice(0, 3).every((value) => value < 12) ?? false;
};

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
