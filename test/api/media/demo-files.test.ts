import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { finish, publishDemo, type QueuedDemo, queueDemo } from '../../support/film.ts';

// Every byte is its own position modulo 256.
const video = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 31 + (i >> 8)) % 256);
const thumbnail = Buffer.from('the thumbnail');
const gif = Buffer.from('the gif');

let api: TestApi;
let demo: QueuedDemo;
let path: string;
beforeAll(async () => {
  api = await startApi();
  demo = await publishDemo(api, { video, thumbnail, gif });
  path = `/video/${demo.id}.mp4`;
});
afterAll(() => api?.stop());

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${api.baseUrl}${url}`, { method, headers });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}
const part = (from: number, to: number) => video.slice(from, to + 1);

describe('a file', () => {
  test('is sent whole, with its type and the headers that players and other sites need', async () => {
    const { status, headers, bytes } = await get(path);
    expect(status).toBe(200);
    expect(bytes).toEqual(video);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '100000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]+"$/),
      'last-modified': expect.stringContaining('GMT'),
    });
  });

  test('is there as thumbnail and GIF too', async () => {
    const [png, animated] = [await get(`/thumb/${demo.id}.png`), await get(`/gif/${demo.id}.gif`)];
    expect([png.headers.get('content-type'), Buffer.from(png.bytes).toString()]).toEqual([
      'image/png',
      'the thumbnail',
    ]);
    expect([animated.headers.get('content-type'), Buffer.from(animated.bytes).toString()]).toEqual([
      'image/gif',
      'the gif',
    ]);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const { status, headers, bytes } = await get(path, {}, 'HEAD');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, '100000', 0]);
    expect(headers.get('etag')).toBe((await get(path)).headers.get('etag'));
  });

  test('may be read by scripts of other sites, ranges included', async () => {
    const { status, headers } = await get(path, { Origin: 'https://x.example' }, 'OPTIONS');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-headers')).toContain('Range');
    expect((await get(path, {}, 'POST')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('a range', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=500-', 500, 99_999],
    ['bytes=-100', 99_900, 99_999],
    ['bytes=99999-', 99_999, 99_999],
    ['bytes=99990-200000', 99_990, 99_999],
    ['bytes=-200000', 0, 99_999],
    ['bytes=0-', 0, 99_999],
    ['bytes= 1-2', 1, 2],
  ])('%s gives just those bytes', async (range, from, to) => {
    const { status, headers, bytes } = await get(path, { Range: range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${from}-${to}/100000`);
    expect(headers.get('content-length')).toBe(String(to - from + 1));
    expect(bytes).toEqual(part(from, to));
  });

  test.each(['bytes=100000-', 'bytes=200000-300000', 'bytes=-0'])('%s lies outside: 416', async (range) => {
    const { status, headers, bytes } = await get(path, { Range: range });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe('bytes */100000');
    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ code: 'range_not_satisfiable' });
  });

  test.each([
    'bytes=0-1,5-6',
    'bytes=0-1, -1',
    'items=0-1',
    'bytes',
    'bytes=a-b',
    'bytes=5-2',
    'bytes=-',
    'bytes=0-1;',
  ])('%s gives the whole file', async (range) => {
    const { status, bytes } = await get(path, { Range: range });
    expect([status, bytes.length]).toEqual([200, 100_000]);
  });

  test('counts while If-Range names the same file, else the whole file is sent', async () => {
    const { headers } = await get(path);
    const [etag, date] = [headers.get('etag')!, headers.get('last-modified')!];
    const statusFor = async (condition: string) =>
      (await get(path, { Range: 'bytes=0-9', 'If-Range': condition })).status;
    expect(await statusFor(etag)).toBe(206);
    expect(await statusFor(date)).toBe(206);
    expect(await statusFor('"another"')).toBe(200);
    expect(await statusFor(`W/${etag}`)).toBe(200);
    expect(await statusFor('Wed, 01 Jan 2020 00:00:00 GMT')).toBe(200);
  });

  test('is ignored by HEAD', async () => {
    const { status, headers } = await get(path, { Range: 'bytes=0-9' }, 'HEAD');
    expect([status, headers.get('content-length')]).toEqual([200, '100000']);
  });
});

describe('a cached copy', () => {
  test('that is the latest is confirmed without a body', async () => {
    const etag = (await get(path)).headers.get('etag')!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, bytes } = await get(path, { 'If-None-Match': known });
      expect([known, status, bytes.length]).toEqual([known, 304, 0]);
      expect(headers.get('etag')).toBe(etag);
      expect(headers.get('content-length')).toBeNull();
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('may be known by its date, unless an ETag says otherwise', async () => {
    const date = (await get(path)).headers.get('last-modified')!;
    expect((await get(path, { 'If-Modified-Since': date })).status).toBe(304);
    expect((await get(path, { 'If-Modified-Since': 'Wed, 01 Jan 2020 00:00:00 GMT' })).status).toBe(200);
    expect((await get(path, { 'If-Modified-Since': date, 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('gives way to a refreshed demo under the same address', async () => {
    const { id } = await publishDemo(api, { video, thumbnail });
    const etag = (await get(`/video/${id}.mp4`)).headers.get('etag')!;
    const refresh = await api.request('POST', `/api/v1/demos/${id}/refresh`);
    expect(refresh.status).toBe(202);
    const whileMaking = await get(`/video/${id}.mp4`, { 'If-None-Match': etag });
    expect(whileMaking.status).toBe(304);
    await finish(api, (refresh.body as { jobId?: string }).jobId!, { video: Buffer.from('the new film') });
    const after = await get(`/video/${id}.mp4`, { 'If-None-Match': etag });
    expect([after.status, Buffer.from(after.bytes).toString()]).toEqual([200, 'the new film']);
    expect((await get(`/thumb/${id}.png`)).status).toBe(404);
  });
});

describe('what is not there', () => {
  test('is a 404 in the error shape', async () => {
    const unfinished = await queueDemo(api);
    const paths = [
      '/video/demo_unknown.mp4',
      `/video/${unfinished.id}.mp4`,
      `/video/${demo.id}.webm`,
      `/video/${demo.id}.png`,
      `/video/${demo.id}`,
      `/thumb/${demo.id}.gif`,
      '/video/..%2f..%2fetc%2fpasswd.mp4',
      '/video/a%00b.mp4',
    ];
    for (const missing of paths) {
      const { status, bytes } = await get(missing);
      expect([missing, status]).toEqual([missing, 404]);
      expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ code: 'file_not_found' });
    }
  });

  test('includes a file that the storage has lost', async () => {
    const lost = await publishDemo(api, { video });
    await api.media.deletePrefix(`demos/${lost.id}/`);
    expect((await get(`/video/${lost.id}.mp4`)).status).toBe(404);
  });
});

test('a viewer who leaves in the middle leaves nothing open', async () => {
  const large = await publishDemo(api, { video: new Uint8Array(20_000_000) });
  await new Promise<void>((resolve, reject) => {
    const request = httpRequest(`${api.baseUrl}/video/${large.id}.mp4`, (answer) => {
      answer.once('data', () => {
        request.destroy();
        resolve();
      });
      answer.on('error', () => {});
    });
    request.on('error', reject);
    request.end();
  });
  await expect
    .poll(() => new Promise((resolve) => api.app.server.getConnections((_, n) => resolve(n))))
    .toBeLessThan(3);
  expect((await get(path)).status).toBe(200);
});
