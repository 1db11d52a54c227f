import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { planFor } from '../planning.ts';

/** Bouquets are ordered in a dialog in which two fields speak of the florist: one looks for a florist, one tells the florist what to do. */
const bouquets = `<!doctype html><html lang="en"><title>Bouquets</title><nav><a href="#orders">Orders</a></nav><h1>Orders</h1>
<button id="new">New order</button><div id="box"></div>
<script>
  document.getElementById('new').onclick = () => {
    box.innerHTML = '<div role="dialog" aria-modal="true" aria-label="New order" style="position:fixed;inset:80px 400px;background:#fff">' +
      '<h2>New order</h2><p><label for="name">Name</label><br><input id="name"></p>' +
      '<p><label for="florist">Florist</label><br><input id="florist" placeholder="Search florist..."></p>' +
      '<p><label>Instructions to Florist</label><br><textarea id="notes" placeholder="Instructions to florist..."></textarea></p>' +
      '<button>Cancel</button><button id="done">Create order</button></div>';
    document.getElementById('done').onclick = () => box.replaceChildren();
  };
</script></html>`;

let browser: TestBrowser;
let pages: Pages;
let page: Page;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages({ '/bouquets': bouquets })]);
  page = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

test('a field that is called as the prompt says comes before one that says a part of it twice', async () => {
  await page.goto(`${pages.baseUrl}/bouquets`);
  const prompt = 'Create an order called "Peonies". Include instructions to florist: "No lilies please".';
  const { script } = await planFor(page, { prompt });
  const typed = script.steps.flatMap((step) =>
    step.type === 'change' ? [`${step.showreel?.name} = ${step.value}`] : [],
  );
  expect(typed).toEqual(['Name = Peonies', 'Instructions to florist... = No lilies please']);
});
