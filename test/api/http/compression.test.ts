import { request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo, queueDemo } from '../../support/film.ts';

let api: TestApi;
let demoId: string;
beforeAll(async () => {
  api = await startApi();
  ({ id: demoId } = await publishDemo(api, { video: Buffer.alloc(5000, 'a'), gif: Buffer.alloc(5000, 'b') }));
});
afterAll(() => api?.stop());

/** The answer as it is sent. `fetch` would decompress it and hide the encoding. */
async function fetchRaw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest(`${api.baseUrl}${path}`, {
      method,
      headers: { 'X-API-Key': api.key, ...headers },
    });
    sent.once('response', resolve).once('error', reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) };
}

describe('compression', () => {
  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ])('Accept-Encoding %s gets %s on JSON and HTML', async (accepted, encoding, unpack) => {
    for (const path of ['/api/v1/openapi.json', '/docs', `/api/v1/demos/${demoId}`, `/share/${demoId}`]) {
      const plain = await fetchRaw(path);
      const packed = await fetchRaw(path, { 'Accept-Encoding': accepted });
      expect([path, packed.headers['content-encoding']]).toEqual([path, encoding]);
      expect(packed.headers.vary?.toLowerCase()).toContain('accept-encoding');
      expect(packed.body.length, path).toBeLessThan(plain.body.length);
      expect(unpack(packed.body).toString()).toBe(plain.body.toString());
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary?.toLowerCase()).toContain('accept-encoding');
      expect(Number(plain.headers['content-length'])).toBe(plain.body.length);
    }
  });

  test('texts under a kilobyte are sent uncompressed', async () => {
    const answer = await fetchRaw('/api/v1/credits/auto-topoff', { 'Accept-Encoding': 'gzip, br' });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
  });

  test('media are sent uncompressed, with their length and ranges', async () => {
    for (const path of [`/video/${demoId}.mp4`, `/gif/${demoId}.gif`]) {
      const answer = await fetchRaw(path, { 'Accept-Encoding': 'gzip, br' });
      expect([answer.status, answer.headers['content-encoding'], answer.body.length]).toEqual([
        200,
        undefined,
        5000,
      ]);
      const part = await fetchRaw(path, { 'Accept-Encoding': 'gzip', Range: 'bytes=0-1999' });
      expect([part.status, part.headers['content-encoding'], part.body.length]).toEqual([
        206,
        undefined,
        2000,
      ]);
    }
  });

  test('a compressed body is not decompressed: it is no JSON', async () => {
    const answer = await api.request('POST', '/api/v1/projects', {
      headers: { 'Content-Encoding': 'gzip' },
      body: Buffer.from('1f8b0800000000000003ab5602007a4b5d5402000000', 'hex'),
    });
    expect(answer.status).toBe(415);
  });

  test('HEAD tells what GET would, without a body', async () => {
    for (const path of ['/api/v1/openapi.json', `/api/v1/demos/${demoId}`, `/share/${demoId}`, '/docs']) {
      const [get, head] = [await fetchRaw(path), await fetchRaw(path, {}, 'HEAD')];
      expect([path, head.status, head.body.length]).toEqual([path, 200, 0]);
      for (const name of ['content-type', 'content-length', 'cache-control', 'vary'])
        expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]]);
    }
    expect((await fetchRaw('/api/v1/projects/proj_x', {}, 'HEAD')).status).toBe(404);
  });
});

describe('what is polled', () => {
  const polled = () => [
    `/demos/${demoId}`,
    `/demos/${demoId}/events`,
    `/demos/${demoId}/script`,
    '/demos',
    '/projects',
    '/api-keys',
    '/usage',
    '/plans',
    '/credits',
    '/credits/auto-topoff',
    '/credits/transactions',
    '/openapi.json',
  ];

  test('is a 304 for a caller who has it, in any encoding', async () => {
    for (const path of polled()) {
      const first = await fetchRaw(`/api/v1${path}`);
      expect([path, first.status, first.headers['cache-control']]).toEqual([path, 200, 'private, no-cache']);
      const etag = first.headers.etag!;
      expect(etag).toMatch(/^W\/"[\w-]{20,}"$/);
      for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const again = await fetchRaw(`/api/v1${path}`, { 'If-None-Match': known, 'Accept-Encoding': 'br' });
        expect([path, known, again.status, again.body.length]).toEqual([path, known, 304, 0]);
        expect([again.headers.etag, again.headers['cache-control']]).toEqual([etag, 'private, no-cache']);
        expect(again.headers['content-type']).toBeUndefined();
      }
      expect((await fetchRaw(`/api/v1${path}`, { 'If-None-Match': '"other"' })).status).toBe(200);
    }
  });

  test('is sent again when it has changed', async () => {
    const demo = await queueDemo(api);
    const path = `/api/v1/demos/${demo.id}`;
    const { etag } = (await fetchRaw(path)).headers;
    await api.request('PATCH', path, { body: { prompt: 'Something else' } });
    const again = await fetchRaw(path, { 'If-None-Match': etag! });
    expect([again.status, JSON.parse(again.body.toString()).prompt]).toEqual([200, 'Something else']);
    expect(again.headers.etag).not.toBe(etag);
  });

  test('is still asked for with a credential', async () => {
    const { etag } = (await fetchRaw('/api/v1/credits')).headers;
    const answer = await fetchRaw('/api/v1/credits', {
      'If-None-Match': etag!,
      'X-API-Key': 'sr_live_wrong',
    });
    expect(answer.status).toBe(401);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

test('an answer with a secret is kept by no cache and has no validator', async () => {
  const project = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Example', url: 'https://example.com/' },
  });
  const { id } = project.body as { id?: string };
  for (const { headers } of [project, await api.request('GET', `/api/v1/projects/${id}/signing-secret`)]) {
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  }
});
