import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filmOfDeeds } from '../../../src/planner/deeds/plan-deeds.ts';
import { observe } from '../../../src/planner/page/observe.ts';
import { openPageClient } from '../../../src/planner/page/page-client.ts';
import type { Deed } from '../../../src/planner/prompt/deed.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';

const settings = `<!doctype html><title>Harbour</title><h1>Settings</h1>
<label><input type="checkbox"> Storm warnings</label><label><input type="checkbox"> Tide warnings</label>`;

let browser: TestBrowser;
let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await serveSite('none', { '/settings': html(settings) });
  browser = await testBrowser();
  page = await browser.page();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const turnOn: Deed = {
  said: 'Turn on storm warnings',
  kind: 'change',
  verb: 'turn on',
  thing: null,
  places: [],
  fields: [{ field: 'storm warnings', value: { to: 'on' }, from: null, said: 'storm warnings' }],
  commits: true,
};

async function film(prompt: string) {
  await page.goto(`${site.url}/settings`);
  const signal = new AbortController().signal;
  const client = await openPageClient(page, signal);
  const view = await observe(client, page.url());
  return filmOfDeeds(client, view, [[turnOn]], {
    page,
    url: page.url(),
    prompt,
    template: 'auto',
    durationTargetMs: 10_000,
    viewport: { width: 1440, height: 900, isMobile: false },
    mode: 'script',
    signal,
  });
}

test('what a reading does is filmed where it has a place for all that is named', async () => {
  const { shots, unmet } = await film('Turn on storm warnings');
  expect(shots).not.toEqual([]);
  expect(unmet).toEqual([]);
});

test('nothing is filmed by a reading without a place for a name, and the demo says which', async () => {
  const { shots, unmet } = await film('Turn on storm warnings for the boat “Heron”');
  expect(shots).toEqual([]);
  expect(unmet.map(({ said }) => said)).toContain('“Heron”');
});
