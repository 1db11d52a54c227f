import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { filmDoes } from './film-does.ts';

const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><style>body{font:14px sans-serif}[hidden]{display:none!important}</style>${body}`;

/** The box lies on a see-through layer, and the sheet that dims the page is another element. */
const layered = page(
  'Looms',
  `<style>.sheet,.layer{position:fixed;inset:0}.sheet{background:#000;opacity:.5}
    .box{width:400px;margin:40px auto;padding:20px;background:#fff}</style>
  <h1>Looms</h1><table><tr><td>Long loom</td><td><button onclick="ask()">Disable</button></td></tr>
    <tr><td>Table loom</td><td><button onclick="ask()">Disable</button></td></tr></table>
  <div class="sheet" hidden></div>
  <div class="layer" hidden><div class="box"><h4>Confirm</h4><p>It will rest.</p><button>Back</button> <button onclick="location.reload()">Ok</button></div></div>
  <script>function ask() { for (const one of document.querySelectorAll('.sheet, .layer')) one.hidden = false }</script>`,
);

/** Settings behind three strokes, in a table without heads, which only close. */
const settings = page(
  'Weaving room',
  `<header><button class="fa fa-bars" aria-label="Main menu" onclick="menu.hidden = false">≡</button>
    <button>Search options</button></header><h1>Weaving room</h1><p>Nothing on the looms today.</p>
  <div id="menu" role="menu" hidden><button role="menuitem" onclick="menu.hidden = true; tray.hidden = false">Settings</button></div>
  <section id="tray" hidden><h2>Settings</h2><button onclick="tray.hidden = true">Close</button>
    <table><tr><td>Version</td><td><b>4.1</b></td></tr><tr><td>Grid size</td><td><input value="20"></td></tr>
    <tr><td>Threads</td><td><input value="8"></td></tr></table></section>`,
);

/** An editor among the content. Its title shows what new things are called, and one of its buttons keeps the changes. */
const notes = page(
  'Notes',
  `<button onclick="editor.hidden = false">New note</button>
  <section id="editor" hidden><h2>Editor</h2><button>Discard changes to this note</button>
    <button onclick="editor.hidden = true">Confirm changes to this note</button><button>Apply bold formatting</button>
    <p><input class="bar" value="New note"></p><p><input placeholder="tag name"></p>
    <textarea placeholder="Type the text of this note"></textarea></section>
  <section><h2>Dyes</h2><button>Wool</button><p>Madder and weld.</p></section>`,
);

let browser: TestBrowser;
let pages: Pages;
let tab: Page;
beforeAll(async () => {
  const extra = { '/layered': layered, '/settings': settings, '/notes': notes };
  [browser, pages] = await Promise.all([testBrowser(), servePages(extra)]);
  tab = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

const does = (path: string, prompt: string) => filmDoes(tab, `${pages.baseUrl}${path}`, prompt);

test('a switch that is a button asks first, in a box on a see-through layer', async () => {
  expect(await does('/layered', 'Disable the loom "Table loom"')).toEqual(['press Disable', 'press Ok']);
});

test('settings behind the main menu have labels beside their fields, and are kept when they are closed', async () => {
  expect(await does('/settings', 'Set the grid size to 40 in the settings')).toEqual([
    'press Main menu',
    'press Settings',
    'type 40',
    'press Close',
  ]);
});

test('a form among the content is filled in by itself, and kept by the button that says so', async () => {
  const acts = await does(
    '/notes',
    'Create a note called "Indigo", tag it "Wool" and write "Dip it twice" as its text',
  );
  expect(acts.slice(0, 2)).toEqual(['press New note', 'type Indigo']);
  // Either of the two may be entered first.
  expect(acts.slice(2, 4).sort()).toEqual(['type Dip it twice', 'type Wool']);
  expect(acts.slice(4)).toEqual(['press Confirm changes to this note']);
});
