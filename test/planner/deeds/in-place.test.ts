import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { filmDoes } from './film-does.ts';

const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><style>body{font:14px sans-serif}.line{display:flex;justify-content:space-between;width:400px;padding:8px}</style>${body}`;

const save = `fetch('/save', { method: 'POST', body: '1' })`;

/** A date field that writes a date in its own way, beside another one. */
const dates = page(
  'Moorings',
  `<h1>Moorings</h1><button onclick="box.showModal()">Edit</button>
  <dialog id="box"><h2>Mooring of the Heron</h2>
    <label>Start date <input id="start" value="1 Mar 2027" onchange="show(this)"></label>
    <label>End date <input id="end" value="9 Mar 2027" onchange="show(this)"></label>
    <button onclick="${save}; box.close()">Save</button></dialog>
  <script>function show(field) {
    const [day, month, year] = field.value.split(' ');
    field.value = [day, month.slice(0, 3), year].join(' ');
  }</script>`,
);

/** One switch says its name twice, to people and to screen readers. The other one has words beside it alone. */
const switches = page(
  'Letters',
  `<h1>Letters</h1><section><h2>Mooring letters</h2>
  <div class="line"><span>Send mooring letters</span><input type="checkbox" checked aria-label="Send mooring letters" onchange="${save}"></div>
  <div class="line"><span>Attach the chart</span><input type="checkbox" checked onchange="${save}"></div></section>`,
);

/** A value that a field takes the place of, which is taller, so that the plus below it moves down. */
const values = page(
  'Heron',
  `<h1>Heron</h1><div class="line"><span>Berth</span><span id="berth" style="cursor:pointer" onclick="edit(this)">Pier 4</span></div>
  <div class="line"><span>Groups</span><span><i>Sailors</i> <button aria-label="Add" onclick="document.title = 'added'">+</button></span></div>
  <script>function edit(shown) {
    const field = document.createElement('input');
    field.value = shown.textContent; field.style.height = '48px';
    field.onkeydown = (event) => { if (event.key === 'Enter') { shown.textContent = field.value; field.replaceWith(shown); ${save} } };
    shown.replaceWith(field); field.focus();
  }</script>`,
);

let browser: TestBrowser;
let pages: Pages;
let tab: Page;
beforeAll(async () => {
  [browser, pages] = await Promise.all([
    testBrowser(),
    servePages({ '/dates': dates, '/switches': switches, '/values': values }),
  ]);
  tab = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

const does = (path: string, prompt: string) => filmDoes(tab, `${pages.baseUrl}${path}`, prompt);

test('a date that its field writes in its own way is there, and no other field gets it', async () => {
  const acts = await does('/dates', 'Change the end date of the Heron to 11 April 2027');
  expect(acts).toEqual(['press Edit', 'type 11 April 2027', 'press Save']);
});

test('a switch is told by its words, and not by how often they are said', async () => {
  const acts = await does('/switches', 'Stop attaching the chart to mooring letters');
  expect(acts).toHaveLength(1);
  // The other one has a name of its own.
  expect(acts).not.toContain('press Send mooring letters');
});

test('what moves down below an open field does not confirm it', async () => {
  const acts = await does('/values', "Change the berth of the 'Heron' to Pier 9");
  expect(acts.join()).not.toContain('Add');
  expect(acts.join()).toContain('Pier 9');
});
