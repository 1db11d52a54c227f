import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { somewhere } from '../../src/docs/reference/samples.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook } from '../support/dashboard.ts';
import { hostSite, visit } from '../support/host-site.ts';
import { openPage, polling } from '../support/pages.ts';
import { snippetsOf } from './snippets.ts';

const built = join(import.meta.dirname, '../../dist/docs');
const names = (await readdir(built, { recursive: true }))
  .filter((name) => name.endsWith('.html') && name !== '404.html')
  .map((name) => name.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1'));
const addressOf = (name: string) => (name === '' ? '/docs' : `/docs/${name}`);

let api: TestApi;
let browser: TestBrowser;
beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const open = (name: string, viewport?: { width: number; height: number }) =>
  openPage(browser, `${api.baseUrl}${addressOf(name)}`, viewport);
/** VitePress makes a page answer to presses when its scripts have run. */
const isAwake = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.vp-doc pre')?.hasAttribute('tabindex'));

test('there is a page for every chapter, and a reference page for every group of operations', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      ...[
        '',
        'quickstart',
        'authentication',
        'lifecycle',
        'media',
        'embeds',
        'refresh',
        'review',
        'webhooks',
        'cli',
        'mcp',
        'errors',
      ],
      ...['limits', 'sdks', 'self-hosting', 'changelog', 'recipes', 'signed-embeds', 'reference/demos'],
    ]),
  );
});

describe('links', () => {
  test('each leads to a page that is there, and to an anchor that it has', async () => {
    const pages = new Map<string, string>();
    for (const name of names) {
      const answer = await fetch(`${api.baseUrl}${addressOf(name)}`);
      expect([name, answer.status]).toEqual([name, 200]);
      pages.set(addressOf(name).replace(/\/$/, ''), await answer.text());
    }
    const broken: string[] = [];
    const elsewhere = new Map<string, Promise<number>>();
    for (const [from, html] of pages) {
      for (const [, href] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        const { origin, pathname, hash } = new URL(href!.replaceAll('&amp;', '&'), `${api.baseUrl}${from}`);
        if (origin !== api.baseUrl) broken.push(`${from}: ${href} leads away`);
        const target = pages.get(pathname.replace(/\/$/, ''));
        if (target === undefined) {
          if (!elsewhere.has(pathname))
            elsewhere.set(
              pathname,
              fetch(origin + pathname).then(({ status }) => status),
            );
          if ((await elsewhere.get(pathname)) !== 200) broken.push(`${from}: ${href}`);
        } else if (hash && !target.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
          broken.push(`${from}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test.each([
    ['/docs#demos_create', '/docs/reference/demos#demos_create'],
    ['/docs#embed-with-sdk-js', '/docs/embeds'],
    ['/docs#signed-embeds', '/docs/signed-embeds'],
  ])('an anchor of the former single page, %s, leads to %s', async (from, to) => {
    const page = await browser.page();
    await page.goto(`${api.baseUrl}${from}`);
    await page.waitForFunction((goal) => location.pathname + location.hash === goal, {}, to);
    await page.close();
  });

  test('an unknown page is a 404 for people', async () => {
    const answer = await fetch(`${api.baseUrl}/docs/nowhere`, { headers: { Accept: 'text/html' } });
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('There is no page here'),
    ]);
  });
});

test('every code of an error that the API may answer has its line', async () => {
  const page = await readFile(join(built, 'errors.html'), 'utf8');
  const root = join(import.meta.dirname, '../../src');
  const codes = new Set<string>();
  for (const room of ['api', 'auth', 'domain', 'media']) {
    for (const name of await readdir(join(root, room), { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const text = await readFile(join(root, room, name), 'utf8');
      for (const [, code] of text.matchAll(/(?:AppError|conflict|forbidden)\(\s*'([a-z_]+)'/g))
        codes.add(code!);
      for (const [, code] of text.matchAll(/invalid\((?:'[^']*'|`[^`]*`), '([a-z_]+)'\)/g)) codes.add(code!);
    }
  }
  expect(codes.size).toBeGreaterThan(40);
  // Answers of commands that only the worker, the owner’s first start and the admin send.
  const inner = [
    ...['background_exists', 'demo_exists', 'demo_has_film', 'demo_not_planned', 'embed_taken', 'key_exists'],
    ...[
      'nothing_to_keep',
      'project_exists',
      'already_taken_back',
      'heads_exported',
      'seal_broken',
      'key_unreadable',
    ],
  ];
  expect([...codes].filter((code) => !inner.includes(code) && !page.includes(code))).toEqual([]);
});

describe('a page', () => {
  test.each(names)(
    '“%s” is one file with hashed others, without a complaint of the strict policy',
    async (name) => {
      const { page, complaints, foreign, answer } = await open(name, { width: 360, height: 740 });
      expect(answer.headers()['content-security-policy']).not.toMatch(/unsafe|data:/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await page.content()).not.toMatch(/<script(?![^>]*src=)|showreel\.example\//);
      expect([complaints, foreign]).toEqual([[], []]);
      await page.close();
    },
  );

  test('its files are kept for ever, and sent as brotli', async () => {
    const html = await (await fetch(`${api.baseUrl}/docs/quickstart`)).text();
    const [, script] = /src="(\/docs\/assets\/app\.[\w-]+\.js)"/.exec(html)!;
    const answer = await fetch(api.baseUrl + script, { headers: { 'Accept-Encoding': 'br' } });
    expect([answer.headers.get('content-encoding'), answer.headers.get('cache-control')]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
    ]);
  });

  test.each(['', 'quickstart', 'lifecycle', 'errors', 'reference/', 'reference/embeds'])(
    '“%s” has no barrier, on a phone and on a desk, in light and in dark',
    async (name) => {
      const { page } = await open(name);
      expect(await faultsOfLook(page)).toEqual([]);
      await page.close();
    },
  );
});

describe('with the keyboard', () => {
  test('the search finds an operation, and Enter opens it', async () => {
    const { page, complaints } = await open('media');
    await isAwake(page);
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    const field = await page.waitForSelector('#localsearch-input');
    await field!.type('signing secret');
    await page.waitForSelector('.VPLocalSearchBox .result');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.pathname !== '/docs/media');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the tabs of a sample change, and what is copied has the address of this service', async () => {
    const { page } = await open('quickstart');
    await isAwake(page);
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset.clipboard = text;
      };
    });
    await page.focus('.vp-code-group input:checked');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.vp-code-group .language-ts.active');
    await page.$eval('.vp-code-group .language-ts.active button.copy', (button) =>
      (button as HTMLElement).click(),
    );
    await page.waitForSelector('button.copy.copied');
    const copied = await page.evaluate(() => document.body.dataset.clipboard);
    expect(copied).toContain(`createClient({ baseUrl: '${api.baseUrl}'`);
    await page.close();
  });
});

