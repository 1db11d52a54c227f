import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { perceived } from './perceived.ts';

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await testBrowser();
  page = await browser.page();
});
afterAll(() => browser?.close());

const choose = (
  open: boolean,
) => `<style>.pick{position:relative;width:200px}.shown{border:1px solid #999;padding:6px;cursor:pointer;display:flex;justify-content:space-between}
  .pool{position:absolute;z-index:20;top:100%;left:0;right:0;background:#fff;box-shadow:0 2px 6px #888;display:${open ? 'block' : 'none'}}.pool div{padding:6px;cursor:pointer}</style>
  <div class="line"><label>Crew</label><div class="pick"><div class="shown"><span>Two</span><span class="angle">▾</span></div>
  <div class="pool"><div>One</div><div class="chosen">Two</div><div>Three</div></div></div></div><div style="height:200px"></div>`;

test('a custom list is a picker that shows its value, with its options while it is closed', async () => {
  const at = await perceived(page, choose(false));
  expect(at.item('picker', 'Crew')).toMatchObject({ value: 'Two', isPressable: true });
  expect(at.item('picker', 'Crew').options.map(({ label }) => label)).toEqual(['One', 'Two', 'Three']);
  expect(at.items('option')).toEqual([]);
});

test('an open list is a menu, and the marked entry is selected', async () => {
  const at = await perceived(page, choose(true));
  const entries = at.items('option').map(({ name, isSelected }) => [name, isSelected]);
  expect(entries).toEqual([
    ['One', false],
    ['Two', true],
    ['Three', false],
  ]);
  expect(at.ownerOf(at.items('option')[0]!).kind).toBe('menu');
});

