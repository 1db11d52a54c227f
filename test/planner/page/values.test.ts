import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { perceived } from './perceived.ts';

/** Values that plain elements show, and that a press changes. */

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await testBrowser();
  page = await browser.page();
});
afterAll(() => browser?.close());

const framed = 'cursor:pointer;border:1px solid #999;padding:6px 10px;width:180px';
const arrows = [
  ['a triangle of borders', '<i style="border:4px solid transparent;border-top-color:#444"></i>', ''],
  [
    'a turned corner',
    '',
    '.mast::after{width:5px;height:5px;border:solid #444;border-width:0 2px 2px 0;rotate:0deg;transform:rotate(45deg)}',
  ],
  ['a sign behind it', '', ".mast::after{content:'▾'}"],
] as const;
test.each(arrows)('a list whose arrow is %s is a picker', async (_, inside, style) => {
  const at = await perceived(
    page,
    `<style>.mast::after{content:''}${style}</style><div><div>Mast</div>
     <div class="mast" style="${framed};display:flex;align-items:center;justify-content:space-between"><span>Spruce</span>${inside}</div></div>`,
  );
  expect(at.item('picker', 'Mast')).toMatchObject({ value: 'Spruce' });
});

test('a framed box whose words want another one is a button, and no list that shows its value', async () => {
  const arrow = '<svg viewBox="0 0 24 24" width="12" height="12"><path d="M6 9l6 6 6-6"/></svg>';
  const box = 'border:1px solid #999;border-radius:4px;padding:6px;display:inline-flex;cursor:pointer';
  const at = await perceived(
    page,
    `<div style="display:flex;gap:8px"><span>Sent</span><div style="${box}" onclick="this">Mark as ${arrow}</div>
    <div style="${box}" onclick="this">Move to… ${arrow}</div></div>
    <p>State</p><div style="${box}" onclick="this">On hold ${arrow}</div>`,
  );
  expect(at.items('button').map(({ name, value }) => [name, value])).toEqual([
    ['Mark as', ''],
    ['Move to…', ''],
  ]);
  expect(at.item('picker', 'State').value).toBe('On hold');
});

test('an arrow that points to the side leads on, and is no picker', async () => {
  const at = await perceived(
    page,
    `<style>.mast::after{content:'';width:5px;height:5px;border:solid #444;border-width:0 2px 2px 0;transform:rotate(-45deg)}</style>
     <div class="mast" style="${framed};display:flex;justify-content:space-between"><span>Details</span></div>`,
  );
  expect(at.items('picker')).toEqual([]);
});

test('a value that is pressed is called by the only text in front of it', async () => {
  const line = (name: string, value: string) =>
    `<div style="display:flex;padding:6px"><div style="width:120px">${name}</div><div data-click="x" style="cursor:pointer;flex:1">${value}</div></div>`;
  const at = await perceived(page, line('Berth', 'North 4') + line('Hull', 'Oak'));
  expect(at.item('button', 'Berth')).toMatchObject({ name: 'North 4', labels: ['Berth'] });
  expect(at.item('button', 'Hull').name).toBe('Oak');
});

test('a button below a heading is no value of it', async () => {
  const at = await perceived(
    page,
    '<div style="display:flex"><div style="font-size:24px">Boats</div><div data-click="x" style="cursor:pointer">New boat</div></div>',
  );
  expect(at.item('button', 'New boat').labels).toEqual([]);
});

test('a value in a cell has the head of its column, and a name or an act in one has not', async () => {
  const at = await perceived(
    page,
    `<style>b{cursor:pointer;font-weight:400}</style><table><tr><th>Grade</th><th>Drying</th><th>Order</th></tr>
     <tr><td><b onclick="1">Soft</b></td><td><b onclick="1">4 hours</b></td><td><b onclick="1">Inspect</b></td></tr>
     <tr><td><b onclick="1">Hard</b></td><td><b onclick="1">9 hours</b></td><td><b onclick="1">Inspect</b></td></tr></table>`,
  );
  expect(at.items('button').map(({ name, labels, value }) => [name, labels, value])).toEqual([
    ['Soft', [], ''],
    ['4 hours', ['Drying'], '4 hours'],
    ['Inspect', [], ''],
    ['Hard', [], ''],
    ['9 hours', ['Drying'], '9 hours'],
    ['Inspect', [], ''],
  ]);
});

test('a button in the colour of the application is no value of the bold words in front of it', async () => {
  const line = (bold: number, colour: string) =>
    `<div style="display:flex;padding:6px"><span style="width:120px;font-weight:${bold}">Crew</span><button style="background:${colour};color:#fff">Call</button></div>`;
  const at = await perceived(page, line(600, '#1f6feb') + line(400, '#1f6feb') + line(600, '#eee'));
  expect(at.items('button').map(({ value }) => value)).toEqual(['', 'Call', 'Call']);
});

test('the number between less and more has the words in front of it', async () => {
  const at = await perceived(
    page,
    `<div style="display:flex;gap:20px"><div>Crew</div><div style="display:flex">
     <div data-click="x" style="cursor:pointer;width:24px">−</div><div>6</div><div data-click="x" style="cursor:pointer;width:24px">+</div></div></div>`,
  );
  expect(at.items('text').find(({ name }) => name === '6')?.labels).toEqual(['Crew']);
});

