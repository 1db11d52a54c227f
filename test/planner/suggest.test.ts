import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageOutline } from '../../src/planner/index.ts';
import { type SampleSite, serveSampleSite } from '../../src/web/sample-site/serve.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { acts, planFor, sections } from './planning.ts';

let browser: TestBrowser;
let pages: Pages;
let sample: SampleSite;
beforeAll(async () => {
  [browser, pages, sample] = await Promise.all([testBrowser(), servePages(), serveSampleSite()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop(), sample?.stop()]);
});

/** A plan, and what the planner told of the page on the way. */
async function planOn(path: string, prompt: string) {
  const page = await browser.page();
  try {
    await page.goto(path === 'sample' ? sample.url : `${pages.baseUrl}/${path}`);
    const outlines: PageOutline[] = [];
    const plan = await planFor(page, { prompt, onOutline: (outline) => outlines.push(outline) });
    return { plan, outline: outlines[0]! };
  } finally {
    await page.close();
  }
}

test('a page is told by its title and the names of its sections, in their order', async () => {
  const { outline } = await planOn('planner-saas/index.html', 'Show the pricing');
  expect(outline.title).toBe('Tidemark');
  expect(outline.sections.map(({ name }) => name)).toEqual([
    'The ledger your harbour always wanted',
    'What customers say',
    'Everything on one quay',
    'Simple pricing',
    'What harbour masters say',
    'Frequently asked questions',
    'Cast off today',
    'The harbour letter',
  ]);
  expect(outline.suggestions).toEqual([
    'Show “Everything on one quay” and “Simple pricing”',
    'Switch to “Yearly”',
    'Show the whole page',
  ]);
});

const pathsOf = [
  ['sample', 3],
  ['bistro/index.html', 3],
  ['clinic/index.html', 3],
  ['shop/index.html', 3],
  ['planner-article/index.html', 3],
  ['tarife/index.html', 3],
  ['planner-chinese/index.html', 3],
  ['planner-empty/index.html', 1],
] as const;

test.each(pathsOf)('each sentence that is suggested for %s is fulfilled', async (path, count) => {
  const { outline } = await planOn(path, 'Show the whole page');
  expect(outline.suggestions).toHaveLength(count);
  for (const suggestion of outline.suggestions) {
    const { plan } = await planOn(path, suggestion);
    expect(plan, suggestion).toMatchObject({ unmet: [], warnings: [], nothingDone: false });
    const names = [...suggestion.matchAll(/“([^”]+)”/g)].map(([, name]) => name!);
    if (!suggestion.startsWith('Show')) expect(acts(plan)).toEqual([`click ${names[0]}`]);
    else expect(sections(plan), suggestion).toEqual(expect.arrayContaining(names));
  }
});