test('a list that hangs inside the box which opened it has entries of its own, and the box shows its value alone', async () => {
  const at = await perceived(
    page,
    `<style>.pick{position:relative;border:1px solid #999;padding:6px;width:200px;cursor:pointer}.pool{position:absolute;top:30px;left:0;width:200px;background:#fff}.pool div{padding:6px}</style>
    <div style="display:flex;gap:10px"><span>Crew</span><div class="pick">Two ▾<div class="pool"><div>One</div><div>Two</div><div>Three</div></div></div></div><div style="height:200px"></div>`,
  );
  expect(at.item('picker', 'Crew')).toMatchObject({ value: 'Two', isPressable: true });
  expect(at.items('button').map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
});

test('a native list shows the label of its option, and its other options', async () => {
  const at = await perceived(
    page,
    '<label>Harbour <select><option value="k">Kiel</option><option value="b" selected>Bergen</option></select></label>',
  );
  expect(at.item('select', 'Harbour')).toMatchObject({
    value: 'Bergen',
    options: [
      { value: 'k', label: 'Kiel' },
      { value: 'b', label: 'Bergen' },
    ],
  });
});

test('buttons beside a caption are a group, of which the marked one is on', async () => {
  const bar = (name: string, on: number) =>
    `<div style="display:flex;gap:20px"><span>${name}</span><div class="bar">${['Left', 'Middle', 'Right']
      .map(
        (side, i) =>
          `<button class="seg ${i === on ? 'seg--active' : ''}" title="${side}"><svg width="14" height="14"></svg></button>`,
      )
      .join('')}</div></div>`;
  const at = await perceived(page, bar('Mooring', 1) + bar('Rail', 2));
  const middle = at.items('button').filter(({ name }) => name === 'Middle');
  expect(middle.map(({ isOn, labels }) => [labels, isOn])).toEqual([
    [['Mooring'], true],
    [['Rail'], false],
  ]);
  expect(at.ownerOf(middle[1]!)).toMatchObject({ kind: 'group', name: 'Rail' });
});

test('alternatives that only look different: the odd one is selected', async () => {
  const step = (name: string, look = '') =>
    `<span role="radio" tabindex="0" style="padding:8px;cursor:pointer;${look}">${name}</span>`;
  const at = await perceived(
    page,
    `<div>${step('Day')}${step('Week', 'background:#124;color:#fff')}${step('Month')}</div>`,
  );
  expect(at.items('radio').map(({ name, isSelected }) => [name, isSelected])).toEqual([
    ['Day', false],
    ['Week', true],
    ['Month', false],
  ]);
});

test('tabs by their look are tabs', async () => {
  const at = await perceived(
    page,
    `<style>.tab-strip a{padding:8px;cursor:pointer}.here{border-bottom:2px solid}</style><div class="tab-strip"><a class="here current">Log</a><a>Crew</a><a>Bills</a></div>`,
  );
  expect(at.items('tab').map(({ name, isSelected }) => [name, isSelected])).toEqual([
    ['Log', true],
    ['Crew', false],
    ['Bills', false],
  ]);
});

test('swatches say their colour', async () => {
  const dot = (colour: string, more = '') =>
    `<div style="width:24px;height:24px;display:inline-block;cursor:pointer;background:${colour}" ${more}></div>`;
  const at = await perceived(
    page,
    `<p>Hull</p><div>${dot('#ff0000')}${dot('rgb(0, 128, 255)')}${dot('#0a0', 'title="Moss"')}</div>`,
  );
  expect(at.items('swatch').map(({ value, name }) => [value, name])).toEqual([
    ['#FF0000', ''],
    ['#0080FF', ''],
    ['#00AA00', 'Moss'],
  ]);
  expect(at.items('swatch')[1]!.labels).toEqual(['Hull']);
});

test('sliders, files, rich text and dates are what they are', async () => {
  const at = await perceived(
    page,
    `<div><label>Speed</label><input type="range" min="0" max="20" value="7"></div><div><label>Chart</label><input type="file"></div>
    <div><label>Note</label><div contenteditable="true" style="min-height:40px;border:1px solid">Fair wind</div></div><div><label>Start</label><input type="date" value="2031-05-04" required></div>
    <div role="slider" aria-label="Trim" aria-valuenow="3" tabindex="0" style="width:90px;height:12px"></div>`,
  );
  expect(at.item('slider', 'Speed').value).toBe('7');
  expect(at.item('slider', 'Trim').value).toBe('3');
  expect(at.item('file', 'Chart').inputType).toBe('file');
  expect(at.item('rich-text', 'Note').value).toBe('Fair wind');
  expect(at.item('field', 'Start')).toMatchObject({
    inputType: 'date',
    value: '2031-05-04',
    isRequired: true,
  });
});

test('states are read from attributes: pressed, expanded, disabled', async () => {
  const at = await perceived(
    page,
    `<button aria-pressed="true">Mute</button><button aria-expanded="false" aria-haspopup="menu">Sort</button><button disabled>Send</button>
    <div role="button" class="act is-disabled" tabindex="0">Print</div><details><summary>Rules</summary>Be kind</details>`,
  );
  expect(at.item('toggle', 'Mute').isOn).toBe(true);
  expect(at.item('button', 'Sort').isExpanded).toBe(false);
  expect(at.item('button', 'Rules').isExpanded).toBe(false);
  expect([at.item('button', 'Send').isDisabled, at.item('button', 'Print').isDisabled]).toEqual([true, true]);
  expect(at.item('button', 'Sort').isDisabled).toBe(false);
});

test('a password is never read', async () => {
  const at = await perceived(page, '<label>Secret <input type="password" value="s3cret"></label>');
  expect(at.item('field', 'Secret').value).toBe('');
  expect(JSON.stringify(at.screen)).not.toContain('s3cret');
});

test('what has an arrow to the right leads on, and shows no value', async () => {
  const arrow = (d: string) =>
    `<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="#333"><path d="${d}"/></svg>`;
  const card = (name: string, d: string) =>
    `<div class="card" style="border:1px solid #ccc;padding:10px;margin:8px;display:flex;cursor:pointer"><div style="flex:1"><b>${name}</b><div>From the pier</div></div>${arrow(d)}</div>`;
  const at = await perceived(
    page,
    ['Ferry', 'Tug', 'Pilot'].map((name) => card(name, 'M9 6l6 6-6 6')).join('') +
      `<div style="border:1px solid #ccc;padding:6px;width:200px;display:flex;cursor:pointer"><span style="flex:1">North pier</span>${arrow('M6 9l6 6 6-6')}</div>`,
  );
  expect(at.items('body').map(({ name }) => name)).toEqual(['Ferry', 'Tug', 'Pilot']);
  expect(at.items('picker').map(({ value }) => value)).toEqual(['North pier']);
});

test('the text over a box of chips is the label of its field', async () => {
  const chip = (name: string) =>
    `<span style="background:#ddd;padding:3px 8px">${name}<button>✕</button></span>`;
  const box = (title: string, hint: string, chips: string[]) =>
    `<h3>${title}</h3><div style="border:1px solid #999;padding:6px;display:flex;gap:6px">${chips.map(chip).join('')}<input role="combobox" placeholder="${hint}"></div>`;
  const at = await perceived(
    page,
    `<div style="border:1px solid #ccc;padding:16px">${box('Home ports', 'Add a port', ['Bergen', 'Oslo'])}${box('Cargo', 'Add more', ['Timber', 'Fish'])}</div>`,
  );
  expect(at.item('picker', 'Add a port').labels).toEqual(['Home ports']);
  expect(at.item('picker', 'Add more').labels).toEqual(['Cargo']);
});

test('the page says what its view is painted on', async () => {
  const light = await perceived(page, '<style>body{background:#fff}</style><p>Day</p>');
  const dark = await perceived(page, '<style>body{background:#112}</style><p>Night</p>');
  expect(dark.screen.grounds).not.toEqual(light.screen.grounds);
});

test('an option is called by its name, and not by the smaller line below it', async () => {
  const option = (name: string, more: string) =>
    `<div class="option"><span>${name}</span><small style="display:block;font-size:11px">${more}</small></div>`;
  const at = await perceived(
    page,
    `<div>Hall</div><div style="position:relative;border:1px solid #999;width:240px;padding:6px;cursor:pointer">Granary ▾
     <div style="display:none;position:absolute">${option('Granary by the quay', 'Seats 120')}${option('Marble Hall', 'Seats 300')}</div></div>`,
  );
  expect(at.item('picker', 'Hall').options.map(({ label }) => label)).toEqual([
    'Granary by the quay',
    'Marble Hall',
  ]);
});

test('a button is not called by the key that does the same', async () => {
  const at = await perceived(
    page,
    `<button>Write <kbd>C</kbd></button><button>Hide <span>⌘ H</span></button><button>Plan <span>B</span> now</button><button>Letters <span>19</span></button>`,
  );
  expect(at.items('button').map(({ name }) => name)).toEqual(['Write', 'Hide', 'Plan B now', 'Letters 19']);
});
