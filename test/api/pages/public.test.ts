import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { finish, publishDemo } from '../../support/film.ts';
import { openPage, picture, webm } from '../../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;

beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const files = { video: new TextEncoder().encode('a film'), thumbnail: new TextEncoder().encode('a still') };
const open = (path: string) => openPage(browser, `${api.baseUrl}${path}`);

test('an unknown address is a page for people and JSON for programs', async () => {
  const { page, answer } = await open('/shares');
  expect(answer.status()).toBe(404);
  expect(await page.$eval('h1', (title) => title.textContent)).toBe('There is no page here');
  for (const [path, accept] of [
    ['/shares', '*/*'],
    ['/api/v1/shares', 'text/html'],
  ] as const) {
    const answer = await api.request('GET', path, { headers: { Accept: accept } });
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'route_not_found']);
  }
  await page.close();
});

test('a demo’s pages are kept by no cache, and their ETag tells whether they changed', async () => {
  const { id } = await publishDemo(api, files, webm);
  for (const path of [`/share/${id}`, `/embed/${id}`]) {
    const first = await api.request('GET', path);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const headers = { 'If-None-Match': first.headers.get('etag')! };
    const known = await api.request('GET', path, { headers });
    expect([known.status, known.text]).toEqual([304, '']);
    const refresh = await api.request('POST', `/api/v1/demos/${id}/refresh`);
    await finish(api, (refresh.body as { jobId?: string }).jobId!, files);
    const fresh = await api.request('GET', path, { headers });
    expect([fresh.status, fresh.text.includes('?v=1"')]).toEqual([200, false]);
  }
});

test('a film that was recorded offers its captions and chapters, of its own version', async () => {
  const { id } = await publishDemo(api, files, webm);
  for (const path of [`/share/${id}`, `/embed/${id}`]) {
    const { text } = await api.request('GET', path);
    const tracks = [...text.matchAll(/<track kind="(\w+)" src="([^"]+)"/g)].map(([, kind, src]) => [
      kind,
      src,
    ]);
    expect(tracks).toEqual([
      ['captions', `/captions/${id}.vtt?v=1`],
      ['chapters', `/chapters/${id}.vtt?v=1`],
    ]);
  }
});

test('a still that is no PNG or is missing only leaves out its size', async () => {
  const { id } = await publishDemo(api, files, webm);
  const { status, text } = await api.request('GET', `/share/${id}`);
  expect([status, text.includes('og:image"'), text.includes('og:image:width')]).toEqual([200, true, false]);
  const bare = await publishDemo(api, files, webm);
  await api.media.deletePrefix(`demos/${bare.id}/`);
  expect((await api.request('GET', `/share/${bare.id}`)).status).toBe(200);
});

test('the reference lists every form of a value, also where it can be one object or another', async () => {
  const { page } = await open('/docs/reference/demos');
  const text = await page.$eval('.vp-doc', (element) => element.textContent);
  expect(text).toMatch(/from string\s*required.*or\s*imageUrl string/s);
  expect(text).toMatch(/project_id string, at least 1 character\s*required/);
  await page.close();
});

test.each([['/', 'A page and a sentence.A demo video.']])(
  '%s opens without a complaint of the browser',
  async (path, heading) => {
    const { page, complaints, foreign, answer } = await open(path);
    expect(answer.status()).toBe(200);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe(heading);
    expect([complaints, foreign]).toEqual([[], []]);
    await picture(page, 'landing');
    await page.close();
  },
);
