import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { backdrops } from '../../../src/recorder/contract/backdrops.ts';
import { removeMedia } from '../../../src/worker/chores/remove-media.ts';
import { readOwnPicture } from '../../../src/worker/film/pictures/own-picture.ts';
import { createFrameRenderer, plainPresentation } from '../../recorder/compose/rendered-frame.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { freshCommand, openUser } from '../../support/services.ts';

let api: TestApi;
let strangersKey: string;
beforeAll(async () => {
  api = await startApi();
  const userId = await openUser(api.services);
  const wanted = { userId, name: 'Theirs', type: 'live', projectId: null, allowedDomains: null } as const;
  strangersKey = (await issueKey(api.services, freshCommand(userId), wanted)).key;
});
afterAll(() => api?.stop());

function painted(color: string, width = 64, height = 36): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas.encode('png');
}

interface Background {
  id: string;
  name: string;
  kind: string;
  value: string;
  previewUrl: string;
}
const list = async (key?: string) =>
  (
    (await api.request('GET', '/api/v1/backgrounds', key ? { key } : {})).body as never as {
      backgrounds: Background[];
    }
  ).backgrounds;

function form(bytes: Uint8Array | string, name = 'sky.png', field = 'file'): FormData {
  const body = new FormData();
  body.append(field, new Blob([bytes as BlobPart]), name);
  return body;
}
const upload = (body: unknown, headers: Record<string, string> = {}) =>
  api.request('POST', '/api/v1/backgrounds/upload', { body, headers });
const uploaded = async (color = '#00ff00', name = 'sky.png') =>
  (await upload(form(await painted(color), name))).body as never as {
    id: string;
    key: string;
    imageUrl: string;
  };

