import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { testBrowser } from '../support/browser.ts';
import { type Installed, installPacked } from '../support/installed.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let api: TestApi;
let installed: Installed;
/** Where nothing but the packed tarballs is installed. */
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  api = await startApi();
  installed = await installPacked(['client', 'signing']);
  folder = installed.folder;
  environment = { PATH: process.env.PATH, HOME: folder, SHOWREEL_URL: api.baseUrl, SHOWREEL_KEY: api.key };
});
afterAll(async () => {
  await installed?.remove();
  await api?.stop();
});

const use = `
  const showreel = createClient({ baseUrl: process.env.SHOWREEL_URL, apiKey: process.env.SHOWREEL_KEY });
  const main = async () => {
    const body = { name: 'Packed', url: 'https://example.com/' };
    const project = await unwrap(showreel.POST('/api/v1/projects', { body }));
    const refusal = await unwrap(showreel.GET('/api/v1/demos/{id}', { params: { path: { id: 'x' } } })).catch((error) => error);
    const address = signRuntimeEmbed({
      baseUrl: process.env.SHOWREEL_URL, projectId: project.id, signingSecret: project.signing_secret,
      expires: new Date(Date.now() + 60_000), payload: { prompt: 'Packed' },
    });
    const shown = await fetch(address);
    console.log(JSON.stringify([project.name, refusal instanceof ShowreelError, refusal.code, shown.status]));
  };
  main();`;
const done = ['Packed', true, 'demo_not_found', 202];

test.each([
  [
    'an ES module',
    'use.mjs',
    "import { createClient, ShowreelError, unwrap } from '@showreel/client';\nimport { signRuntimeEmbed } from '@showreel/signing';",
  ],
  [
    'CommonJS',
    'use.cjs',
    "const { createClient, ShowreelError, unwrap } = require('@showreel/client');\nconst { signRuntimeEmbed } = require('@showreel/signing');",
  ],
])('the packed client and signing work when installed elsewhere, from %s', async (_, name, imports) => {
  await writeFile(join(folder, name), imports + use);
  const { stdout } = await run(process.execPath, [name], { cwd: folder, env: environment });
  expect(JSON.parse(stdout)).toEqual(done);
});

test.each(['use.mts', 'use.cts'])('their types hold in %s, and a wrong member is refused', async (name) => {
  const typed = `
    import { createClient, type DemoDetail, unwrap } from '@showreel/client';
    import { signRuntimeEmbed } from '@showreel/signing';
    const showreel = createClient({ baseUrl: 'https://showreel.example' });
    export const title = async (): Promise<string | null> => {
      const demo: DemoDetail = await showreel.waitForDemo('demo_x', { timeoutMs: 1000 });
      return demo.title;
    };
    // @ts-expect-error: a project has a url
    void unwrap(showreel.POST('/api/v1/projects', { body: { name: 'x' } }));
    // @ts-expect-error: an address has an end
    void signRuntimeEmbed({ baseUrl: '', projectId: '', signingSecret: '' });`;
  await writeFile(join(folder, name), typed);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['--ignoreConfig', ...options, name], { cwd: folder }).catch(
    (fault) => fault,
  );
  expect(stdout).toBe('');
});

test('the client runs in a browser as it is', async () => {
  const imports = {
    '@showreel/client': '/node_modules/@showreel/client/esm/index.js',
    'openapi-fetch': '/node_modules/openapi-fetch/dist/index.mjs',
  };
  const page = `<script type="importmap">${JSON.stringify({ imports })}</script><script type="module">
    import { createClient, unwrap } from '@showreel/client';
    const showreel = createClient({ baseUrl: ${JSON.stringify(api.baseUrl)} });
    window.health = await unwrap(showreel.GET('/api/v1/health')).catch(String);
  </script>`;
  const served = createServer(async (request, response) => {
    const path = normalize(request.url ?? '');
    if (path === '/') return response.setHeader('Content-Type', 'text/html').end(page);
    response.setHeader('Content-Type', 'text/javascript');
    response.end(await readFile(join(folder, path)));
  });
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  const browser = await testBrowser();
  try {
    const opened = await browser.page();
    await opened.goto(`http://127.0.0.1:${(served.address() as AddressInfo).port}/`);
    const health = await opened.waitForFunction('window.health', { polling: 50 });
    expect(await health.jsonValue()).toMatchObject({ status: 'ok' });
  } finally {
    await browser.close();
    await new Promise((resolve) => served.close(resolve));
  }
});
