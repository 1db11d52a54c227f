import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { filmDoes } from './film-does.ts';

/** What libraries of components do behind their controls, written without one. */
const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><style>body{font:14px sans-serif}[hidden]{display:none!important}
    dialog,.drop{padding:16px;background:#fff;border:1px solid #999}[role=option],.content a{display:block;padding:6px;cursor:pointer}</style>${body}`;

/** The listener of a menu's entry is on a part of it, as in PrimeVue. */
const looms = page(
  'Looms',
  `<h1>Looms</h1><table><tr><td>Long loom</td><td><button aria-label="more" onclick="menu.hidden = !menu.hidden">⋯</button></td></tr>
    <tr><td>Table loom</td><td><button aria-label="more">⋯</button></td></tr></table>
  <div id="menu" role="menu" class="drop" hidden><div role="menuitem" tabindex="-1"><div class="content"><a>Archive</a></div></div>
    <div role="menuitem" tabindex="-1"><div class="content"><a>Duplicate</a></div></div></div>
  <p id="said"></p>
  <script>for (const one of document.querySelectorAll('.content'))
    one.addEventListener('click', () => { menu.hidden = true; said.textContent = one.textContent + ' is done' })</script>`,
);

/** A list that opens when its field gets the focus, and keeps the focus there. While it is open, nothing else can be pressed. */
const shifts = page(
  'Shifts',
  `<h1>Shifts</h1><table><tr><td>Early shift</td><td><button onclick="box.showModal()">Assign…</button></td></tr></table>
  <dialog id="box" aria-label="Assign a weaver"><label>Weaver <input id="who" role="combobox" placeholder="Type a name"></label>
    <div id="list" role="listbox" class="drop" hidden><div role="option" tabindex="-1">Ola Berg</div><div role="option" tabindex="-1">Ines Roth</div></div>
    <footer id="foot"><button onclick="box.close()">Cancel</button> <button onclick="box.close()">Assign</button></footer></dialog>
  <script>const show = (is) => { list.hidden = !is; foot.inert = is };
    who.addEventListener('focus', () => show(true)); who.addEventListener('click', () => show(true));
    for (const one of list.children) one.addEventListener('mousedown', (event) => {
      event.preventDefault(); who.value = one.textContent; show(false); });
    list.addEventListener('focusin', () => who.focus())</script>`,
);

/** First and last name apart, and a list of countries that is searched. "From" is nowhere to be read. */
const weavers = page(
  'Weavers',
  `<h1>Weavers</h1><button onclick="box.showModal()">Add weaver</button>
  <dialog id="box" aria-label="Add weaver"><p><label>First name <input></label> <label>Last name <input></label></p>
    <p><label>E-mail <input type="email"></label></p>
    <p>Country <button id="land" aria-label="Country" role="combobox" aria-haspopup="listbox" aria-expanded="false">Choose a country</button></p>
    <div id="list" role="listbox" class="drop" hidden><div role="option">Norway</div><div role="option">Portugal</div><div role="option">Wales</div></div>
    <footer><button onclick="box.close()">Not now</button> <button onclick="box.close()">Add</button></footer></dialog>
  <script>land.onclick = () => { list.hidden = !list.hidden; land.setAttribute('aria-expanded', !list.hidden) };
    for (const one of list.children) one.onclick = () => { land.textContent = one.textContent; list.hidden = true }</script>`,
);

/** A box for a note stands on the page, with its button below. The month and the year of a calendar stand apart. */
const desk = page(
  'Desk',
  `<h1>Desk</h1><section><h2>Handover</h2><form onsubmit="return false"><textarea placeholder="What the next shift must know"></textarea>
    <button onclick="said.textContent = 'posted'">Post</button></form></section><p id="said"></p>
  <section><h2>Guests</h2><table><tr><td>Ines Roth</td><td><label><input type="checkbox" role="switch"> VIP</label></td></tr>
    <tr><td>Ola Berg</td><td><label><input type="checkbox" role="switch"> VIP</label></td></tr></table></section>`,
);

let browser: TestBrowser;
let pages: Pages;
let tab: Page;
beforeAll(async () => {
  const extra = { '/looms': looms, '/shifts': shifts, '/weavers': weavers, '/desk': desk };
  [browser, pages] = await Promise.all([testBrowser(), servePages(extra)]);
  tab = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

const does = (path: string, prompt: string) => filmDoes(tab, `${pages.baseUrl}${path}`, prompt);

test('an entry of a menu is pressed in its middle, where its listener is', async () => {
  expect(await does('/looms', "Archive the loom 'Long loom'")).toEqual(['press more', 'press Archive']);
});

test('a list that keeps the focus in its field closes, and the button of the dialog is pressed', async () => {
  expect(await does('/shifts', 'Assign the shift Early shift to Ines Roth')).toEqual([
    'press Assign…',
    'press Ines Roth',
    'press Assign',
  ]);
});

test('a name is given in two parts, and what no field is called is put into the list that offers it', async () => {
  const prompt = "Add a weaver called 'Ines Roth' from 'Portugal' with the e-mail 'ines@example.org'";
  expect(await does('/weavers', prompt)).toEqual([
    'press Add weaver',
    'type Ines',
    'type Roth',
    'type ines@example.org',
    'press Country',
    'press Portugal',
    'press Add',
  ]);
});

test('a box for a note is filled in before its button is pressed', async () => {
  expect(await does('/desk', "Post the handover note 'Taxi for the Roths at six'")).toEqual([
    'type Taxi for the Roths at six',
    'press Post',
  ]);
});

test('what somebody is made may be the name of a switch', async () => {
  expect(await does('/desk', 'Make Ines Roth a VIP guest')).toEqual(['press VIP']);
});
