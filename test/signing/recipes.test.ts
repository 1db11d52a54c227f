import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const recipes = [
  { file: 'sign.ts', interpreter: process.execPath },
  { file: 'sign.py', interpreter: 'python3' },
  { file: 'sign.php', interpreter: 'php' },
  { file: 'sign.sh', interpreter: 'sh' },
];

let api: TestApi;
let environment: Record<string, string>;
beforeAll(async () => {
  api = await startApi();
  const { body } = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Site', url: 'https://example.com/' },
  });
  environment = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    LANG: 'C.UTF-8',
    SHOWREEL_URL: api.baseUrl,
    PROJECT_ID: String(body.id),
    SIGNING_SECRET: String(body.signing_secret),
  };
});
afterAll(() => api?.stop());

const isThere = (interpreter: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${interpreter}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('a recipe in the reference', () => {
  test.each(recipes)('$file is shown there to the letter', async ({ file }) => {
    const text = await readFile(new URL(`../../examples/signed-embeds/${file}`, import.meta.url), 'utf8');
    const { text: page } = await api.request('GET', '/docs/signed-embeds', { key: null });
    expect(unescaped(page)).toContain(text.trimEnd());
  });

  // Nothing else here needs PHP, so a machine may lack it.
  for (const { file, interpreter } of recipes.filter((recipe) => isThere(recipe.interpreter))) {
    test(`${file} signs an address that works`, async () => {
      const run = promisify(execFile);
      const { stdout } = await run(interpreter, [join(root, 'examples/signed-embeds', file)], {
        env: environment,
      });
      const url = new URL(stdout.trim());
      const answer = await fetch(url);
      expect([200, 202], await answer.clone().text()).toContain(answer.status);
      const page = await answer.text();
      expect(page).toContain('data-theme="dark"');
      const demoId = /data-demo="(\w+)"/.exec(page)![1];
      const { body: demo } = await api.request('GET', `/api/v1/demos/${demoId}`);
      expect(demo.prompt).toBe('Show the pricing – and the “free” plan');
      url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
      expect((await fetch(url)).status).toBe(401);
    });
  }
});

test('the package export works from node_modules, and signs as the recipes do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-signing-'));
  try {
    const installed = join(folder, 'node_modules/showreel');
    await mkdir(installed, { recursive: true });
    await cp(join(root, 'package.json'), join(installed, 'package.json'));
    await cp(join(root, 'src/signing'), join(installed, 'src/signing'), { recursive: true });
    const program = `
      import { signRuntimeEmbed } from 'showreel/signing';
      const { SHOWREEL_URL: baseUrl, PROJECT_ID: projectId, SIGNING_SECRET: signingSecret } = process.env;
      const expires = new Date(Date.now() + 60_000);
      console.log(signRuntimeEmbed({ baseUrl: baseUrl + '/', projectId, signingSecret, expires, payload: { prompt: 'By package' } }));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: folder, env: environment },
    );
    expect((await fetch(stdout.trim())).status).toBe(202);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const unescaped = (html: string) =>
  html
    // The colours of the words.
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