test('what the pages say to paste into a site shows a demo there', async () => {
  const site = await hostSite(api);
  const { body } = await api.request('POST', '/api/v1/api-keys', {
    body: { name: 'Site', type: 'publishable', project_id: site.projectId, allowed_domains: ['localhost'] },
  });
  const pages = join(import.meta.dirname, '../../src/docs/pages');
  const texts = await Promise.all(
    ['embeds', 'recipes'].map(async (name) =>
      snippetsOf(name, await readFile(join(pages, `${name}.md`), 'utf8')),
    ),
  );
  const pasted = texts.flat().filter(({ info }) => info === 'page');
  expect(pasted.length).toBe(2);
  for (const { name, code } of pasted) {
    const html = code.replaceAll(somewhere, api.baseUrl).replaceAll('sr_pub_…', String(body.key));
    const { page, asked, complaints } = await visit(browser, site.page(`/${name.replace(' ', '-')}`, html));
    await page.waitForFunction(() => document.querySelector('iframe')?.src.includes('/embed/demo_'), {
      polling,
    });
    expect([asked.length, complaints]).toEqual([1, []]);
    await page.close();
  }
  await site.close();
});

test('for a visitor who is signed in, the quickstart makes a key and fills it in', async () => {
  const { cookie, request } = await api.signUp();
  await request('POST', '/api/v1/projects', {
    body: { name: 'Mine', url: 'https://example.com/' },
    headers: { Origin: api.baseUrl },
  });
  const page = await browser.page();
  const [name, value] = cookie.split('=');
  await browser.browser.setCookie({ name: name!, value: value!, domain: '127.0.0.1', path: '/' });
  await page.goto(`${api.baseUrl}/docs/quickstart`);
  await (await page.waitForSelector('.credentials button'))!.click();
  await page.waitForSelector('.credentials .said:not(.empty)');
  const text = await page.$$eval('.vp-doc code', (codes) => codes.map((one) => one.textContent).join(' '));
  const [key] = /sr_live_[\w-]{20,}/.exec(text)!;
  expect(text).toMatch(/PROJECT_ID=proj_01\w+/);
  const used = await fetch(`${api.baseUrl}/api/v1/usage`, { headers: { Authorization: `Bearer ${key}` } });
  expect(used.status).toBe(200);
  // It is in the memory of the page alone.
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(key);
  await page.close();
});
