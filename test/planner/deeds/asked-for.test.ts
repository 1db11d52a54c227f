import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outOfScope } from '../../../src/planner/deeds/candidates/mentions/scope.ts';
import { noFeatures } from '../../../src/planner/deeds/candidates/ways/way-features.ts';
import type { Performer } from '../../../src/planner/deeds/perform/performer.ts';
import { Frontier, type Open } from '../../../src/planner/deeds/search/frontier.ts';
import type { Item, Screen } from '../../../src/planner/page/screen.ts';
import type { Mention } from '../../../src/planner/prompt/deed.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { planFor } from '../planning.ts';
import { filmDoes } from './film-does.ts';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><style>body{font:14px sans-serif}[hidden]{display:none!important}
    .box{position:fixed;inset:60px 300px;background:#fff;border:1px solid #888;padding:16px}</style>${body}</html>`;

/** Beehives. One is paused until a day and a time, which a dialog asks for; one has a form that is a switch in its row. */
const hives = page(
  'Hives',
  `<h1>Hives</h1><table><tr><td><b>Oak hive</b></td><td><button onclick="pause()">Pause</button></td><td>Counted</td>
      <td><span role="switch" style="display:inline-block;width:30px;height:16px;background:#080;border-radius:8px" tabindex="0" aria-checked="true" onclick="this.setAttribute('aria-checked', 'false')"></span></td></tr>
    <tr><td><b>Elm hive</b></td><td><button onclick="pause()">Pause</button></td><td>Counted</td>
      <td><span role="switch" style="display:inline-block;width:30px;height:16px;background:#080;border-radius:8px" tabindex="0" aria-checked="true" onclick="this.setAttribute('aria-checked', 'false')"></span></td></tr></table>
  <div id="menu" role="menu" hidden><div role="menuitem" tabindex="0">Tomorrow</div>
    <div role="menuitem" tabindex="0" onclick="menu.hidden = true; chooser.hidden = false">Pick date &amp; time</div></div>
  <div id="chooser" class="box" role="dialog" aria-modal="true" aria-label="Pick date &amp; time" hidden><b id="month"></b>
    <button title="Next month" onclick="turn()">›</button><div id="days"></div>
    <p id="chosen"></p><p>Time<br><input aria-label="Time" value="08:00"></p><button onclick="chooser.hidden = true">Cancel</button>
    <button onclick="chooser.hidden = true">Save</button></div>
  <script>
    let at = 2;
    const monthNames = ['January', 'February', 'March', 'April', 'May'];
    function draw() {
      month.textContent = monthNames[at] + ' 2026';
      days.innerHTML = Array.from({ length: 28 }, (_, d) => '<button onclick="chosen.textContent = this.textContent">' + (d + 1) + '</button>').join('');
    }
    function turn() { at++; draw(); }
    function pause() { menu.hidden = false; }
    draw();
  </script>`,
);

/** Letters of a guild. The open one has a box to answer it, and tabs above the box say what is written there. */
const letters = page(
  'Guild',
  `<nav><a href="#a">Letters</a></nav><div id="list"><div class="row" role="button" tabindex="0" onclick="talk.hidden = false"><b>Ines Farrow</b> The kiln on Friday</div>
    <div class="row" role="button" tabindex="0"><b>Bo Lind</b> Clay prices</div></div>
  <section id="talk" hidden><h2>The kiln on Friday</h2><p>Can I use it?</p>
    <div role="tablist"><span role="tab" tabindex="0" aria-selected="true" onclick="pick(this, 'Send')">Reply</span>
      <span role="tab" tabindex="0" aria-selected="false" onclick="pick(this, 'Add note')">Private note</span></div>
    <div id="edit" contenteditable="true" role="textbox" style="width:400px;height:60px;border:1px solid #999"></div>
    <button id="send" onclick="talk.append(edit.textContent); edit.textContent = ''">Send</button></section>
  <script>function pick(tab, name) {
    for (const one of document.querySelectorAll('[role=tab]')) one.setAttribute('aria-selected', String(one === tab));
    send.textContent = name;
  }</script>`,
);

/** Signatures as cards. Each that is not the default one has a press that makes it so. */
const seals = page(
  'Seals',
  `<h1>Seals</h1><p>Your default seal is put on letters.</p>${['Guild house', 'Market', 'Workshop']
    .map(
      (name) =>
        `<div class="card" style="border:1px solid #aaa;margin:8px;padding:8px"><h3>${name}</h3><a tabindex="0" role="button">Edit</a>
        ${name === 'Market' ? '<span>Default</span>' : '<a tabindex="0" role="button" onclick="this.remove()">Make default</a>'}</div>`,
    )
    .join('')}`,
);

/** Shelves. What is moved to a shelf is not marked with one, and a list of shelves that a press has opened is no advertisement. */
const shelves = page(
  'Shelves',
  `<h1>Glazes</h1><div class="card"><h3>Celadon</h3><button onclick="open1('Tags:', 'tagged')">Tags</button>
    <button onclick="open1('Move to:', 'moved')">Move to</button></div>
  <div id="floaters"></div>
  <script>
    function open1(head, done) {
      floaters.innerHTML = '<div style="position:fixed;left:200px;top:120px;width:220px;background:#fff"><p>' + head + '</p><input placeholder="">' +
        ['Kiln room', 'Newsletters', 'Upper shelf', 'Lower shelf'].map((one) => '<div role="menuitem" tabindex="0">' + one + '</div>').join('') + '</div>';
      for (const one of floaters.querySelectorAll('[role=menuitem]')) one.onclick = () => { floaters.innerHTML = ''; document.body.dataset.done = done; };
    }
  </script>`,
);

/** Jars in a list, some of them starred. A new jar may stand under another one, which a ticked line asks for. */
const jars = page(
  'Jars',
  `<nav><a href="#starred">Starred</a></nav><h1>Jars</h1><button onclick="chooser.hidden = false">New jar</button><table>${[
    ['Ash glaze', 'from Bo Lind', true],
    ['Iron red', 'from Ines Farrow, fired in May', false],
    ['Tenmoku', 'from Ines Farrow, fired in June', false],
  ]
    .map(
      ([name, from, on]) =>
        `<tr><td><button title="${on ? 'Starred' : 'Not starred'}" style="width:20px;height:20px" onclick="this.title = 'Starred'"></button></td>
        <td><b>${name}</b></td><td>${from}</td></tr>`,
    )
    .join('')}</table>
  <div id="chooser" class="box" role="dialog" aria-modal="true" aria-label="New jar" hidden><p>Please enter a name:</p><input>
    <div onclick="tick.checked = !tick.checked" style="cursor:pointer"><input type="checkbox" id="tick"> <span>Stack jar under:</span></div>
    <select onchange="tick.checked = true"><option>Choose…</option><option>Ash glaze</option><option>Tenmoku</option></select>
    <button onclick="chooser.hidden = true">Cancel</button><button onclick="chooser.hidden = true">Create</button></div>`,
);

/** Hours between two lists that one label stands before. */
const rest = page(
  'Rest',
  `<h1>Ines Farrow</h1><p style="display:flex;gap:8px"><span>Quiet hours</span><span class="list" role="combobox" tabindex="0" aria-haspopup="listbox"
    onclick="offer(this)">9:00 PM</span><span>to</span><span class="list" role="combobox" tabindex="0" aria-haspopup="listbox" onclick="offer(this)">8:00 AM</span></p>
  <div id="float"></div><style>.list{display:inline-block;width:100px;border:1px solid #888}</style>
  <script>function offer(list) {
    float.innerHTML = ['7:00 AM', '8:00 AM', '9:00 AM', '8:00 PM', '9:00 PM'].map((one) => '<div role="option" tabindex="0">' + one + '</div>').join('');
    for (const one of float.children) one.onclick = () => { list.textContent = one.textContent; float.innerHTML = ''; };
  }</script>`,
);

let browser: TestBrowser;
let pages: Pages;
let tab: Page;
beforeAll(async () => {
  [browser, pages] = await Promise.all([
    testBrowser(),
    servePages({
      '/hives': hives,
      '/letters': letters,
      '/seals': seals,
      '/shelves': shelves,
      '/jars': jars,
      '/rest': rest,
    }),
  ]);
  tab = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

const does = (path: string, prompt: string) => filmDoes(tab, `${pages.baseUrl}${path}`, prompt);

test('a day and a time without names go to what the open dialog asks for', async () => {
  expect(await does('/hives', 'Pause the hive "Elm hive" until 14 April 2026 at 09:30')).toEqual([
    'press Pause',
    'press Pick date & time',
    'press ›',
    'press 14',
    'type 09:30',
    'press Save',
  ]);
});

test('what is deactivated is switched off in its row', async () => {
  const [only, ...others] = await does('/hives', 'Deactivate the "Elm hive" counting');
  expect(others).toEqual([]);
  expect(only).toMatch(/^press /);
});

test('an answer is written into the box that is open for it', async () => {
  expect(
    await does('/letters', 'Reply to Ines Farrow\'s letter with "Friday is fine, bring your own clay."'),
  ).toEqual([
    'press Ines Farrow The kiln on Friday',
    'type Friday is fine, bring your own clay.',
    'press Send',
  ]);
});

test('a note is written behind the tab that is called so', async () => {
  const prompt = 'Add an private note to Ines Farrow\'s letter: "She paid for the kiln in May."';
  expect(await does('/letters', prompt)).toEqual([
    'press Ines Farrow The kiln on Friday',
    'press Private note',
    'type She paid for the kiln in May.',
    'press Add note',
  ]);
});

test('what is quoted is made the default by the press in its own row', async () => {
  expect(await does('/seals', 'Make "Workshop" the default seal')).toEqual(['press Make default']);
});

test('what is moved is not marked instead', async () => {
  expect(await does('/shelves', 'Move the glaze "Celadon" to the shelf Upper')).toContain('press Move to');
});

test('what is starred already is not what a star is put on', async () => {
  const prompt = 'Star the jar from Ines Farrow that was fired in June';
  expect(await does('/jars', prompt)).toEqual(['press Not starred']);
});

test('a ticked line with a colon says what the list behind it is for', async () => {
  await tab.goto(`${pages.baseUrl}/jars`);
  const { script } = await planFor(tab, { prompt: 'Create a jar "Celadon" stacked under Tenmoku' });
  const given = script.steps.flatMap((step) => (step.type === 'change' ? [step.value] : []));
  expect(given).toEqual(['Celadon', 'Tenmoku']);
});

const silence: Mention = { said: 'Silence', name: 'Silence', kind: '', qualifiers: [], ordinal: null };
const drawn = (kind: Item['kind'], name: string, label: string): Item => ({
  ...{
    id: name.length + label.length,
    kind,
    name,
    labels: [label],
    hints: [],
    owner: 0,
    role: null,
    inputType: null,
    value: 'x',
  },
  ...{
    box: { x: 0, y: 0, width: 40, height: 20 },
    isOn: null,
    isSelected: false,
    isExpanded: null,
    isDisabled: false,
  },
  ...{
    isRequired: false,
    needsHover: false,
    needsDouble: false,
    isPlaced: false,
    isPressable: true,
    href: null,
    options: [],
  },
});
const screenOf = (items: Item[]): Screen => ({
  url: 'https://kiln.example/',
  title: 'Kiln',
  scroll: { x: 0, y: 0 },
  idsFrom: 1,
  grounds: [],
  viewport: { width: 1000, height: 600 },
  things: [
    {
      ...{
        id: 0,
        kind: 'page' as const,
        name: 'Kiln',
        also: [],
        text: '',
        parent: null,
        isModal: false,
        isSelected: false,
      },
      box: { x: 0, y: 0, width: 1000, height: 600 },
    },
  ],
  items,
});

test('a field that is labelled like the thing belongs to it', () => {
  const [own, other] = [drawn('field', '', 'Silence'), drawn('field', '', 'Open')];
  const screen = screenOf([own, other]);
  const outside = [own, other].map((item) => outOfScope([silence], new Map(), item, screen).length);
  expect(outside).toEqual([0, 1]);
});

test('a button that has only done something leads nowhere in other rows either', () => {
  const open = (name: string, label: string): Open => {
    const item = drawn('button', name, label);
    const way = { item, how: 'press' as const, features: noFeatures, confidence: 0.6, opens: [] };
    return { path: [], way, screen: screenOf([item]) };
  };
  const frontier = new Frontier();
  const performer = { path: [], isFilmed: false } as unknown as Performer;
  for (const one of [open('Store', 'Clay'), open('Store', 'Glaze'), open('More', 'Glaze')]) frontier.add(one);
  const first = frontier.take(performer, 'a', 0)!;
  expect(first.way.item.name).toBe('Store');
  frontier.giveUpAlike(first);
  expect(frontier.take(performer, 'a', 0)?.way.item.name).toBe('More');
});

test('of two lists behind one label, the second is for the end', async () => {
  await tab.goto(`${pages.baseUrl}/rest`);
  const prompt = 'Set the quiet hours of Ines Farrow to 8:00 PM until 9:00 AM';
  const { script } = await planFor(tab, { prompt });
  const pressed = script.steps.flatMap((step) =>
    step.type === 'click' ? [JSON.stringify(step.selectors)] : [],
  );
  expect(pressed).toHaveLength(4);
  expect(pressed[0]).not.toBe(pressed[2]);
});
