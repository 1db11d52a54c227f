import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { until } from '../../support/within.ts';
import { openRecordingBrowser, type RecordingBrowser } from './recording-browser.ts';

let site: TestSite;
let browser: RecordingBrowser;
const bodies: string[] = [];
const chained: string[] = [];

beforeAll(async () => {
  site = await serveSite('none', {
    '/': html(`<!doctype html><title>Loom</title><main></main><script>
      const save = (state) => fetch('/state?of=loom', { method: 'PUT', body: state });
      fetch('/seen', { method: 'POST' }).then(() => save('at ' + performance.now())).then((answer) => answer.json()).then(({ warp }) => {
        document.querySelector('main').innerHTML = '<p>' + warp + '</p><button onclick="save(1)">Save</button>';
      });
      fetch('/visits', { method: 'POST' });</script>`),
    '/state': (request, response) => {
      request.on('data', (part) => bodies.push(String(part)));
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ warp: `Leinen, ${'Kettfäden '.repeat(200)}` }));
      });
    },
    '/seen': (_, response) => response.writeHead(200).end('Its body is not read.'),
    '/visits': () => undefined,
    '/chain': html(`<!doctype html><title>Chain</title><script>
      let saved = Promise.resolve();
      const save = (state) => saved = saved.then(() => fetch('/chained', { method: 'PUT', body: String(state) }));
      save(0);</script><button onclick="save(1)">Save</button>`),
    '/chained': (request, response) => {
      request.on('data', (part) => chained.push(String(part)));
      request.on('end', () => response.writeHead(200).end('{"ok":true}'));
    },
  });
  browser = await openRecordingBrowser();
  await browser.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('a page that waits for what it saves while it loads is drawn again during the hold. Nothing is sent, and the same request by a press is held', async () => {
  const { tab, page } = browser.session;
  const load = () => page.goto(`${site.url}/`, { waitUntil: 'domcontentloaded' }).then(() => sleep(300));
  const drawn = () => tab.ask(() => document.querySelector('main')?.textContent);
  const shows = () => until(drawn, 60_000);
  await tab.during(load());
  const first = await tab.during(shows());
  expect(first).toContain('Leinen, Kettfäden');
  expect(bodies).toHaveLength(1);

  await tab.during(tab.writeHold.begin());
  const loadedAnew = () => load().then(shows);
  await tab.during(tab.writeHold.whileLoading(loadedAnew));
  expect(await drawn()).toBe(first);
  // What was never answered, is not answered now either.
  const held = () => tab.writeHold.held.map(({ url }) => new URL(url).pathname);
  await tab.during(until(() => held().length > 0, 60_000));
  expect(held()).toEqual(['/visits']);

  await tab.ask(() => document.querySelector('button')?.click());
  await tab.during(until(() => held().length > 1, 60_000));
  await tab.during(sleep(300));
  expect(held()).toEqual(['/visits', '/state']);
  await tab.during(load());
  expect(await drawn()).toBe('');
  await tab.during(tab.writeHold.end());
  expect(bodies).toHaveLength(1);
});

test('a page that saves one state after the other is told that each was saved. All of it is counted, and nothing is sent', async () => {
  const { tab, page } = browser.session;
  const load = () => page.goto(`${site.url}/chain`, { waitUntil: 'domcontentloaded' }).then(() => sleep(300));
  await tab.during(load());
  await tab.during(until(() => chained.length > 0, 60_000));
  expect(chained).toEqual(['0']);
  await tab.during(tab.writeHold.begin());
  const before = tab.writeHold.heldWrites;
  for (let press = 0; press < 3; press++) {
    await tab.ask(() => document.querySelector('button')?.click());
    await tab.during(until(() => tab.writeHold.heldWrites - before > press, 60_000));
  }
  await tab.during(sleep(150));
  expect(tab.writeHold.heldWrites - before).toBe(3);
  await tab.during(tab.writeHold.end());
  expect(chained).toEqual(['0']);
});
