import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { publishDemo } from '../support/film.ts';
import { type HostSite, hostSite, visit } from '../support/host-site.ts';
import { type Installed, installPacked } from '../support/installed.ts';
import { polling } from '../support/pages.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let api: TestApi;
let browser: TestBrowser;
let site: HostSite;
let installed: Installed;
/** Where nothing but the packed tarballs and React is installed. */
let folder: string;
let demoId: string;

beforeAll(async () => {
  [api, browser, installed] = await Promise.all([
    startApi(),
    testBrowser(),
    installPacked(['react', 'element']),
  ]);
  folder = installed.folder;
  for (const name of ['react-dom', 'scheduler'])
    await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  site = await hostSite(api);
  demoId = (await publishDemo(api, { video: Buffer.from('a film') })).id;
});
afterAll(async () => {
  await site?.close();
  await browser?.close();
  await installed?.remove();
  await api?.stop();
});

const use = `
  defineShowreelDemo();
  const props = { service: 'https://showreel.example', demo: 'demo_x', autoplay: true, className: 'wide' };
  console.log(renderToString(createElement(ShowreelDemo, props)));`;

test.each([
  [
    'use.mjs',
    `import { createElement } from 'react';
     import { renderToString } from 'react-dom/server';
     import { ShowreelDemo } from '@showreel/react';
     import { defineShowreelDemo } from '@showreel/element';`,
  ],
  [
    'use.cjs',
    `const { createElement } = require('react');
     const { renderToString } = require('react-dom/server');
     const { ShowreelDemo } = require('@showreel/react');
     const { defineShowreelDemo } = require('@showreel/element');`,
  ],
])(
  'on a server, from %s, the component is an empty box and the element is no fault',
  async (name, imports) => {
    await writeFile(join(folder, name), imports + use);
    const { stdout } = await run(process.execPath, [name], { cwd: folder });
    expect(stdout.trim()).toBe(
      '<div class="wide" data-demo="demo_x" data-autoplay="1" data-showreel=""></div>',
    );
  },
);

test.each(['use.mts', 'use.cts'])('their types hold in %s, and a wrong member is refused', async (name) => {
  const typed = `
    import { createElement } from 'react';
    import { ShowreelDemo } from '@showreel/react';
    import { defineShowreelDemo, type ShowreelDemoElement } from '@showreel/element';
    defineShowreelDemo();
    export const made: ShowreelDemoElement = document.createElement('showreel-demo');
    made.addEventListener('showreel:state', ({ detail }) => detail.state === 'player' && detail.demoId.length);
    createElement(ShowreelDemo, { service: '', prompt: 'x', onState: ({ state }) => state.length });
    // @ts-expect-error: a demo has a service
    createElement(ShowreelDemo, { prompt: 'x' });
    // @ts-expect-error: there is no such theme
    createElement(ShowreelDemo, { service: '', theme: 'blue' });`;
  await writeFile(join(folder, name), typed);
  await cp(join(root, 'node_modules/@types/react'), join(folder, 'node_modules/@types/react'), {
    recursive: true,
  });
  await cp(join(root, 'node_modules/csstype'), join(folder, 'node_modules/csstype'), { recursive: true });
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['--ignoreConfig', ...options, '--types', '', name], {
    cwd: folder,
  }).catch((fault) => fault);
  expect(stdout).toBe('');
});

/** Bundles a program of the folder as somebody who installs the packages does. */
async function bundle(name: string, program: string): Promise<string> {
  await writeFile(join(folder, `${name}.js`), program);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: `out-${name}`,
      lib: { entry: join(folder, `${name}.js`), formats: ['iife'], name: 'App', fileName: name },
    },
  });
  return readFile(join(folder, `out-${name}`, `${name}.iife.js`), 'utf8');
}

const frames = (page: Page) => page.$$eval('iframe', (all) => all.map(({ src }) => src));
const untilFrame = (page: Page, part: string) =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll('iframe')].some(({ src }) => src.includes(wanted)),
    { polling },
    part,
  );