test('of colours to choose from, the one with a ring is the present one', async () => {
  const tiles = ['#114488', '#aa2200', '#118833', '#ddaa00'].map(
    (colour, index) =>
      `<div title="Paint ${index}" style="cursor:pointer;width:28px;height:28px;background:${colour};${index === 2 ? 'box-shadow:0 0 0 3px #000' : ''}"></div>`,
  );
  const at = await perceived(page, `<div style="display:flex;gap:8px">${tiles.join('')}</div>`);
  expect(at.items('swatch').map(({ isSelected }) => isSelected)).toEqual([false, false, true, false]);
});

test('a small framed square is a box to tick, on where a tick is drawn in it', async () => {
  const task = (name: string, tick: string) =>
    `<div style="display:flex;gap:8px;padding:6px"><div data-click="x" style="cursor:pointer;width:18px;height:18px;border:1px solid #777;background:#fff">${tick}</div><div>${name}</div></div>`;
  const tick = '<svg width="12" height="12"><path d="M2 6l3 3 5-6"/></svg>';
  const at = await perceived(page, task('Scrape the hull', tick) + task('Oil the deck', ''));
  expect(at.item('toggle', 'Scrape the hull').isOn).toBe(true);
  expect(at.item('toggle', 'Oil the deck').isOn).toBe(false);
});

test('a button with initials, a name and a remark is called by the name', async () => {
  const at = await perceived(
    page,
    `<div data-click="x" style="cursor:pointer;display:flex;width:220px"><div style="border-radius:50%;width:24px;height:24px">MK</div>
     <div><div style="font-weight:600">Mira Kolb</div><div style="font-size:11px">Sails on Tuesdays</div></div></div>`,
  );
  expect(at.screen.items.filter(({ isPressable }) => isPressable).map(({ name }) => name)).toEqual([
    'Mira Kolb',
  ]);
});

test('a date between others in a line is called by the word with a colon in front of it', async () => {
  const at = await perceived(
    page,
    `<style>.day{border:1px solid #999;padding:4px;cursor:pointer}</style><div style="display:flex;gap:8px"><span>From:</span><div class="day">12 May</div>
    <input type="checkbox"><span>Until:</span><div class="day">(open)</div></div>`,
  );
  expect(at.item('button', 'From')).toMatchObject({ name: '12 May', value: '12 May' });
  expect(at.item('button', 'Until')).toMatchObject({ name: '(open)', value: '(open)' });
});

test('what stands under a label and its "Edit" is the value', async () => {
  const block = (label: string, value: string) =>
    `<div class="block"><div style="display:flex;justify-content:space-between"><b>${label}</b><button>Edit</button></div><div>${value}</div></div>`;
  const at = await perceived(
    page,
    `<style>.block{width:240px;padding:8px 0}</style><aside>${block('Berth', 'B 14 <button>clear</button>')}${block('Skipper', 'Nobody')}</aside>`,
  );
  expect(
    at.items('button').flatMap(({ name, labels, value }) => (name === 'Edit' ? [[labels[0], value]] : [])),
  ).toEqual([
    ['Berth', 'B 14'],
    ['Skipper', 'Nobody'],
  ]);
});

test('days side by side are not labels of each other', async () => {
  const day = (n: number) => `<button style="width:30px;height:30px;float:left">${n}</button>`;
  const at = await perceived(page, `<div>${[9, 10, 11].map(day).join('')}</div>`);
  expect(at.items('button').map(({ labels }) => labels)).toEqual([[], [], []]);
});

test('choices in a row are labelled by the head of their column', async () => {
  const choices = (on: string) =>
    ['shown', 'hidden']
      .map((one) => `<span class="lk ${one === on ? 'current' : ''}">${one}</span>`)
      .join(' ');
  const row = (name: string, first: string, second: string) =>
    `<div class="tr"><span>${name}</span><span>${choices(first)}</span><span>${choices(second)}</span></div>`;
  const at = await perceived(
    page,
    `<style>.tr{display:grid;grid-template-columns:1fr 1fr 1fr;width:700px;height:36px}.lk{cursor:pointer}</style>
    <div><div class="tr"><span>Boat</span><span>On the board</span><span>In the app</span></div>${row('Heron', 'shown', 'hidden')}${row('Osprey', 'hidden', 'hidden')}</div>`,
  );
  const first = at.items('button').slice(0, 4);
  expect(first.map(({ name, labels, isOn }) => [name, labels.at(-1), isOn])).toEqual([
    ['shown', 'On the board', true],
    ['hidden', 'On the board', false],
    ['shown', 'In the app', false],
    ['hidden', 'In the app', true],
  ]);
  expect(at.homesOf(first[0]!)).toContain('Heron');
});

test('names and values in two columns that no frame pairs', async () => {
  const value = (text: string) => `<span style="cursor:pointer" onclick="this.hidden = true">${text}</span>`;
  const at = await perceived(
    page,
    `<div style="display:grid;grid-template-columns:120px 1fr;row-gap:8px"><span>Berth</span>${value('12 B')}<span>Draught</span>${value('1.4 m')}
     <span>Fuel</span><span>Diesel</span><span>Mast</span>${value('Spruce')}</div>
     <div style="display:flex;gap:20px"><span>Boats</span>${value('Open')}<span>Crews</span>${value('Close')}</div>`,
  );
  expect(at.items('button').map(({ name, labels }) => [name, ...labels])).toEqual([
    ['12 B', 'Berth'],
    ['1.4 m', 'Draught'],
    ['Spruce', 'Mast'],
    ['Open'],
    ['Close'],
  ]);
});
