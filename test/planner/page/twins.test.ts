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

test('entries of one name below each other are labelled by what heads them', async () => {
  const house = (name: string) =>
    `<div style="padding:4px">${name}</div><div style="padding-left:22px"><button>Dogs</button></div><div style="padding-left:22px"><button>Meals</button></div>`;
  const at = await perceived(page, `<aside style="width:180px">${house('North')}${house('South')}</aside>`);
  const labels = at.screen.items
    .filter(({ kind }) => kind === 'button')
    .map(({ name, labels }) => [name, labels[0]]);
  expect(labels).toEqual([
    ['Dogs', 'North'],
    ['Meals', 'North'],
    ['Dogs', 'South'],
    ['Meals', 'South'],
  ]);
});

test('the only control of a card is labelled by its name, wherever it stands', async () => {
  const card = (name: string) =>
    `<div style="border:1px solid;width:260px;height:90px"><div style="display:flex;justify-content:space-between"><i>◆</i><div class="toggle" onclick="this" style="width:34px;height:18px;border-radius:9px;background:#888;cursor:pointer"></div></div><b>${name}</b><div>With each stay</div></div>`;
  const at = await perceived(
    page,
    `<h1>Services</h1><div style="display:grid;grid-template-columns:280px 280px">${card('Webcam')}${card('Shuttle')}</div>`,
  );
  const toggles = at.screen.items.filter(
    ({ kind, name }) => kind === 'toggle' || (name === '' && kind === 'button'),
  );
  expect(toggles.map(({ labels }) => labels[0])).toEqual(['Webcam', 'Shuttle']);
});

test('what opens a menu in a navigation is called by its words, and elsewhere shows a value', async () => {
  const opener = (name: string) =>
    `<div onclick="this" aria-haspopup="listbox" style="cursor:pointer;border:1px solid;display:inline-block;padding:6px 12px">${name} <svg width="8" height="8" viewBox="0 0 8 8"><path d="M1 2l3 4 3-4" fill="none" stroke="#000"/></svg></div>`;
  const at = await perceived(
    page,
    `<nav>${opener('Contacts')}</nav><main><p>Sorted by</p>${opener('Relevance')}</main>`,
  );
  expect(at.item('button', 'Contacts').value).toBe('');
  expect(at.screen.items.find(({ value }) => value === 'Relevance')?.kind).toBe('picker');
});
