import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { perceived } from './perceived.ts';

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await testBrowser();
  page = await browser.page();
});
afterAll(() => browser?.close());

describe('what carries a name owns what is in it', () => {
  test('the rows of a list without any roles', async () => {
    const row = (name: string, more = '') =>
      `<div class="post ${more}" style="display:flex;gap:20px;padding:10px;cursor:pointer"><i class="dot"></i><b>${name}</b><span>moored since May</span><button title="Cast off">↦</button></div>`;
    const at = await perceived(
      page,
      `<div>${row('Heron')}${row('Osprey', 'selected')}${row('Plover')}</div>`,
    );
    const buttons = at.items('button');
    expect(buttons.map((one) => at.ownerOf(one).name)).toEqual(['Heron', 'Osprey', 'Plover']);
    expect(at.screen.things.filter(({ isSelected }) => isSelected).map(({ name }) => name)).toEqual([
      'Osprey',
    ]);
    expect(at.items('body').map(({ name, isPressable }) => [name, isPressable])).toEqual([
      ['Heron', true],
      ['Osprey', true],
      ['Plover', true],
    ]);
  });

  test('a row of which all words are one press, beside what does something else with it', async () => {
    const row = (name: string) =>
      `<div class="bt" style="display:flex;align-items:center;gap:10px;padding:10px">
        <div class="bt-m" style="flex:1;cursor:pointer" onclick="location.hash='${name}'"><div><b>${name}</b></div><div>9 m</div></div>
        <button title="Cast off">↦</button><button title="Repaint">✎</button></div>`;
    const entry = (name: string) =>
      `<div class="crew" style="display:flex;padding:10px"><a href="#${name}" style="flex:1">${name}</a><button title="Send ashore">✕</button></div>`;
    const at = await perceived(
      page,
      `<div>${row('Heron')}${row('Osprey')}</div><div>${entry('Ada')}${entry('Ben')}</div>`,
    );
    const named = at.items('button').filter(({ name }) => /^(Cast off|Send ashore)$/.test(name));
    expect(named.map((one) => at.ownerOf(one).name)).toEqual(['Heron', 'Osprey', 'Ada', 'Ben']);
  });

  test('details that stand beside the page, by the name in the line of the button that closes them', async () => {
    const at = await perceived(
      page,
      `<div style="display:flex;position:absolute;inset:0"><main style="flex:1"><h1>Boats</h1><button>New boat</button></main>
        <div><div style="width:400px;height:100vh;border-left:1px solid">
          <div style="display:flex;gap:8px"><i style="width:32px;height:32px;border-radius:50%">HE</i><div><b>Heron</b><div>Sloop</div></div><button title="Close">✕</button></div>
          <div style="display:flex">Berth <button>12 B</button></div><b>NOTES</b><textarea></textarea>
        </div></div></div>`,
    );
    const [berth] = at.items('button').filter(({ name }) => name === '12 B');
    expect([at.ownerOf(berth!).kind, at.ownerOf(berth!).name]).toEqual(['panel', 'Heron']);
    const [add] = at.items('button').filter(({ name }) => name === 'New boat');
    expect(at.ownerOf(add!).name).not.toBe('Heron');
  });

  test('cards side by side, by their title and not by their price', async () => {
    const card = (name: string, price: string) =>
      `<div class="offer" style="width:200px;border:1px solid;padding:10px"><small>Boat</small><h3>${name}</h3><div style="font-size:26px;font-weight:700">${price}</div><button>Book</button></div>`;
    const at = await perceived(
      page,
      `<div style="display:flex;gap:10px">${card('Heron', '$240.00')}${card('Osprey', '$310.00')}</div>`,
    );
    expect(at.items('button').map((one) => [at.ownerOf(one).kind, at.ownerOf(one).name])).toEqual([
      ['card', 'Heron'],
      ['card', 'Osprey'],
    ]);
  });

  test('what slides in at the side with tabs, or with texts from top to bottom, is a panel and no menu', async () => {
    const pair = (name: string, value: string) =>
      `<p><span>${name}</span> <span style="cursor:pointer" onclick="this">${value}</span></p>`;
    const drawer = (inner: string) =>
      `<div style="position:fixed;right:0;top:0;bottom:0;width:300px;background:#fff;z-index:9;box-shadow:0 0 9px #000">${inner}</div>`;
    const pairs = ['Berth', 'Length', 'Draught', 'Owner', 'Flag']
      .map((name) => pair(name, `${name} of it`))
      .join('');
    const tall = await perceived(page, `<h1>Boats</h1>${drawer(`<div>Heron</div>${pairs}`)}`);
    expect(tall.items('menu-item')).toEqual([]);
    expect(tall.items('button').map(({ value }) => value)).toContain('Draught of it');
    const tabs =
      '<div class="tabs" style="display:flex"><div class="tab on" onclick="this">Hull</div><div class="tab" onclick="this">Sails</div></div>';
    const tabbed = await perceived(page, `<h1>Boats</h1>${drawer(`${tabs}${pair('Berth', '12')}`)}`);
    expect(tabbed.screen.things.map(({ kind }) => kind)).not.toContain('menu');
    const entries = ['Boats', 'Berths', 'Fees'].map(
      (name) => `<div style="cursor:pointer" onclick="this">${name}</div>`,
    );
    const menu = await perceived(page, `<h1>Boats</h1>${drawer(entries.join(''))}`);
    expect(menu.items('menu-item').map(({ name }) => name)).toEqual(['Boats', 'Berths', 'Fees']);
  });

  test('a row is called by all words of its line, where none stands out', async () => {
    const row = (make: string, number: string) =>
      `<div class="entry" style="display:flex;gap:8px;padding:10px"><span style="background:#def">${make}</span><span>•••• ${number}</span><button>Lock</button></div>`;
    const at = await perceived(page, row('Sail Pass', '1177') + row('Moor Pass', '2288'));
    expect(at.ownerOf(at.items('button')[1]!).name).toBe('Moor Pass •••• 2288');
  });

  test('headings, also where they stand beside what they head', async () => {
    const at = await perceived(
      page,
      `<main><h1>Harbour</h1><h2>Berths</h2><button>Add berth</button><h2>Guests</h2><button>Add guest</button>
      <div><div style="font-weight:700">Fees</div><div><button>Add fee</button></div></div></main>`,
    );
    const homes = at.items('button').map((one) => at.homesOf(one).slice(0, 2));
    expect(homes).toEqual([
      ['Berths', 'Harbour'],
      ['Guests', 'Harbour'],
      ['Fees', 'Guests'],
    ]);
  });

  test('tables, their rows and the heads of their cells', async () => {
    const at = await perceived(
      page,
      `<table><thead><tr><th>Boat</th><th>Length</th><th></th></tr></thead><tbody><tr><td>Heron</td><td>9 m</td><td><button>Open</button></td></tr>
      <tr><td>Osprey</td><td>12 m</td><td><button>Open</button></td></tr></tbody></table>`,
    );
    expect(at.items('button').map((one) => at.ownerOf(one).name)).toEqual(['Heron', 'Osprey']);
    const length = at.items('text').find(({ name }) => name === '12 m')!;
    expect(length.labels).toEqual(['Length']);
    expect(at.screen.things[at.ownerOf(length).parent!]!.kind).toBe('table');
  });
});

