import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { planFor } from '../planning.ts';

/** A vault of metals: each is sold in a dialog that asks for a sum, and coins are changed in one that asks for more. */
const vault = `<!doctype html><html lang="en"><title>Vault</title><nav><a href="#metals">Metals</a> <a href="#purse">Purse</a></nav><h1>Vault</h1>
<ul>${['Silver', 'Copper', 'Tin']
  .map(
    (metal) =>
      `<li style="padding:12px"><b>${metal}</b> 40 g <button data-sell="${metal}">Sell</button></li>`,
  )
  .join('')}</ul>
<p>Daily limit <button id="limit">Change</button></p>
<div id="box"></div>
<script>
  const open = (title, body, done) => {
    box.innerHTML = '<div role="dialog" aria-modal="true" aria-label="' + title + '" style="position:fixed;inset:120px 400px;background:#fff">' +
      '<h2>' + title + '</h2>' + body + '<button>Cancel</button><button id="done">' + done + '</button></div>';
    document.getElementById('done').onclick = () => box.replaceChildren();
  };
  addEventListener('click', ({ target }) => {
    if (target.dataset?.sell) open('Sell ' + target.dataset.sell, '<label>Amount to sell <input></label>', 'Sell ' + target.dataset.sell);
    if (target.id === 'limit') open('Daily limit', '<label>Daily limit ($) <input value="300"></label>', 'Update');
  });
</script></html>`;

let browser: TestBrowser;
let pages: Pages;
let page: Page;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages({ '/vault': vault })]);
  page = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

/** What the film presses and types, in short. */
const acts = async (prompt: string) => {
  await page.goto(`${pages.baseUrl}/vault`);
  const { script } = await planFor(page, { prompt });
  return script.steps.flatMap((step) =>
    step.type === 'click' ? (step.showreel?.name ?? '') : step.type === 'change' ? `“${step.value}”` : [],
  );
};

test('a sum is typed into the only field of the form, which takes nothing else then', async () => {
  expect(await acts('Sell $50.00 worth of Copper back to your coin purse')).toEqual([
    'Sell',
    '“50.00”',
    'Sell Copper',
  ]);
});

test('whoever the form does not ask for is not left out', async () => {
  expect(await acts('Sell $50.00 worth of Copper to Ann Lee')).not.toContain('Sell Copper');
});

test('a field that names its currency takes the bare number', async () => {
  expect(await acts('Set the daily limit to $5,000')).toEqual(['Change', '“5000”', 'Update']);
});
