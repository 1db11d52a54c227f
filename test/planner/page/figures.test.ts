import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf } from '../../../src/planner/deeds/candidates/columns/columns.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { perceived } from './perceived.ts';

/** Pictures that belong to no known set, with no word of their author beside them. */

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await testBrowser();
  page = await browser.page();
});
afterAll(() => browser?.close());

const picture = (drawn: string) =>
  `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="#000">${drawn}</svg>`;
const path = (d: string) => picture(`<path d="${d}"/>`);

test.each([
  ['star', path('M12 2l3 7 7 .8-5 5 1.400 7.200L12 18.500 5.600 22 7 14.800l-5-5L9 9z')],
  ['star', picture('<polygon points="10,1 12,7 19,7 13,11 15,18 10,14 5,18 7,11 1,7 8,7"/>')],
  ['done', path('M4 13l4 4 11-12')],
  ['done', picture('<polyline points="3 12, 8 17, 21 4"/>')],
  ['edit', path('M3 21l2-6L17 3l4 4L9 19z')],
  [
    'settings',
    path('M12 15a3 3 0 100-6 3 3 0 000 6zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2'),
  ],
  [
    'settings',
    picture(
      '<circle cx="12" cy="12" r="3"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M5 19l3-3M16 8l3-3"/>',
    ),
  ],
])('a picture of straight lines shows %s', async (shown, drawn) => {
  const at = await perceived(page, `<button>${drawn}</button>`);
  expect(at.items('button').map(({ name }) => name)).toEqual([shown]);
});

test.each([
  ['an arrow', path('M5 8l7 7 7-7')],
  [
    'a sun',
    picture(
      '<circle cx="12" cy="12" r="5"/><path d="M12 1v2M12 21v2M1 12h2M21 12h2M4 4l2 2M18 18l2 2M4 20l2-2M18 6l2-2"/>',
    ),
  ],
  ['a target', picture('<circle cx="12" cy="12" r="3"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4"/>')],
  ['a flag', path('M5 3h12l-3 4 3 4H5z')],
  ['a ruler', path('M3 17L17 3l4 4L7 21z')],
  ['a tack', path('M3 21l6-6c-2-4 6-9 9-12l3 3c-3 3-8 11-12 9z')],
])('%s shows neither', async (_, drawn) => {
  const at = await perceived(page, `<button style="width:90px">${drawn}</button>`);
  expect(at.items('button').map(({ name }) => name)).toEqual(['']);
});

test('a link with nothing but a picture is called by the last word of its address', async () => {
  const at = await perceived(
    page,
    ['#/reports', '#!/team/lost-property', '#', '#/boats/17', 'https://example.com/reports']
      .map((href) => `<a href="${href}">${path('M4 4c3 5 9 2 9 9')}</a>`)
      .join(''),
  );
  expect(at.items('link').map(({ name }) => name)).toEqual(['reports', 'lost property', '', '', '']);
});

test('links with pictures below each other at the left edge are navigation, and tools are not', async () => {
  const rail = (tag: string) =>
    ['Boats', 'Crew', 'Tides', 'Berths']
      .map(
        (name) => `<${tag} href="#/${name}" title="${name}" class="r">${path('M4 4c3 5 9 2 9 9')}</${tag}>`,
      )
      .join('');
  const style = '<style>.r{display:block;width:40px;height:40px;border:0;padding:0}</style>';
  const columnOf = async (tag: string) =>
    [...columnsOf((await perceived(page, `${style}${rail(tag)}`)).screen)].map(({ name }) => name);
  expect(await columnOf('a')).toEqual(['Boats', 'Crew', 'Tides', 'Berths']);
  expect(await columnOf('button')).toEqual([]);
});
