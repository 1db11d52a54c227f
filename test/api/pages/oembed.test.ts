import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo, queueDemo } from '../../support/film.ts';
import { makeFilm, webm } from '../../support/pages.ts';

let api: TestApi;
let readyId: string;
beforeAll(async () => {
  api = await startApi();
  readyId = (await publishDemo(api, await makeFilm(), webm)).id;
});
afterAll(() => api?.stop());

const ask = (query: Record<string, string>) =>
  api.request('GET', `/oembed?${new URLSearchParams(query)}`, { key: null });
const share = () => `${api.baseUrl}/share/${readyId}`;

test('describes the player of a share or embed page, for pages of any origin', async () => {
  for (const url of [share(), `${api.baseUrl}/embed/${readyId}?loop=1#x`, `${share()}/`]) {
    const answer = await ask({ url });
    expect([url, answer.status]).toEqual([url, 200]);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.body).toEqual({
      version: '1.0',
      type: 'video',
      title: 'Pricing at a glance',
      provider_name: 'Showreel',
      provider_url: api.baseUrl,
      cache_age: 300,
      html: expect.stringContaining(`<iframe src="${api.baseUrl}/embed/${readyId}" width="960" height="540"`),
      width: 960,
      height: 540,
      thumbnail_url: `${api.baseUrl}/thumb/${readyId}.png?v=1`,
      thumbnail_width: 640,
      thumbnail_height: 360,
    });
  }
});

test.each([
  [{ maxwidth: '480' }, 480, 270],
  [{ maxheight: '360' }, 640, 360],
  [{ maxwidth: '800', maxheight: '200' }, 355, 200],
  [{ maxwidth: '200', maxheight: '800' }, 200, 112],
  [{ maxwidth: '100000' }, 1920, 1080],
  [{ maxwidth: '1' }, 1, 1],
])('%j gives 16:9 within it', async (room, width, height) => {
  const answer = await ask({ url: share(), ...room });
  expect(answer.body).toMatchObject({ width, height });
  expect(answer.body).toHaveProperty('html', expect.stringContaining(`width="${width}" height="${height}"`));
});

test.each([
  ['9:16', {}, 405, 720],
  ['9:16', { maxwidth: '300' }, 300, 533],
  ['9:16', { maxwidth: '300', maxheight: '400' }, 225, 400],
  ['1:1', {}, 720, 720],
  ['1:1', { maxheight: '360' }, 360, 360],
  ['4:5', {}, 576, 720],
])('a film of %s gives that shape within %j', async (aspect, room, width, height) => {
  const { id } = await queueDemo(api, { ...webm, aspect });
  const { body } = await ask({ url: `${api.baseUrl}/embed/${id}`, ...room });
  expect(body).toMatchObject({ width, height });
  expect(body).toHaveProperty('html', expect.stringContaining(`width="${width}" height="${height}"`));
});

test('a demo that is still being made has no still yet', async () => {
  const { id } = await queueDemo(api, webm);
  const answer = await ask({ url: `${api.baseUrl}/share/${id}` });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ type: 'video', title: 'Show the pricing' });
  expect(answer.body).not.toHaveProperty('thumbnail_url');
});

test.each([
  [{}, 400, '`url`'],
  [{ url: '' }, 400, '`url`'],
  [{ url: 'x'.repeat(2049) }, 400, '`url`'],
  [{ url: 'SHARE', maxwidth: '0' }, 400, '`maxwidth`'],
  [{ url: 'SHARE', maxheight: '-5' }, 400, '`maxheight`'],
  [{ url: 'SHARE', maxwidth: 'wide' }, 400, '`maxwidth`'],
  [{ url: 'no address' }, 404, 'No such demo'],
  [{ url: 'https://example.com/share/demo_1' }, 404, 'No such demo'],
  [{ url: 'BASE/share/demo_unknown' }, 404, 'No such demo'],
  [{ url: 'BASE/video/ID.webm' }, 404, 'No such demo'],
  [{ url: 'BASE/share/ID/more' }, 404, 'No such demo'],
  [{ url: 'javascript:alert(1)' }, 404, 'No such demo'],
  [{ url: 'SHARE', format: 'xml' }, 501, 'format'],
])('%j is a %i', async (query: Record<string, string>, status, words) => {
  const filled = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      value.replace('SHARE', share()).replace('BASE', api.baseUrl).replace('ID', readyId),
    ]),
  );
  const answer = await ask(filled);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    error: expect.stringContaining(words),
    code: expect.any(String),
    requestId: answer.headers.get('x-request-id'),
  });
});

test('a name given twice is a 400, not a fault', async () => {
  const answer = await api.request('GET', `/oembed?url=${share()}&url=${share()}`, { key: null });
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('`url`')]);
});

test('knows the service by its public address and by the one it was asked at', async () => {
  const limits = (await import('../../../src/config.ts')).readConfig({}).limits;
  const other = await startApi({ config: { publicUrl: 'https://demos.example.com/reel', limits } as never });
  try {
    const { id } = await queueDemo(other, webm);
    for (const [url, status] of [
      [`https://demos.example.com/reel/share/${id}`, 200],
      [`http://demos.example.com/reel/embed/${id}`, 200],
      [`${other.baseUrl}/share/${id}`, 200],
      [`https://demos.example.com/share/${id}`, 404],
      [`https://demos.example.com.evil.example/reel/share/${id}`, 404],
    ] as const) {
      const answer = await other.request('GET', `/oembed?url=${encodeURIComponent(url)}`, { key: null });
      expect([url, answer.status]).toEqual([url, status]);
      if (status === 200) expect(answer.text).toContain(`https://demos.example.com/reel/embed/${id}`);
    }
  } finally {
    await other.stop();
  }
});