const dialog = (
  attributes: string,
  box: string,
) => `<h1>Log</h1><button>New entry</button><div style="height:3000px"></div>
  <div ${attributes} style="position:fixed;inset:0;background:rgba(0,0,0,.5);display:flex;align-items:center;justify-content:center">
  <div ${box} style="background:#fff;width:420px;padding:20px"><div style="font-size:20px">Rename boat</div><label>Name <input value="Heron"></label><button>Apply</button></div></div>`;

test.each([
  ['with a role', '', 'role="dialog" aria-modal="true"'],
  ['of plain boxes', 'class="veil"', ''],
])('a dialog %s is modal, and what it covers is left out', async (_, veil, box) => {
  const at = await perceived(page, dialog(veil, box));
  const thing = at.thing('dialog', 'Rename boat');
  expect(thing.isModal).toBe(true);
  expect(at.items('button').map(({ name }) => name)).toEqual(['Apply']);
  expect(at.ownerOf(at.item('field', 'Name'))).toBe(thing);
});

test('a drawer beside its veil is modal, and a toast above the veil is still read', async () => {
  const at = await perceived(
    page,
    `<button>Behind</button><div style="position:fixed;inset:0;background:rgba(0,0,0,.4)"></div>
    <aside style="position:fixed;right:0;top:0;bottom:0;width:360px;background:#fff"><h2>Filters</h2><button>Reset</button></aside>
    <div style="position:fixed;left:20px;bottom:20px;background:#222;color:#fff;padding:10px">Saved</div>`,
  );
  expect(at.thing('dialog', 'Filters').isModal).toBe(true);
  expect(at.items('button').map(({ name }) => name)).toEqual(['Reset']);
  expect(at.items('text').map(({ name }) => name)).toContain('Saved');
});

