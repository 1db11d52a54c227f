import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardPaths } from '../../../src/api/pages/dashboard.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

const visit = (path: string, init?: RequestInit) =>
  fetch(`${api.baseUrl}${path}`, { redirect: 'manual', ...init });

test('who is not signed in finds at / what the service is, and a form that carries a wish to the sign-up', async () => {
  const page = await (await visit('/')).text();
  expect(page).toContain('<form class="wish" action="/new" method="get">');
  expect(page).toContain('/docs/embeds');
  for (const name of ['film.webm', 'film.mp4', 'poster.jpg'])
    expect([name, (await visit(`/sample/${name}`)).status]).toEqual([name, 200]);
  const wish = '/new?url=example.com&prompt=Show+the+%22plans%22';
  const sent = await visit(wish);
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    `/sign-up?next=${encodeURIComponent(wish)}`,
  ]);
  const signUp = await (await visit(sent.headers.get('location')!)).text();
  expect(signUp).toContain('data-next="/new?url=example.com&amp;prompt=Show+the+%22plans%22"');
});

test.each(dashboardPaths.filter((path) => path !== '/new'))(
  '%s asks who is not signed in to sign in',
  async (path) => {
    const answer = await visit(`${path.replace(':id', 'demo_1')}?a=b`);
    const next = encodeURIComponent(`${path.replace(':id', 'demo_1')}?a=b`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/sign-in?next=${next}`]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  },
);

test('a session gets the dashboard, which no cache keeps and which allows nothing inside the page', async () => {
  const { cookie } = await api.signUp();
  for (const path of ['/', '/demos/demo_1']) {
    const answer = await visit(path, { headers: { cookie } });
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|nonce|sha256|data:/);
    expect(await answer.text()).not.toMatch(/<script>|<style|style="/);
  }
});

test('its files are kept for a year under names of their content, and sent as they were compressed', async () => {
  const { cookie } = await api.signUp();
  const page = await (await visit('/', { headers: { cookie } })).text();
  const path = /src="(\/assets\/[\w-]+\.js)"/.exec(page)![1]!;
  const [plain, brotli, gzip] = await Promise.all(
    ['identity', 'br', 'gzip'].map((coding) => raw(path, coding)),
  );
  expect(plain!.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect([brotli!.headers.get('content-encoding'), gzip!.headers.get('content-encoding')]).toEqual([
    'br',
    'gzip',
  ]);
  expect(brotliDecompressSync(brotli!.bytes).equals(plain!.bytes)).toBe(true);
  expect(gunzipSync(gzip!.bytes).equals(plain!.bytes)).toBe(true);
  const gone = await visit('/assets/gone-12345678.js');
  expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  expect((await visit('/assets/..%2findex.html')).status).toBe(404);
});

test('the first view loads at most 200 KB of compressed script', async () => {
  const { cookie } = await api.signUp();
  const page = await (await visit('/', { headers: { cookie } })).text();
  const paths = [...page.matchAll(/(?:src|href)="(\/assets\/[\w-]+\.js)"/g)].map(([, path]) => path!);
  const files = await Promise.all(paths.map((path) => raw(path, 'br')));
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThan(200 * 1024);
});

/** `fetch` would decompress. */
async function raw(path: string, coding: string) {
  const { promise, resolve } = Promise.withResolvers<{ headers: Headers; bytes: Buffer }>();
  request(`${api.baseUrl}${path}`, { headers: { 'Accept-Encoding': coding } }, async (answer) => {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    resolve({ headers: new Headers(answer.headers as Record<string, string>), bytes: Buffer.concat(parts) });
  }).end();
  return promise;
}

test('a service whose dashboard was not built says so, and shows what it is all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-unbuilt-'));
  const bare = await startApi({ dashboardFolder: folder });
  try {
    const { cookie } = await bare.signUp();
    const answer = await fetch(`${bare.baseUrl}/demos`, { headers: { cookie } });
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('make setup')]);
    expect((await fetch(bare.baseUrl)).status).toBe(200);
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true });
  }
});
