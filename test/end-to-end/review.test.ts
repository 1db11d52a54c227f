import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { childEnvironment } from '../support/child-environment.ts';
import { type ForgeServer, startForge } from '../support/forge-server.ts';
import { runProgram } from '../support/run-program.ts';
import { type Answer, html, serveSite, type TestSite } from '../support/site.ts';
import { startService, type TestService } from './service.ts';

/** A site, and its preview deployment with another price. */
const style =
  '<style>body{margin:0;font:20px/1.5 sans-serif}section{padding:80px 10%;min-height:300px}</style>';
const home = `<!doctype html><html lang="en"><title>Tern</title>${style}<section><h1>Tern</h1><p>It counts birds.</p></section>
<section><h2>Questions</h2><p>Ask us whenever you like.</p></section></html>`;
const shop = ({ price, cart }: { price: string; cart: string }) =>
  `<!doctype html><html lang="en"><title>Shop</title>${style}<section><h1>Shop</h1><p>${price} a month for a garden.</p>
<button type="button" onclick="note.textContent = '${cart}'">Buy</button><p id="note"></p></section></html>`;
const pagesOf = (now: { price: string; cart: string }): Record<string, Answer> => ({
  '/': html(home),
  '/shop': (request, response) => html(shop(now))(request, response),
});
const proposed = { price: '$5', cart: 'Error 17' };
const token = 'ghs_secrettoken';
let site: TestSite;
let preview: TestSite;
let service: TestService;
let forge: ForgeServer;
let folder: string;

beforeAll(async () => {
  [site, preview, service, forge] = await Promise.all([
    serveSite('none', pagesOf({ price: '$4', cart: 'It is in your cart.' })),
    serveSite('none', pagesOf(proposed)),
    startService({ role: 'all' }),
    startForge(token),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'showreel-review-'));
  const program = join(import.meta.dirname, '../../scripts/showreel');
  // What the action calls, without a registry: `npx --yes --package NAME showreel …`.
  await writeFile(join(folder, 'npx'), `#!/bin/sh\nshift 4\nexec "${program}" "$@"\n`);
  await chmod(join(folder, 'npx'), 0o755);
  const flow = {
    title: 'Buy it',
    steps: [
      { type: 'navigate', url: `${site.url}/shop` },
      { type: 'click', selectors: [['aria/Buy']], offsetX: 5, offsetY: 5 },
      {
        ...{ type: 'customStep', name: 'showreel.assert', timeout: 500 },
        parameters: { text: 'It is in your cart.', address: '/shop' },
        showreel: { intent: 'The cart says so' },
      },
    ],
  };
  await writeFile(join(folder, 'buy.json'), JSON.stringify(flow));
  const demo = (sentence: string, more = '') =>
    `{sentence: ${sentence}, duration: 5s, resolution: 720p${more}}`;
  const file = `pages:
  - {url: ${site.url}/, demos: [${demo('Show what it does')}]}
  - {url: ${site.url}/shop, demos: [${demo('Buy one', ', flow: buy.json')}]}
`;
  await writeFile(join(folder, 'showreel.yaml'), file);
  await writeFile(join(folder, 'event.json'), '{"pull_request": {"number": 7}}');
});
afterAll(async () => {
  await Promise.all([service?.stop(), site?.close(), preview?.close(), forge?.stop()]);
  if (folder) await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...childEnvironment,
  PATH: `${folder}:${process.env.PATH}`,
  HOME: folder,
  SHOWREEL_URL: service.baseUrl,
  SHOWREEL_API_KEY: service.liveKey,
});

/** Runs the step of the action as a runner does: its inputs are in its environment. */
async function runAction() {
  const action = parse(
    await readFile(join(import.meta.dirname, '../../src/pipelines/github/action.yml'), 'utf8'),
  );
  const [step] = action.runs.steps as { run: string; env: Record<string, string> }[];
  const inputs: Record<string, string> = {
    url: service.baseUrl,
    key: service.liveKey,
    token,
    preview: preview.url,
  };
  const given = Object.fromEntries(
    Object.entries(step!.env).map(([name, value]) => {
      const input = /inputs\.(\w+)/.exec(value)![1]!;
      return [name, inputs[input] ?? action.inputs[input].default];
    }),
  );
  const runner = {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: 'o/r' },
    ...{ GITHUB_EVENT_PATH: join(folder, 'event.json'), GITHUB_STEP_SUMMARY: join(folder, 'summary.md') },
  };
  const options = { env: { ...environment(), ...runner, ...given }, cwd: folder };
  const ran = await runProgram('bash', ['-e', '-o', 'pipefail', '-c', step!.run], options);
  return { ...ran, summary: await readFile(join(folder, 'summary.md'), 'utf8') };
}

test('a pull request gets one comment: a failed assertion with its picture, then what changed before and after, and no film of the rest', {
  timeout: 480_000,
}, async () => {
  const program = join(import.meta.dirname, '../../scripts/showreel');
  const synced = await runProgram(program, ['sync', '--yes', '--wait', '--json'], {
    env: environment(),
    cwd: folder,
  });
  expect([synced.code, synced.stderr]).toEqual([0, expect.any(String)]);

  const first = await runAction();
  expect(first.code, first.stderr).toBe(1);
  expect(first.stderr).toContain(
    'An assertion of the flow failed. “The cart says so”: The text "It is in your cart."',
  );
  expect(first.stderr + first.stdout + first.summary).not.toContain(token);
  const [note] = forge.notes;
  expect(note!.body).toContain('### Demos: 1 failed, 0 changed, 1 unchanged');
  expect(first.summary.trim()).toBe(note!.body.split('\n').slice(1).join('\n').trim());
  expect(await picturesIn(note!.body)).toEqual(['image/jpeg']);
  // Nothing of the page that did not change was filmed.
  const { demos } = (await service.request('GET', '/api/v1/demos')).body as { demos: { prompt: string }[] };
  expect(demos.filter(({ prompt }) => prompt === 'Show what it does')).toHaveLength(1);

  // The shop is mended, and its price stays another one: the same comment says so.
  proposed.cart = 'It is in your cart.';
  const second = await runAction();
  expect(second.code, second.stderr).toBe(0);
  expect(forge.notes).toHaveLength(1);
  expect(note!.body).toContain('### Demos: 1 changed, 1 unchanged');
  expect(note!.body).toMatch(/- `Shop`: `[^`]*\$4[^`]*` → `[^`]*\$5[^`]*`/);
  expect(await picturesIn(note!.body)).toEqual(['image/gif', 'image/gif']);
});

const picturesIn = (markdown: string) =>
  Promise.all(
    [...markdown.matchAll(/!\[[^\]]*\]\((http[^)]+)\)/g)].map(async ([, url]) =>
      (await fetch(url!)).headers.get('content-type'),
    ),
  );