test('the frame of an application covers the window and is no dialog', async () => {
  const at = await perceived(
    page,
    `<div style="position:fixed;inset:0;background:#fff;display:flex"><nav style="width:200px;background:#eee"><a href="#a">Boats</a></nav><div><h1>Boats</h1><button>Add</button></div></div>`,
  );
  expect(at.screen.things.some(({ isModal }) => isModal)).toBe(false);
  expect(at.items('button').map(({ name }) => name)).toEqual(['Add']);
});

test.each([
  ['an aside', '<aside style="width:190px;height:100vh">', '</aside>', 'navigation'],
  [
    'what is called a sidebar',
    '<div class="app-sidebar" style="width:190px;height:100vh">',
    '</div>',
    'navigation',
  ],
  [
    'an aside on the other side',
    '<aside style="position:absolute;right:0;width:190px;height:100vh">',
    '</aside>',
    'panel',
  ],
])('%s with presses from top to bottom', async (_, open, close, kind) => {
  const entry = (name: string) => `<div style="padding:8px;cursor:pointer">${name}</div>`;
  const at = await perceived(page, `${open}${['Boats', 'Crews', 'Moorings'].map(entry).join('')}${close}`);
  expect(at.screen.things.map((one) => one.kind)).toContain(kind);
  expect(at.ownerOf(at.item('button', 'Crews')).kind).toBe(kind);
});

test('a column of messages at the side is a list of rows, and leads nowhere', async () => {
  const entry = (name: string) =>
    `<div class="post" style="padding:8px;cursor:pointer"><b>${name}</b><div>The mooring is free from Monday on, and the crew knows.</div></div>`;
  const at = await perceived(
    page,
    `<aside style="width:290px;height:100vh">${['Heron', 'Osprey', 'Plover'].map(entry).join('')}</aside>`,
  );
  expect(at.screen.things.map((one) => one.kind)).not.toContain('navigation');
  expect(at.items('body').map(({ name }) => name)).toEqual(['Heron', 'Osprey', 'Plover']);
});

test('a menu that has opened owns its entries, and the row owns the menu in it', async () => {
  const row = (name: string, menu = '') =>
    `<div class="item" style="position:relative;padding:10px;display:flex;gap:20px"><b>${name}</b><span>ketch</span><button title="More">⋮</button>${menu}</div>`;
  const menu = `<div style="position:absolute;right:0;top:30px;background:#fff;box-shadow:0 1px 5px;z-index:5"><div style="cursor:pointer;padding:6px">Rename</div><div style="cursor:pointer;padding:6px">Duplicate</div></div>`;
  const at = await perceived(
    page,
    `<div style="width:500px">${row('Heron', menu)}${row('Osprey')}</div><div style="height:200px"></div>`,
  );
  expect(at.items('menu-item').map(({ name }) => name)).toEqual(['Rename', 'Duplicate']);
  expect(at.homesOf(at.items('menu-item')[0]!)).toContain('Heron');
});

test('a box of settings is no entry of a list, and what heads it is a panel', async () => {
  const line = (name: string) =>
    `<div style="display:flex;justify-content:space-between;padding:8px"><span>${name}</span><input type="checkbox" role="switch"></div>`;
  const box = (head: string, ...names: string[]) =>
    `<h3>${head}</h3><div class="card" style="border:1px solid;padding:10px">${names.map(line).join('')}</div>`;
  const at = await perceived(
    page,
    `<main>${box('Mail', 'News', 'Bills')}${box('Phone', 'Calls', 'Texts')}</main>`,
  );
  expect(at.homesOf(at.item('toggle', 'Calls'))).toEqual(['Phone']);
  expect(at.item('toggle', 'Calls').labels).toEqual(['Calls']);
  expect(at.screen.things.filter(({ kind }) => /row|card/.test(kind))).toEqual([]);
});

test('an arrow in front of a name says whether what it heads is open', async () => {
  const head = (arrow: string, name: string) =>
    `<div style="cursor:pointer;padding:6px"><span>${arrow}</span> <span>${name}</span></div>`;
  const at = await perceived(
    page,
    `<div>${head('▸', 'Engines')}</div><section>${head('▾', 'Sails')}</section>`,
  );
  expect([at.item('button', 'Engines').isExpanded, at.item('button', 'Sails').isExpanded]).toEqual([
    false,
    true,
  ]);
});

