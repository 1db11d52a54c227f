import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { padded, setUpUploads } from '../../support/footage.ts';
import { openRaw } from '../../support/raw-request.ts';

const { api, clock, footage, projectId } = await setUpUploads();

const upload = (key: string, body: Buffer, more = '', type = 'video/mp4') =>
  api.request('POST', `/api/v1/demos/local-upload?project_id=${projectId}&prompt=x${more}`, {
    body,
    headers: { 'Content-Type': type, 'Idempotency-Key': key },
  });
const demos = async () =>
  ((await api.request('GET', '/api/v1/demos?limit=100')).body as unknown as { demos: object[] }).demos.length;
const folders = () => readdir(join(api.mediaDir, 'demos'));

describe('an upload with an Idempotency-Key', () => {
  test('is one demo however often it is sent, with the first answer', async () => {
    const first = await upload('again', footage.mp4);
    const count = await demos();
    for (let n = 0; n < 3; n++) {
      const answer = await upload('again', footage.mp4);
      expect([answer.status, answer.body]).toEqual([201, first.body]);
      expect(answer.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await demos()).toBe(count);
    expect(await folders()).toHaveLength(count);
  });

  test('is one demo for ten at once', async () => {
    const before = await demos();
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload('ten', footage.mp4)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await demos()).toBe(before + 1);
  });

  test('refuses another content of the same length, another length, type or query (409)', async () => {
    expect((await upload('other', footage.mp4)).status).toBe(201);
    const changed = Buffer.from(footage.mp4);
    changed[changed.length - 1]! ^= 1;
    for (const answer of [
      await upload('other', changed),
      await upload('other', padded(footage.mp4, footage.mp4.length + 8)),
      await upload('other', footage.mp4, '', 'video/webm'),
      await upload('other', footage.mp4, '&title=New'),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('can be tried again after a refusal, with a correct body', async () => {
    const noise = Buffer.alloc(footage.mp4.length, 7);
    expect((await upload('mended', noise)).status).toBe(415);
    expect((await upload('mended', footage.mp4)).status).toBe(201);
  });

  test('can be tried again after the connection broke', async () => {
    const before = await demos();
    const broken = await openRaw(
      api.baseUrl,
      'POST',
      `/api/v1/demos/local-upload?project_id=${projectId}&prompt=x`,
      {
        Authorization: `Bearer ${api.key}`,
        'Content-Type': 'video/mp4',
        'Content-Length': String(footage.mp4.length),
        'Idempotency-Key': 'broken',
      },
    );
    broken.socket.write(footage.mp4.subarray(0, 5000));
    await expect.poll(() => readdir(join(api.mediaDir, '.incoming'))).toHaveLength(1);
    broken.socket.destroy();
    await expect.poll(() => readdir(join(api.mediaDir, '.incoming'))).toEqual([]);
    expect((await upload('broken', footage.mp4)).status).toBe(201);
    expect(await demos()).toBe(before + 1);
  });

  test('is the same demo for a repetition after the process died before it could answer', async () => {
    const first = await upload('lost', footage.mp4);
    const count = await demos();
    await api.services.sql`
      update idempotency_keys set status = null, body_hash = null, sealed_body = null where key = 'lost'`;
    clock.advance(61_000);
    expect((await upload('lost', footage.mp4)).body).toEqual(first.body);
    expect(await demos()).toBe(count);
    // The file that the second attempt had stored is removed.
    expect(await folders()).toHaveLength(count);
  });

  test('also gives a picture once', async () => {
    const { id } = (await upload('for a picture', footage.mp4)).body as unknown as { id: string };
    const put = (body: Buffer) =>
      api.request('POST', `/api/v1/demos/${id}/local-assets?type=thumbnail`, {
        body,
        headers: { 'Content-Type': 'image/png', 'Idempotency-Key': 'picture' },
      });
    const events = async () =>
      ((await api.request('GET', `/api/v1/demos/${id}/events`)).body as unknown as { events: object[] })
        .events;
    expect((await put(footage.png)).status).toBe(201);
    expect((await put(footage.png)).status).toBe(201);
    expect(await events()).toHaveLength(3);
    expect((await put(footage.otherPng)).body.code).toBe('idempotency_key_reused');
  });
});
