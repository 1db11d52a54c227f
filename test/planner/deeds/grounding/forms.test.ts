import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../../support/browser.ts';
import { type Pages, servePages } from '../../pages.ts';
import { filmDoes } from '../film-does.ts';

/** A boat hire. Its form asks for the name under "What for", for a kind and a boat by buttons, and for times beside each other. */
const hire = `<!doctype html><title>Boat hire</title>
<style>body{font:14px sans-serif}[hidden]{display:none!important}dialog{padding:16px}.row{margin:8px}.drop div{padding:6px;cursor:pointer}
  .on{background:#cde}nav button,.card{padding:8px;cursor:pointer}.card{border:1px solid #999;margin:8px}</style>
<nav><button onclick="show('fleet')">Fleet</button> <button onclick="show('trips')">Trips</button> <button onclick="show('crew')">Crew</button></nav><main id="main"></main>
<dialog id="box" aria-label="Book a boat"><h2>Book a boat</h2>
  <div class="row"><label>What for <input placeholder="e.g. Regatta"></label></div>
  <div class="row">Kind <span role="group" aria-label="Kind"><button class="on">Sail</button><button>Rowing</button><button>Motor</button></span></div>
  <div class="row">Boat <span role="group" aria-label="Boat"><button>Heron</button><button>Teal</button></span></div>
  <div class="row"><label>From <input placeholder="--:--"></label> <label>To <input placeholder="--:--"></label></div>
  <div class="row">Skipper <span id="who" role="combobox" aria-label="Skipper" tabindex="0" aria-expanded="false">Nobody</span>
    <div class="drop" id="list" role="listbox" hidden><div role="option">Ines Roth</div><div role="option">Ola Berg</div></div></div>
  <div class="row"><label>Notes <textarea></textarea></label></div>
  <footer><button onclick="box.close()">Cancel</button> <button onclick="box.close()">Book</button></footer></dialog>
<script>
  // Which view is open is kept on the server, as some applications do.
  const show = (view) => { main.innerHTML = views[view]; fetch('/state', { method: 'PUT', body: view }).catch(() => undefined) };
  const people = ['Ines Roth', 'Ola Berg', 'Mia Lund', 'Tor Vik'];
  const views = {
    fleet: '<h1>Fleet</h1>' + ['Heron', 'Teal'].map((name) => '<div class="card"><b>' + name + '</b><p>Moored</p></div>').join(''),
    trips: '<h1>Trips</h1><button onclick="box.showModal()">+ Book a boat</button><p>None today.</p><p>Two tomorrow.</p><p>Calm sea.</p><p>Wind from the west.</p>',
    crew: '<h1>Crew</h1>' + people.map((name) => '<div class="card"><b>' + name + '</b><p>Skipper</p><button aria-label="Favourite">☆</button></div>').join(''),
  };
  for (const group of document.querySelectorAll('[role=group]')) group.onclick = ({ target }) => {
    for (const one of group.children) one.className = one === target ? 'on' : '' };
  who.onclick = () => { list.hidden = !list.hidden };
  for (const one of list.children) one.onclick = () => { who.textContent = one.textContent; list.hidden = true };
  main.innerHTML = views.fleet;
</script>`;

/** A shop with an item whose name is like the one that is to be made. Its form is a page of its own. */
const shop = `<!doctype html><title>Shop</title><style>body{font:14px sans-serif}.card{border:1px solid #999;margin:8px;padding:8px;cursor:pointer}</style>
<nav><a href="#orders">Orders</a> <a href="#stock">Stock</a></nav><main id="main"></main>
<script>
  const form = (title, code, name, price) => '<h1>' + title + '</h1><p><label>Code <input value="' + code + '"></label></p><p><label>Name <input value="' + name + '"></label></p><p><label>Sale price <input placeholder="0.00" value="' + price + '"></label></p><button onclick="location.hash=\\'stock\\'">Save</button>';
  const views = {
    orders: '<h1>Orders</h1><p>None.</p>',
    stock: '<h1>Products and stock</h1><a href="#new">New item</a><div class="card" onclick="location.hash=\\'sill\\'"><b>Oak window sill</b><p>OAK-SI</p></div><div class="card" onclick="location.hash=\\'rail\\'"><b>Ash rail</b><p>ASH-RA</p></div>',
    new: form('New item', '', '', ''), sill: form('Oak window sill', 'OAK-SI', 'Oak window sill', '12'), rail: form('Ash rail', 'ASH-RA', 'Ash rail', '9'),
  };
  const draw = () => { main.innerHTML = views[location.hash.slice(1) || 'orders'] };
  addEventListener('hashchange', draw); draw();
</script>`;

