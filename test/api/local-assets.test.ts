import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import { type RequestOptions, startApi, type TestAnswer, type TestApi } from '../support/api.ts';
import { queueDemo } from '../support/film.ts';
import { type Footage, makeFootage } from '../support/footage.ts';
import { freshCommand, openProject, openUser } from '../support/services.ts';

let api: TestApi;
let footage: Footage;
let id: string;

beforeAll(async () => {
  [api, footage] = await Promise.all([startApi(), makeFootage()]);
  const project = await openProject(api.services, api.owner.userId);
  const path = `/api/v1/demos/local-upload?project_id=${project}&prompt=x`;
  const headers = { 'Content-Type': 'video/mp4' };
  ({ id } = (await api.request('POST', path, { body: footage.mp4, headers })).body as unknown as {
    id: string;
  });
});
afterAll(() => api?.stop());

const types = { thumbnail: 'image/png', gif: 'image/gif' };

function put(type: 'thumbnail' | 'gif', body: Buffer, options: RequestOptions = {}, demo = id) {
  const headers = { 'Content-Type': types[type], ...options.headers };
  return api.request('POST', `/api/v1/demos/${demo}/local-assets?type=${type}`, {
    body,
    ...options,
    headers,
  });
}

const files = () => readdir(join(api.mediaDir, 'demos', id, 'v1')).then((names) => names.sort());
const keysOf = async () => {
  const { body } = await api.request('GET', `/api/v1/demos/${id}`);
  return body as unknown as { thumbnail_key: string | null; gif_key: string | null };
};

describe('a picture of an uploaded demo', () => {
  test('is shown at its public address, and another one takes its place at once', async () => {
    const first = await put('thumbnail', footage.png);
    const url = `${api.baseUrl}/thumb/${id}.png`;
    expect([first.status, first.body]).toEqual([201, { id, type: 'thumbnail', url }]);
    const shown = await fetch(url);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(footage.png);
    const etag = shown.headers.get('etag')!;
    expect((await put('thumbnail', footage.otherPng)).status).toBe(201);
    const now = await fetch(url, { headers: { 'If-None-Match': etag } });
    expect(now.status).toBe(200);
    expect(Buffer.from(await now.arrayBuffer())).toEqual(footage.otherPng);
    expect(await files()).toEqual([(await keysOf()).thumbnail_key!.split('/').at(-1), 'video.mp4']);
  });

  test('can be an animated GIF', async () => {
    const answer = await put('gif', footage.gif);
    const url = `${api.baseUrl}/gif/${id}.gif`;
    expect([answer.status, answer.body]).toEqual([201, { id, type: 'gif', url }]);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(footage.gif);
  });

  test('is one picture after many uploads at once, and no file of the others stays', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put('thumbnail', n % 2 ? footage.png : footage.otherPng)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await files()).toHaveLength(3);
    expect((await fetch(`${api.baseUrl}/thumb/${id}.png`)).status).toBe(200);
  });
});

describe('a picture is refused', () => {
  async function refused(asked: () => Promise<TestAnswer>, status: number, code: string) {
    const before = [await files(), await keysOf()];
    const answer = await asked();
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
    expect([await files(), await keysOf()]).toEqual(before);
    expect(await readdir(join(api.mediaDir, '.incoming'))).toEqual([]);
  }
  const { png, gif } = { png: () => footage.png, gif: () => footage.gif };

  test('without a key (401), with a publishable one (403)', async () => {
    await refused(() => put('thumbnail', png(), { key: null }), 401, 'unauthorized');
    const key = await api.publishableKey();
    await refused(() => put('thumbnail', png(), { key }), 403, 'publishable_key');
  });

  test.each(['', '?type=', '?type=video', '?type=gif&type=gif'])(
    'with the query "%s" (400)',
    async (query) => {
      const path = `/api/v1/demos/${id}/local-assets${query}`;
      const headers = { 'Content-Type': 'image/gif' };
      const ask = () => api.request('POST', path, { body: gif(), headers });
      await refused(ask, 400, 'validation_failed');
    },
  );

  test('for a demo that is unknown or somebody else’s (404), or was generated (400)', async () => {
    await refused(() => put('gif', gif(), {}, 'demo_unknown'), 404, 'demo_not_found');
    const stranger = await openUser(api.services);
    const wanted = {
      userId: stranger,
      name: 'k',
      type: 'live',
      projectId: null,
      allowedDomains: null,
    } as const;
    const { key } = await issueKey(api.services, freshCommand(), wanted);
    await refused(() => put('gif', gif(), { key }), 404, 'demo_not_found');
    const generated = await queueDemo(api);
    await refused(() => put('gif', gif(), {}, generated.id), 400, 'demo_is_generated');
  });

  test('when it is larger than 5 MB, or larger than 25 MB as a GIF (413)', async () => {
    const tooLarge = (mb: number) => Buffer.alloc(mb * 2 ** 20 + 1);
    await refused(() => put('thumbnail', tooLarge(5)), 413, 'body_too_large');
    await refused(() => put('gif', tooLarge(25)), 413, 'body_too_large');
    // At the limit the content is checked, and zeros are no picture.
    await refused(() => put('thumbnail', tooLarge(5).subarray(1)), 415, 'invalid_png');
    await refused(() => put('gif', tooLarge(25).subarray(1)), 415, 'invalid_gif');
  });

  test('when its type is not the announced one (415)', async () => {
    for (const type of ['image/gif', 'image/jpeg', 'text/plain', ''])
      await refused(
        () => put('thumbnail', png(), { headers: { 'Content-Type': type } }),
        415,
        'unsupported_media_type',
      );
    await refused(
      () => put('gif', gif(), { headers: { 'Content-Type': 'image/png' } }),
      415,
      'unsupported_media_type',
    );
  });

  test('when it is not a complete PNG (415), or would decode to gigabytes', async () => {
    const damaged = Buffer.from(png());
    damaged[png().length >> 1]! ^= 0xff;
    for (const body of [gif(), footage.mp4, Buffer.alloc(0), png().subarray(0, -40), damaged])
      await refused(() => put('thumbnail', body), 415, 'invalid_png');
    await refused(() => put('thumbnail', bomb(30_000, 30_000)), 415, 'invalid_png');
    await refused(() => put('thumbnail', bomb(8192, 8192)), 415, 'invalid_png');
  });

  test('when it is not an animated GIF (415), or has too many pixels', async () => {
    const huge = Buffer.from(gif());
    huge.writeUInt16LE(60_000, 6);
    huge.writeUInt16LE(60_000, 8);
    for (const body of [png(), footage.stillGif, Buffer.alloc(0), Buffer.from('GIF89a'), huge])
      await refused(() => put('gif', body), 415, 'invalid_gif');
  });
});

/** A valid PNG with one bit per pixel, all pixels equal: a few kilobytes that decode to one byte per pixel. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const out = Buffer.alloc(data.length + 12);
    out.writeUInt32BE(data.length, 0);
    out.write(type, 4, 'latin1');
    data.copy(out, 8);
    out.writeUInt32BE(crc32(out.subarray(4, -4)), data.length + 8);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