describe('the catalogue', () => {
  test('has at least sixteen presets with names, midnight among them, and previews painted by the compositor', async () => {
    const presets = (await list(strangersKey)).filter(({ kind }) => kind !== 'image');
    expect(presets.length).toBeGreaterThanOrEqual(16);
    expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length);
    expect(presets.map(({ id }) => id)).toEqual(expect.arrayContaining(backdrops.map(({ id }) => id)));
    const looks = new Set<string>();
    for (const { id, value, previewUrl } of presets) {
      const answer = await fetch(previewUrl);
      expect([id, answer.status, answer.headers.get('content-type')]).toEqual([id, 200, 'image/webp']);
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      const preview = await loadImage(Buffer.from(await answer.arrayBuffer()));
      expect([preview.width, preview.height]).toEqual([480, 270]);
      const canvas = createCanvas(1, 1);
      const context = canvas.getContext('2d');
      context.drawImage(preview, -3, -3);
      const shown = [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
      // The same corner of a film with this background.
      const film = (
        await (await createFrameRenderer({ ...plainPresentation, background: value })).render()
      ).at(4, 4);
      for (const [channel, given] of shown.entries())
        expect(Math.abs(given - film[channel]!), id).toBeLessThan(12);
      looks.add(shown.join());
    }
    expect(looks.size).toBeGreaterThan(12);
  });

  test('answers 304 to a caller who has the preview already, and 404 for an unknown one', async () => {
    const { previewUrl } = (await list()).find(({ id }) => id === 'midnight')!;
    const etag = (await fetch(previewUrl)).headers.get('etag')!;
    expect((await fetch(previewUrl, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    for (const path of [
      'none-preview.webp',
      'midnight.webp',
      'midnight-preview.png',
      'bg_none.webp',
      '..%2Fx.webp',
    ])
      expect((await fetch(`${api.baseUrl}/backgrounds/${path}`)).status, path).toBe(404);
  });
});

describe('an uploaded background', () => {
  test('is only in its owner’s list, and visible to anybody who has its address', async () => {
    const made = await uploaded('#ff0000', 'C:\\Pictures\\Red sky.v2.png');
    expect(made).toEqual({
      id: expect.stringMatching(/^bg_/),
      key: `backgrounds/${made.id}/image.webp`,
      imageUrl: `${api.baseUrl}/backgrounds/${made.id}.webp`,
    });
    const mine = (await list()).find(({ id }) => id === made.id)!;
    expect(mine).toMatchObject({ name: 'Red sky.v2', kind: 'image', value: made.imageUrl });
    expect((await list(strangersKey)).map(({ id }) => id)).not.toContain(made.id);
    for (const url of [made.imageUrl, mine.previewUrl]) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const etag = answer.headers.get('etag')!;
      expect((await fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    }
  });

  test('may be uploaded by a signed-in browser, from our own pages', async () => {
    const { request } = await api.signUp();
    const body = form(await painted('#ffff00'));
    expect((await request('POST', '/api/v1/backgrounds/upload', { body })).status).toBe(201);
    const headers = { Origin: 'https://elsewhere.example' };
    expect((await request('POST', '/api/v1/backgrounds/upload', { body, headers })).status).toBe(403);
  });

  test('fills the stage of a film that names it, without a request to ourselves', async () => {
    const { imageUrl } = await uploaded('#00ff00');
    const { services, media } = api;
    for (const url of [imageUrl, imageUrl.replace(api.baseUrl, 'https://demos.example.com')]) {
      const backgroundImage = (await readOwnPicture(services.sql, media, url))!;
      const print = await (
        await createFrameRenderer(
          { ...plainPresentation, background: { imageUrl: url } },
          { backgroundImage },
        )
      ).render();
      expect(print.at(2, 2)).toEqual([0, 255, 0]);
    }
    for (const url of [
      'https://example.com/a.webp',
      `${api.baseUrl}/backgrounds/bg_${'0'.repeat(26)}.webp`,
      'x',
    ])
      expect(await readOwnPicture(services.sql, media, url)).toBeNull();
  });

  test('is deleted by its owner alone, with its files; the catalogue stays', async () => {
    const { id, imageUrl } = await uploaded();
    const remove = (which: string, key = api.key) =>
      api.request('DELETE', `/api/v1/backgrounds/${which}`, { key });
    for (const [which, key] of [
      [id, strangersKey],
      ['midnight', api.key],
      ['bg_none', api.key],
    ] as const)
      expect(await remove(which, key)).toMatchObject({ status: 404, body: { code: 'background_not_found' } });
    expect(await remove(id)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await fetch(imageUrl)).status).toBe(404);
    expect((await list()).map((one) => one.id)).not.toContain(id);
    const job = (await queuedJobs(api.services, 'media.remove')).at(-1)!;
    await perform([removeMedia(api.media)], job);
    expect(await api.media.head(`backgrounds/${id}/image.webp`)).toBeNull();
    expect((await remove(id)).status).toBe(404);
  });

  test('is one for one Idempotency-Key and file, and another file under that key is a 409', async () => {
    const [red, blue] = [await painted('#ff0000'), await painted('#0000ff')];
    const headers = { 'Idempotency-Key': 'upload-1' };
    const [first, second] = [await upload(form(red), headers), await upload(form(red), headers)];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await upload(form(blue), headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
  });

  test('is the same one where the first answer was lost, and leaves no second file', async () => {
    const red = await painted('#ff0000');
    const headers = { 'Idempotency-Key': 'upload-lost' };
    const first = await upload(form(red), headers);
    await api.services.sql`
      update idempotency_keys set status = null, sealed_body = null, claimed_at = now() - interval '2 minutes'
      where key = 'upload-lost'`;
    const before = await kept();
    expect((await upload(form(red), headers)).body).toEqual(first.body);
    expect(await kept()).toEqual(before);
  });
});

/** The folders of all stored backgrounds. */
async function kept(): Promise<string[]> {
  return (await readdir(`${api.mediaDir}/backgrounds`).catch(() => [])).sort();
}

describe('an upload that is refused', () => {
  test.each([
    ['a form without a file', () => new FormData(), 400, /missing/],
    [
      'a form with a file of another name',
      async () => form(await painted('red'), 'a.png', 'picture'),
      400,
      /missing/,
    ],
    ['an empty file', () => form(''), 400, /empty/],
    ['a text', () => form('hello'), 400, /PNG, JPEG or WebP/],
    ['JSON', () => ({ file: 'x' }), 400, /multipart\/form-data/],
    ['nothing', () => undefined, 400, /multipart\/form-data/],
    ['a file of more than 10 MB', () => form(new Uint8Array(10 * 2 ** 20 + 1)), 413, /at most 10 MB/],
    ['a body of 40 MB', () => form(new Uint8Array(40 * 2 ** 20)), 413, /at most 10 MB/],
  ])('%s', async (_, body, status, message) => {
    const before = await kept();
    const answer = await upload(await body());
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(message)]);
    expect(answer.body.code).toBe(status === 413 ? 'body_too_large' : 'invalid_file');
    expect(await kept()).toEqual(before);
  });

  test('two files', async () => {
    const body = form(await painted('red'));
    body.append('file', new Blob([(await painted('blue')) as BlobPart]), 'b.png');
    expect(await upload(body)).toMatchObject({ status: 400, body: { code: 'invalid_file' } });
  });

  test('a broken form', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    for (const body of [
      '',
      '--x\r\nnonsense',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ])
      expect(await upload(body, headers)).toMatchObject({ status: 400, body: { code: 'invalid_file' } });
    const without = { 'Content-Type': 'multipart/form-data' };
    expect(await upload('--x--', without)).toMatchObject({ status: 400, body: { code: 'invalid_file' } });
  });

  test('an upload without a credential or with a publishable key, before its body is read', async () => {
    const publishable = await api.publishableKey();
    for (const headers of [{ 'X-API-Key': publishable }, { 'X-API-Key': 'sr_live_wrong' }])
      expect((await upload(form(new Uint8Array(99)), headers)).status).toBe(401);
    const body = form(await painted('red'));
    expect((await api.request('POST', '/api/v1/backgrounds/upload', { body, key: null })).status).toBe(401);
  });

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'an upload that is broken off by %s leaves nothing',
    async (way) => {
      const before = [await kept(), (await list()).length];
      const picture = await painted('#123456', 400, 400);
      const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
      // Under load a close is a reset too: the service's last answer meets a closed port, and its end errs before it closes.
      const closed = once(api.app.server, 'connection').then(([theirEnd]) => {
        return new Promise((done) => (theirEnd as Socket).once('close', done));
      });
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
      socket.write(
        `POST /api/v1/backgrounds/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\n` +
          'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 999999\r\n\r\n',
      );
      socket.write(head);
      await new Promise<unknown>((written) => socket.write(picture, written));
      await setTimeout(100);
      socket[way]();
      await closed;
      await expect.poll(async () => [await kept(), (await list()).length]).toEqual(before);
    },
  );
});