const untilBoxes = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('[data-showreel-box]').length === wanted,
    { polling },
    count,
  );

test('in a page, the component shows a demo, follows its properties, tells its state, and leaves', async () => {
  const program = await bundle(
    'react-app',
    `import { createElement } from 'react';
     import { createRoot } from 'react-dom/client';
     import { ShowreelDemo } from '@showreel/react';
     const root = createRoot(document.querySelector('main'));
     window.states = [];
     const onState = (state) => window.states.push(state);
     window.showDemo = (props) => root.render(props && createElement(ShowreelDemo, { ...props, onState }));`,
  );
  const url = site.page('/react', `<main></main><script>${program}</script>`);
  const { page, asked, complaints } = await visit(browser, url);
  const props = { service: api.baseUrl, apiKey: site.key, project: site.projectId };
  const show = (given: object | null) =>
    page.evaluate((wanted) => (window as unknown as { showDemo(p: unknown): void }).showDemo(wanted), given);
  await show({ ...props, demo: demoId, theme: 'dark' });
  await untilFrame(page, `/embed/${demoId}?theme=dark`);
  expect(asked).toEqual([]);
  await show({ ...props, prompt: 'Show the plans', section: 'Plans' });
  await page.waitForFunction(() => !document.querySelector('iframe')?.src.includes('theme=dark'), {
    polling,
  });
  await untilFrame(page, '/embed/');
  expect(asked.map(({ key, body }) => [key, body.prompt, body.section])).toEqual([
    [site.key, 'Show the plans', 'Plans'],
  ]);
  await page.waitForFunction(
    () =>
      (window as unknown as { states: { state: string }[] }).states.some(({ state }) => state === 'player'),
    { polling },
  );
  await show(null);
  await untilBoxes(page, 0);
  expect([await frames(page), complaints, await page.$$eval('script[src]', (all) => all.length)]).toEqual([
    [],
    [],
    1,
  ]);
  await page.close();
});

test('in a page, the element shows a demo, follows its attributes, also in a shadow tree, and says what fails', async () => {
  const program = await bundle(
    'element-app',
    `import { defineShowreelDemo } from '@showreel/element';
     defineShowreelDemo();
     const inner = document.querySelector('section').attachShadow({ mode: 'open' });
     inner.innerHTML = '<showreel-demo service="${api.baseUrl}" demo="${demoId}" muted></showreel-demo>';
     window.inner = inner;
     window.states = [];
     document.addEventListener('showreel:state', ({ detail }) => window.states.push(detail));`,
  );
  const url = site.page(
    '/element',
    `<showreel-demo service="${api.baseUrl}" demo="${demoId}" autoplay loop="0"></showreel-demo><section></section><script>${program}</script>`,
  );
  const { page, complaints } = await visit(browser, url);
  await untilFrame(page, `/embed/${demoId}?autoplay=1&loop=0`);
  await page.waitForFunction(
    () => (window as unknown as { inner: ShadowRoot }).inner.querySelector('iframe')?.src.includes('muted=1'),
    { polling },
  );
  await page.$eval('showreel-demo', (one) => one.setAttribute('theme', 'light'));
  await untilFrame(page, 'theme=light');
  expect(await page.$eval('showreel-demo', (one) => one.getBoundingClientRect().height > 100)).toBe(true);
  expect(complaints).toEqual([]);
  await page.evaluate(() => {
    const lost = document.createElement('showreel-demo');
    lost.setAttribute('service', 'http://127.0.0.1:9');
    lost.setAttribute('demo', 'demo_x');
    // A page has one script of Showreel, so this one has to be without it.
    Reflect.deleteProperty(window, 'Showreel');
    document.body.append(lost);
  });
  await page.waitForFunction(
    () =>
      (window as unknown as { states: { message?: string }[] }).states.some(({ message }) =>
        message?.includes('could not be loaded'),
      ),
    { polling },
  );
  await page.close();
});
