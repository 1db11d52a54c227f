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

/** All elements that a selector finds listen for presses, and nothing else says so. */
const listen = (css: string) =>
  `<script>for(const one of document.querySelectorAll('${css}'))one.addEventListener('click',()=>{})</script>`;

test('cards, choices side by side and values that only listen are what they look like', async () => {
  const at = await perceived(
    page,
    `<style>.line{display:flex;gap:12px;padding:8px}.line>b{width:90px;font-weight:400}.pane{width:110px;height:80px;border:1px solid #999}
    .pane div{height:54px}.two{display:flex;background:#eee}.two span{padding:4px 10px;font:14px/16px sans-serif}.two .on{background:#fff}
    .box{border:1px solid #999;padding:4px 8px}</style>
    <div class="line"><b>Look</b><div class="pane"><div>Aa</div>Paper</div><div class="pane"><div>Aa</div>Slate</div>
    <div class="pane"><div>Aa</div>Ink</div></div>
    <div class="line"><b>Access</b><div class="two"><span class="on">Everything</span><span>Selected</span></div></div>
    <div class="line"><b>Until</b><div class="box"><span>No end</span></div></div>${listen('.pane, .two span, .box')}`,
  );
  expect(at.items('body').map(({ name }) => name)).toEqual(['Paper', 'Slate', 'Ink']);
  expect(at.item('button', 'Everything')).toMatchObject({ isSelected: true, labels: ['Access'] });
  expect(at.item('button', 'Selected')).toMatchObject({ isSelected: false, labels: ['Access'] });
  expect(at.item('button', 'No end')).toMatchObject({ value: 'No end', labels: ['Until'] });
});

test('a list that listens for what is in it, and a box that keeps presses to itself, are no presses', async () => {
  const at = await perceived(
    page,
    `<div id="names"><p>Anna</p><p>Bela</p><p>Cora</p></div><div id="frame"><p>Rate</p><input></div>${listen('#names, #frame')}`,
  );
  expect(at.screen.items.filter(({ kind }) => kind !== 'text').map(({ kind }) => kind)).toEqual(['field']);
});

test('what listens is known anew when the application has drawn itself again', async () => {
  await perceived(page, `<div id="all"></div>`);
  const drawn = (name: string) =>
    page.evaluate((text) => {
      const one = document.createElement('div');
      one.textContent = text;
      one.addEventListener('click', () => {});
      document.querySelector('#all')!.replaceChildren(one);
    }, name);
  const { openPageClient } = await import('../../../src/planner/page/page-client.ts');
  const { perceive } = await import('../../../src/planner/page/perceive.ts');
  const client = await openPageClient(page, new AbortController().signal);
  for (const name of ['First', 'Second']) {
    await drawn(name);
    const [item] = (await perceive(client)).items;
    expect(item).toMatchObject({ name, kind: 'button', isPressable: true });
  }
});

test('an entry of a menu with an arrow of its own is an entry', async () => {
  const at = await perceived(
    page,
    `<nav><div class="entry" style="display:flex;width:200px">Sails<span style="width:16px">›</span></div></nav>${listen('.entry, .entry span')}`,
  );
  expect(at.items('body')).toEqual([]);
  expect(at.items('button').map(({ name }) => name)).toContain('Sails');
});

test('a small coloured label in a line of text is a text, also where a press on it filters', async () => {
  const at = await perceived(
    page,
    `<style>.lab{background:#fdd;font-size:12px;padding:0 4px}</style><ul><li>Pump leaks <span class="lab">urgent</span></li>
    <li>Winch is stuck <span class="lab">later</span></li></ul>${listen('.lab')}`,
  );
  expect(at.screen.items.filter(({ isPressable }) => isPressable)).toEqual([]);
});

test('a button that only hovering draws is one, and gives its picture to no other', async () => {
  const dots =
    '<svg width="14" height="14"><circle cx="7" cy="2" r="1"/><circle cx="7" cy="7" r="1"/><circle cx="7" cy="12" r="1"/></svg>';
  const at = await perceived(
    page,
    `<style>.dots{display:none}.entry:hover .dots{display:inline-block}.entry{width:60px;height:30px;cursor:pointer}</style>
    <nav><div class="entry"><svg width="14" height="14"><path d="M1 1c3 1 5 4 9 9"/></svg><span class="dots">${dots}</span></div></nav>${listen('.entry, .dots')}`,
  );
  expect(at.items('button').map(({ name, needsHover }) => [name, needsHover])).toEqual([
    ['', false],
    ['more', true],
  ]);
});
