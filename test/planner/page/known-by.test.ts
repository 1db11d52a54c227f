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

describe('a row is known by each of its prominent texts', () => {
  test('sender and subject, and no time, no initials, no first lines of the message', async () => {
    const row = (from: string, subject: string) =>
      `<div class="mail"><span class="face">AB</span><b>${from}</b><span>${subject}</span><span>- I have put it on the table in the hall, as you asked.</span><span>12 May</span></div>`;
    const at = await perceived(
      page,
      `<style>.mail{display:flex;gap:8px;height:40px;cursor:pointer}.face{width:24px;background:#ddd}</style>
      <div>${row('Ada Quist', 'Keys to the shed')}${row('Ben Odell', 'Paint for the hull')}${row('Ada Quist', 'Rota for June')}</div>`,
    );
    const rows = at.screen.things.filter(({ kind }) => kind === 'row');
    expect(rows.map(({ name, also }) => [name, ...also].sort())).toEqual([
      ['Ada Quist', 'Keys to the shed'],
      ['Ben Odell', 'Paint for the hull'],
      ['Ada Quist', 'Rota for June'],
    ]);
    // What two rows show tells neither from the other.
    expect(rows.map(({ name }) => name)).toEqual(['Keys to the shed', 'Ben Odell', 'Rota for June']);
  });

  test('title and key', async () => {
    const row = (title: string, key: string) =>
      `<div class="job"><a href="#${key}">${title}</a><div style="font-size:12px">${key} · opened 3 days ago</div></div>`;
    const at = await perceived(
      page,
      `<div>${row('Pump leaks', '#214')}${row('New mooring lines', '#215')}${row('Winch is stuck', '#220')}</div>`,
    );
    expect(at.thing('row', 'Pump leaks').also).toContain('#214');
  });

  test('a coloured name in front, beside what explains it', async () => {
    const row = (name: string, told: string) =>
      `<div class="tag"><span style="background:#cde;font-size:12px">${name}</span><span>${told}</span><button>Follow</button></div>`;
    const at = await perceived(
      page,
      `<style>.tag{display:flex;gap:8px;width:700px}</style><div>${row('urgent', 'To be done today')}${row('rigging', 'All about ropes and wires')}</div>`,
    );
    const [urgent] = at.screen.things.filter(({ kind }) => kind === 'row');
    expect([urgent!.name, ...urgent!.also].sort()).toEqual(['To be done today', 'urgent']);
  });
});

test('a row of a label and its value is known by the label alone', async () => {
  const row = (label: string, value: string) =>
    `<div class="row" style="display:flex;gap:8px;padding:8px"><span>${label}</span><span style="cursor:pointer" onclick="this">${value}</span></div>`;
  const at = await perceived(
    page,
    `<h1>Heron</h1><div>${row('Owner', 'Ann Lee')}${row('Skipper', 'Ann Lee')}${row('Phone', '0171 555 123')}</div>`,
  );
  const rows = at.screen.things.filter(({ kind }) => kind === 'row');
  expect(rows.map(({ name, also }) => [name, also])).toEqual([
    ['Owner', []],
    ['Skipper', []],
    ['Phone', []],
  ]);
});

test('a count behind a name is a word of its own', async () => {
  const at = await perceived(
    page,
    `<button>Drafts<span style="margin-left:6px">4</span></button><button>Ann, Bo<small> 3</small></button>`,
  );
  expect(at.items('button').map(({ name }) => name)).toEqual(['Drafts 4', 'Ann, Bo 3']);
});

test('a number on a button counts what its tooltip says', async () => {
  const at = await perceived(page, `<a href="#x" title="Open jobs">7</a><a href="#y">8</a>`);
  expect(at.items('link').map(({ name }) => name)).toEqual(['Open jobs', '8']);
});

test('pictures are called by the tooltip that the page draws, and never by the class of their set', async () => {
  const icon = (name: string, path: string) =>
    `<svg class="zz ${name}" width="16" height="16"><path d="${path}"/></svg>`;
  const at = await perceived(
    page,
    `<button data-tip="Hoist the flag">${icon('', 'M1 1h9v4')}</button><button>${icon('zz-anchor', 'M2 2c4 1 5 6 9 4')}</button>
    <button>${icon('', 'M3 3c1 2 3 4 5 6')}</button>`,
  );
  expect(at.items('button').map(({ name }) => name)).toEqual(['Hoist the flag', 'zz anchor', '']);
});

test('the closed box of a list is a picker with the words around it, also where its author calls it a list', async () => {
  const at = await perceived(
    page,
    `<div style="display:flex"><div style="width:200px">Late returns:</div><div><span>Remind after:
    <span role="listbox" tabindex="0" style="display:inline-block;border:1px solid #999;cursor:pointer">5 <svg width="10" height="10"><path d="M1 1l4 4 4-4"/></svg></span> days</span></div></div>`,
  );
  expect(at.screen.things.filter(({ kind }) => kind === 'menu')).toEqual([]);
  const [picker] = at.items('picker');
  expect(picker).toMatchObject({ value: '5' });
  expect(picker!.labels).toEqual(expect.arrayContaining(['Late returns']));
  expect(picker!.labels[0]).toMatch(/^Remind after/);
});