/** A list of chores. The dialog for a new one has buttons that are called like fields and open lists, and no labels. */
const chores = `<!doctype html><title>Chores</title>
<style>body{font:14px sans-serif}[hidden]{display:none!important}dialog{padding:16px;width:560px;height:240px}.drop{position:absolute;background:#fff;border:1px solid #999}
  .drop div{padding:6px;cursor:pointer}.row{padding:8px;border-bottom:1px solid #ccc}</style>
<h1>Chores</h1><button aria-label="New chore" onclick="box.showModal()">✎</button><div class="row">Mow the lawn</div><div class="row">Clean the pond</div>
<dialog id="box" aria-label="New chore"><input placeholder="Chore title"><div id="text" contenteditable="true" style="min-height:40px">Add description…</div>
  <div id="chips"></div><footer><button onclick="box.close()">Create chore</button></footer></dialog>
<script>
  const lists = { Priority: ['Low', 'High', 'Urgent'], Owner: ['Ines Roth', 'Mia Lund'], Season: ['Spring', 'Autumn'] };
  for (const [name, some] of Object.entries(lists)) {
    const chip = document.createElement('button');
    chip.textContent = name;
    chip.onclick = () => {
      const drop = document.createElement('div');
      drop.className = 'drop';
      for (const one of some) { const line = document.createElement('div'); line.textContent = one; line.onclick = () => { chip.textContent = one; drop.remove() }; drop.append(line) }
      chip.after(drop);
    };
    chips.append(chip);
  }
</script>`;

let browser: TestBrowser;
let pages: Pages;
let tab: Page;
beforeAll(async () => {
  [browser, pages] = await Promise.all([
    testBrowser(),
    servePages({ '/hire': hire, '/shop': shop, '/chores': chores }),
  ]);
  tab = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

const does = (path: string, prompt: string) => filmDoes(tab, `${pages.baseUrl}${path}`, prompt, 30);

test('the values of a sentence go where the controls of the form say, whatever the sentence calls them', async () => {
  const prompt =
    "Book a trip of the kind 'Rowing' called 'Evening row' with the boat 'Teal' from '18:00' to '19:30', with 'Ola Berg' as skipper";
  const done = await does('/hire', prompt);
  expect(done.slice(0, 2)).toEqual(['press Trips', 'press + Book a boat']);
  expect(done.slice(2, -1)).toEqual([
    'type Evening row',
    'press Rowing',
    'press Teal',
    'press Skipper',
    'press Ola Berg',
    'type 18:00',
    'type 19:30',
  ]);
  expect(done.at(-1)).toBe('press Book');
});

test('an entry of the navigation that has the view noted on the server is no deed, and may be taken again', async () => {
  expect(await does('/hire', "Add 'Mia Lund' to the favourites")).toEqual(['press Crew', 'press Favourite']);
});

test('what is new is made by the button of its list, and overwrites nothing of a like name', async () => {
  const prompt = 'Create a new product with the code OAK-WB, named Oak window board, that sells for 64.50';
  expect(await does('/shop', prompt)).toEqual([
    'press Stock',
    'press New item',
    'type OAK-WB',
    'type Oak window board',
    'type 64.50',
    'press Save',
  ]);
});

test('buttons of a dialog that are called like fields open what may be chosen for them', async () => {
  const prompt =
    "File a new chore called 'Mulch the beds' with the priority 'High', owner 'Mia Lund' and the season 'Autumn'";
  expect(await does('/chores', prompt)).toEqual([
    'press New chore',
    'type Mulch the beds',
    'press Priority',
    'press High',
    'press Owner',
    'press Mia Lund',
    'press Season',
    'press Autumn',
    'press Create chore',
  ]);
});
