import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { planFor } from '../planning.ts';

/** A list with one button, which does not say what it makes. */
const listWith = (dialog: string) => `<!doctype html><title>Studio</title>
  <header><button id="fresh">New</button></header><h1>Overview</h1>
  <ul><li>Tuesday, 14 pieces</li><li>Friday, 9 pieces</li></ul>
  <dialog>${dialog}<button>Save</button></dialog>
  <script>
    fresh.onclick = () => document.querySelector('dialog').showModal();
    document.querySelector('dialog button').onclick = () => document.querySelector('dialog').close();
  </script>`;
const firing = '<h2>Plan a firing</h2><label>Title <input></label>';
const supplier = '<h2>Supplier</h2><label>Title <input></label>';
const form = '<h2>Details</h2><label>Title <input></label><label>Temperature <input></label>';

let browser: TestBrowser;
let pages: Pages;
let page: Page;
beforeAll(async () => {
  const extra = { '/firing': listWith(firing), '/supplier': listWith(supplier), '/form': listWith(form) };
  [browser, pages] = await Promise.all([testBrowser(), servePages(extra)]);
  page = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

const typed = async (path: string, prompt: string) => {
  await page.goto(`${pages.baseUrl}${path}`);
  const plan = await planFor(page, { prompt });
  return {
    nothingDone: plan.nothingDone,
    values: plan.script.steps.flatMap((step) => (step.type === 'change' ? [step.value] : [])),
  };
};

test('a button that says only “New” is pressed where its form is about the thing', async () => {
  expect(await typed('/firing', 'Create a firing called "Ash glaze test"')).toEqual({
    nothingDone: false,
    values: ['Ash glaze test'],
  });
});

test('a button that says only “New” is pressed where its form asks for all that the prompt gives', async () => {
  const prompt = 'Create a firing with the title "Ash glaze test" and the temperature 1240';
  expect(await typed('/form', prompt)).toEqual({ nothingDone: false, values: ['Ash glaze test', '1240'] });
});

test('a form for something else is left', async () => {
  expect(await typed('/supplier', 'Create a firing called "Ash glaze test"')).toEqual({
    nothingDone: true,
    values: [],
  });
});
