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

const names = async (html: string) => (await perceived(page, html)).items('button').map(({ name }) => name);

describe('nothing that cannot be seen is an item', () => {
  test.each([
    ['not displayed', 'display:none'],
    ['hidden', 'visibility:hidden'],
    ['without opacity', 'opacity:0'],
    ['off to the side', 'position:fixed;left:-400px;top:0'],
    ['for screen readers only', 'position:absolute;width:1px;height:1px;overflow:hidden'],
  ])('%s', async (_, style) => {
    expect(await names(`<button>Seen</button><div style="${style}"><button>Unseen</button></div>`)).toEqual([
      'Seen',
    ]);
  });

  test('cut off by its frame', async () => {
    const html = `<div style="height:60px;overflow:hidden"><button>Seen</button><div style="height:200px"></div><button>Unseen</button></div>`;
    expect(await names(html)).toEqual(['Seen']);
  });
});

test('what can be scrolled to is an item', async () => {
  const html = `<div style="height:60px;overflow:auto"><button>Here</button><div style="height:200px"></div><button>Below</button></div>
    <div style="height:2000px"></div><button>Far</button>`;
  const at = await perceived(page, html);
  expect(at.items('button').map(({ name, isPressable }) => [name, isPressable])).toEqual([
    ['Here', true],
    ['Below', true],
    ['Far', true],
  ]);
});

test('what something else covers cannot be pressed', async () => {
  const at = await perceived(
    page,
    `<button>Under</button><button style="margin-left:300px">Free</button><div style="position:absolute;left:0;top:0;width:200px;height:80px;background:#ccd">Weather</div>`,
  );
  expect(at.item('button', 'Under').isPressable).toBe(false);
  expect(at.item('button', 'Free').isPressable).toBe(true);
});

test.each([
  ['opacity', '.acts{opacity:0}.line:hover .acts{opacity:1}'],
  ['visibility', '.acts{visibility:hidden}.line:hover .acts{visibility:visible}'],
  ['display', '.acts{display:none}.line:hover > .acts{display:block}'],
  ['opacity within a media query', '.acts{opacity:0}@media(min-width:1px){.line:hover .acts{opacity:1}}'],
])('what a row shows while it is hovered needs hovering: by %s', async (_, css) => {
  const line = (name: string) =>
    `<div class="line" style="padding:10px;border:1px solid"><b>${name}</b> <span>sloop</span><div class="acts"><button>Pin</button></div></div>`;
  const at = await perceived(
    page,
    `<style>${css}</style><div>${line('Heron')}${line('Osprey')}</div><button>Plain</button>`,
  );
  const pins = at.items('button').filter(({ name }) => name === 'Pin');
  expect(pins.map((pin) => [pin.needsHover, at.ownerOf(pin).name])).toEqual([
    [true, 'Heron'],
    [true, 'Osprey'],
  ]);
  expect(at.item('button', 'Plain').needsHover).toBe(false);
});

test('texts are read in blocks, with their inline pieces and without what is pressed in them', async () => {
  const at = await perceived(
    page,
    '<p>The <b>Heron</b> sails <i>today</i>.</p><div><div>Wind</div><div>5 Bft</div></div><p>See <a href="#log">the log</a></p>',
  );
  expect(at.items('text').map(({ name }) => name)).toEqual([
    'The Heron sails today.',
    'Wind',
    '5 Bft',
    'See',
  ]);
});