test('a row may be pressed as a whole within a frame that holds nothing else', async () => {
  const line = (name: string) =>
    `<div><div onclick="1" style="display:grid;grid-template-columns:1fr 2fr 1fr;padding:10px"><span>12 May</span><div><b>${name}</b><div>at the quay</div></div><span>40.00</span></div></div>`;
  const at = await perceived(
    page,
    `<section>${['ROPE STORE #12', 'ROPE STORE #21'].map(line).join('')}</section>`,
  );
  expect(at.item('button', 'ROPE STORE #12').owner).toBe(
    at.screen.things.indexOf(at.thing('row', 'ROPE STORE #12')),
  );
});

test('the head and the foot of a card among others are parts of it, and the rows of a list in it are not', async () => {
  const card = (name: string) =>
    `<div class="boat" style="width:240px;padding:12px;border:1px solid"><div style="display:flex;justify-content:space-between"><h3>${name}</h3><button>⋯</button></div><p>Two berths</p>
    <div style="display:flex;justify-content:space-between"><a href="#">Copy link</a><span>On</span></div></div>`;
  const list = (name: string) =>
    `<div class="column" style="width:240px"><h3>${name}</h3>${['Paint', 'Sand'].map((job) => `<div class="job" style="padding:12px"><b>${name}: ${job}</b><p>tomorrow</p><button>Open</button></div>`).join('')}</div>`;
  const at = await perceived(
    page,
    `<div style="display:flex;gap:10px">${['Heron', 'Gull', 'Tern'].map(card).join('')}</div><div style="display:flex;gap:10px">${['Now', 'Next', 'Later'].map(list).join('')}</div>`,
  );
  const called = (kind: string) =>
    at.screen.things.filter((thing) => thing.kind === kind).map(({ name }) => name);
  expect(called('card').filter((name) => /Heron|Gull|Tern/.test(name))).toEqual(['Heron', 'Gull', 'Tern']);
  expect(called('row').filter((name) => /Paint|Sand/.test(name))).toHaveLength(6);
});

test('a day that is pressed where it is empty is called by none of what lies on it', async () => {
  const event = (name: string, top: number) =>
    `<div onclick="1" style="position:absolute;top:${top}px;left:0;right:0;height:40px">${name}</div>`;
  const day = (inner: string) =>
    `<div onclick="1" style="position:relative;width:200px;height:300px">${inner}</div>`;
  const at = await perceived(
    page,
    `<div style="display:flex">${day(event('Launch', 20) + event('Survey', 80))}${day(event('Haul out', 60))}${day('')}</div>`,
  );
  expect(at.screen.things.filter(({ kind }) => /row|card/.test(kind))).toEqual([]);
  expect(at.item('button', 'Launch').isPressable).toBe(true);
  expect(at.items('body').every(({ name }) => name === '')).toBe(true);
});

test('a name between a box that is ticked and a menu is a row', async () => {
  const row = (name: string) =>
    `<div class="row" style="display:flex;gap:9px;width:220px"><span class="check on" onclick="1" style="width:17px;height:17px;border:2px solid"></span><span onclick="1" style="flex:1">${name}</span><button>⋯</button></div>`;
  const at = await perceived(page, `<div>${['Tides', 'Harbour'].map(row).join('')}</div>`);
  expect(at.thing('row', 'Tides')).toBeDefined();
  expect(at.thing('row', 'Harbour')).toBeDefined();
});

test('a frame around fields with two buttons below them is a form, and a bar of filters is none', async () => {
  const at = await perceived(
    page,
    `<div style="display:flex;gap:8px;padding:8px"><input placeholder="Find a berth"><select><option>All<option>Free</select><button>Apply</button><button>Clear</button></div>
    <div style="border:1px solid #999;padding:14px;width:500px"><div>Berth name<br><input></div><div>Depth<br><input></div>
      <div style="display:flex;gap:8px;margin-top:12px"><div class="btn" style="cursor:pointer">Cancel</div><div class="btn" style="cursor:pointer">Add berth</div></div></div>
    <h2>Berths</h2><p>North pier</p>`,
  );
  const forms = at.screen.things.filter(({ kind }) => kind === 'form');
  expect(forms).toHaveLength(1);
  expect(at.homesOf(at.item('button', 'Add berth'))).toHaveLength(1);
  expect(at.ownerOf(at.item('field', 'Depth')).kind).toBe('form');
});
