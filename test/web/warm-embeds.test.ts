import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { serveSite, type TestSite } from '../support/site.ts';

const recipe = join(import.meta.dirname, '../../examples/warm-embeds/warm.ts');
const pages = ['https://example.com/', 'https://example.com/week?a=1&b=2'];
const sitemap = `<?xml version="1.0"?><urlset>${pages
  .map((url) => `<url><loc> ${url.replaceAll('&', '&amp;')}\n</loc></url>`)
  .join('')}</urlset>`;

let api: TestApi;
let site: TestSite;
beforeAll(async () => {
  api = await startApi();
  site = await serveSite('none', { '/sitemap.xml': (_, response) => response.end(sitemap) });
});
afterAll(async () => {
  await site?.close();
  await api?.stop();
});

test('the recipe warms every page of a sitemap, once, and a visitor of a page gets that demo', async () => {
  const { body } = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Site', url: 'https://example.com/' },
  });
  const env = {
    PATH: process.env.PATH,
    SHOWREEL_URL: api.baseUrl,
    SHOWREEL_KEY: api.key,
    PROJECT_ID: String(body.id),
    SITEMAP: `${site.url}/sitemap.xml`,
    PROMPT: 'Show how a week is planned',
  };
  const warm = async () =>
    (await promisify(execFile)(process.execPath, [recipe], { env })).stdout.trim().split('\n');
  expect(await warm()).toEqual(pages.map((url) => `202 ${url}: pending`));
  expect(await warm()).toEqual(pages.map((url) => `200 ${url}: pending`));
  const visitor = { 'X-API-Key': await api.publishableKey() };
  // As `sdk.js` asks: with what the page says of itself.
  const context = { url: `${pages[1]}&utm_source=mail`, title: 'Week', headings: ['Plan'], description: '' };
  const asked = { project_id: body.id, prompt: env.PROMPT, context };
  const shown = await api.request('POST', '/api/v1/embed/generate', { body: asked, headers: visitor });
  expect([shown.status, shown.body.cached]).toEqual([200, true]);
});

test('the reference shows the recipe', async () => {
  const { text } = await api.request('GET', '/docs/embeds', { key: null });
  const shown = text
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
  expect(shown.replaceAll('&amp;', '&')).toContain((await readFile(recipe, 'utf8')).trimEnd());
});
