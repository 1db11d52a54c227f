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

describe('a control without a name takes it from the words beside it', () => {
  test('a drawn switch in a row of settings', async () => {
    const at = await perceived(
      page,
      `<style>.pref{display:flex;justify-content:space-between;padding:12px;width:500px}.flip{width:40px;height:22px;border-radius:11px;background:#bbb;position:relative;cursor:pointer}
      .flip i{position:absolute;left:2px;top:2px;width:18px;height:18px;border-radius:9px;background:#fff}.flip.is-on i{left:20px}</style>
      <h2>Mail</h2><div class="pref"><div><div>Weekly report</div><small>Sent each Monday</small></div><div class="flip is-on"><i></i></div></div>
      <div class="pref"><div><div>Birthday mail</div><small>One for each member</small></div><div class="flip"><i></i></div></div>`,
    );
    expect(at.item('toggle', 'Weekly report')).toMatchObject({ isOn: true, isPressable: true });
    expect(at.item('toggle', 'Birthday mail')).toMatchObject({
      isOn: false,
      labels: ['Birthday mail', 'One for each member'],
    });
  });

  test('a label that holds what explains it as a block below its words', async () => {
    const at = await perceived(
      page,
      `<style>.line{display:flex;justify-content:space-between;padding:12px;width:500px}small{display:block}</style>
      <div class="line"><div>Tide table<small>A column in front of the berth</small></div><input type="checkbox"></div>
      <div class="line"><div>Harbour dues <b>per night</b></div><input value="12"></div>`,
    );
    expect(at.item('toggle', 'Tide table').labels).toEqual(['Tide table', 'A column in front of the berth']);
    expect(at.item('field', 'Harbour dues per night').value).toBe('12');
  });

  test('a switch whose knob is no element, in words of no known name', async () => {
    const at = await perceived(
      page,
      `<style>.line{display:flex;justify-content:space-between;padding:12px;width:500px}.fl{width:34px;height:20px;border:0;padding:0;border-radius:10px;background:#bbb;position:relative}
      .fl::after{content:'';position:absolute;left:2px;top:2px;width:16px;height:16px;border-radius:50%;background:#fff}.fl.on::after{left:16px}</style>
      <div class="line"><span>Tide warnings</span><button class="fl on"></button></div><div class="line"><span>Storm warnings</span><button class="fl"></button></div>`,
    );
    expect(at.item('toggle', 'Tide warnings').isOn).toBe(true);
    expect(at.item('toggle', 'Storm warnings').isOn).toBe(false);
  });

  test('an angular switch with a square knob, and no button with an icon beside nothing', async () => {
    const at = await perceived(
      page,
      `<style>.line{display:flex;justify-content:space-between;padding:12px;width:500px}.tg{width:36px;height:22px;border-radius:6px;background:#b9c3bd;position:relative;cursor:pointer}
      .tg i{position:absolute;left:3px;top:3px;width:16px;height:16px;border-radius:4px;background:#fff}.tg.on i{left:17px}
      .go{width:36px;height:22px;border:0;padding:0;background:#b9c3bd}.go i{display:block;margin:3px 10px;width:16px;height:16px;background:#fff}</style>
      <div class="line"><span>Tide history</span><div class="tg"><i></i></div></div><div class="line"><span>Berth plans</span><div class="tg on"><i></i></div></div>
      <div class="line"><span>Harbour map</span><button class="go" onclick="1"><i></i></button></div>`,
    );
    expect(at.items('toggle').map(({ labels, isOn }) => [labels[0], isOn])).toEqual([
      ['Tide history', false],
      ['Berth plans', true],
    ]);
  });

  test('a field by the text above it, before it, and its unit behind it', async () => {
    const at = await perceived(
      page,
      `<div><div>Depth</div><span><input value="12"></span><span>cm</span></div><p>Wood <input value="oak"></p>
      <div style="display:flex;gap:8px"><span>From</span><input><span>to</span><input></div>`,
    );
    expect(at.item('field', 'Depth')).toMatchObject({ value: '12', labels: ['Depth', 'cm'] });
    expect(at.item('field', 'Wood').value).toBe('oak');
    expect(at.item('field', 'From').labels[0]).toBe('From');
    expect(at.items('field')[3]!.labels[0]).toBe('to');
  });

  test('what is in a table by the head of its column and the name of its row', async () => {
    const at = await perceived(
      page,
      `<table><tr><th>Boat</th><th>Berths</th><th>Let</th></tr>
      <tr><td>Heron</td><td><input value="4"></td><td><input type="checkbox" checked></td></tr>
      <tr><td>Osprey</td><td><input value="6"></td><td><input type="checkbox"></td></tr></table>`,
    );
    const [heron, osprey] = at.items('field');
    expect(heron).toMatchObject({ value: '4', labels: ['Berths', 'Heron'] });
    expect(at.ownerOf(osprey!)).toMatchObject({ kind: 'row', name: 'Osprey' });
    expect(at.items('toggle').map(({ isOn, labels }) => [labels[0], isOn])).toEqual([
      ['Let', true],
      ['Let', false],
    ]);
  });

  test('a box by the text behind it, and a box that the author hid by its label', async () => {
    const at = await perceived(
      page,
      `<style>.own input{position:absolute;opacity:0;width:0;height:0}.own b{display:inline-block;width:16px;height:16px;border:1px solid}</style>
      <div><input type="checkbox"><span>Breakfast</span></div><div><input type="checkbox" checked><span>Parking</span></div>
      <label class="own"><input type="checkbox" checked><b></b> Late arrival</label>`,
    );
    expect(at.item('toggle', 'Breakfast').isOn).toBe(false);
    expect(at.item('toggle', 'Parking').isOn).toBe(true);
    const late = at.items('toggle')[2]!;
    expect(late).toMatchObject({ isOn: true });
    await at.client.call('actOn', late.id, 'press', '');
    expect(await page.$eval('.own input', (box) => (box as HTMLInputElement).checked)).toBe(false);
  });
});

test.each([
  [
    'a title',
    '<button title="Archive"><svg width="16" height="16"><path d="M1 1h9"/></svg></button>',
    'Archive',
  ],
  [
    'the title of its drawing',
    '<button><svg width="16" height="16"><title>Rotate</title></svg></button>',
    'Rotate',
  ],
  [
    'the name of a drawing in a set',
    '<button><svg width="16" height="16"><use href="#icon-pencil"/></svg></button>',
    'edit',
  ],
  ['a ligature', '<button><span style="font-family:Some Icons;width:24px">more_vert</span></button>', 'more'],
  ['a character', '<button>✕</button>', 'close'],
  ['a character', '<button><span>⋮</span></button>', 'more'],
  [
    'a class',
    '<button><i class="fa fa-trash-o" style="display:inline-block;width:14px;height:14px"></i></button>',
    'delete',
  ],
  [
    'two crossed lines',
    '<button><svg width="16" height="16"><line x1="2" y1="2" x2="14" y2="14"/><line x1="14" y1="2" x2="2" y2="14"/></svg></button>',
    'close',
  ],
  [
    'a plus of two lines',
    '<button><svg width="16" height="16"><path d="M8 2v12M2 8h12"/></svg></button>',
    'add',
  ],
  [
    'what it does, where the picture says nothing',
    '<button data-action="edit-entry"><svg width="16" height="16"><circle r="3"/></svg></button>',
    'edit',
  ],
])('a button without words is called by %s', async (_, html, name) => {
  const at = await perceived(page, `<p>Entry</p>${html}`);
  expect(at.items('button').map((button) => button.name)).toEqual([name]);
});
