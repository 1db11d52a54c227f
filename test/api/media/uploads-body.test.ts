import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import { type Footage, makeFootage, padded } from '../../support/footage.ts';
import { openRaw } from '../../support/raw-request.ts';
import { openProject } from '../../support/services.ts';

const limitBytes = 2 ** 20;
let api: TestApi;
let footage: Footage;
let path: string;

beforeAll(async () => {
  [api, footage] = await Promise.all([startApi({ videoLimitBytes: limitBytes }), makeFootage()]);
  const projectId = await openProject(api.services, api.owner.userId);
  path = `/api/v1/demos/local-upload?project_id=${projectId}&prompt=x`;
});
afterAll(() => api?.stop());

const send = (headers: Record<string, string>, to = path) =>
  openRaw(api.baseUrl, 'POST', to, {
    Authorization: `Bearer ${api.key}`,
    'Content-Type': 'video/mp4',
    ...headers,
  });

const scratch = async () => readdir(join(api.mediaDir, '.incoming')).catch(() => []);
const demos = async () =>
  ((await api.request('GET', '/api/v1/demos?limit=100')).body as unknown as { demos: object[] }).demos.length;

async function nothingIsLeft(work: () => Promise<void>): Promise<void> {
  const before = await demos();
  await work();
  await expect.poll(scratch).toEqual([]);
  expect(await demos()).toBe(before);
  expect(await readdir(join(api.mediaDir, 'demos')).catch(() => [])).toHaveLength(before);
}

describe('the length of a body', () => {
  test('may be the limit, but not a byte more (413), which is checked before anything is read', async () => {
    const most = padded(footage.mp4, limitBytes);
    const headers = { 'Content-Type': 'video/mp4' };
    expect((await api.request('POST', path, { body: most, headers })).status).toBe(201);
    await nothingIsLeft(async () => {
      const over = await api.request('POST', path, { body: padded(footage.mp4, limitBytes + 1), headers });
      expect([over.status, over.body.code]).toEqual([413, 'body_too_large']);
      const announced = await send({ 'Content-Length': String(limitBytes + 1) });
      expect((await announced.answer()).status).toBe(413);
      announced.socket.destroy();
    });
  });

  test('is required: in chunks, or not at all, it is a 411', () =>
    nothingIsLeft(async () => {
      const chunked = await send({ 'Transfer-Encoding': 'chunked' });
      chunked.socket.write('5\r\nhello\r\n0\r\n\r\n');
      expect(await chunked.answer()).toMatchObject({ status: 411, body: { code: 'length_required' } });
      chunked.socket.destroy();
      const without = await send({});
      expect((await without.answer()).status).toBe(411);
      without.socket.destroy();
    }));

  test('is a number, once, and not beside chunks (400)', () =>
    nothingIsLeft(async () => {
      for (const headers of [
        { 'Content-Length': '-1' },
        { 'Content-Length': '12x' },
        { 'Content-Length': '12', 'content-length': '13' },
        { 'Content-Length': '12', 'Transfer-Encoding': 'chunked' },
      ] as Record<string, string>[]) {
        const request = await send(headers);
        expect((await request.answer()).status).toBe(400);
        request.socket.destroy();
      }
    }));

  test('is judged after the query and before the record', async () => {
    const huge = { 'Content-Length': String(limitBytes + 1) };
    for (const [to, status] of [
      [path.replace('prompt=x', 'prompt='), 400],
      [path.replace('proj_', 'proj_none'), 413],
    ] as const) {
      const request = await send(huge, to);
      expect((await request.answer()).status).toBe(status);
      request.socket.destroy();
    }
  });
});

describe('a length that lies', () => {
  test('when more is sent than announced, is a 413 and leaves nothing, even of a whole film', () =>
    nothingIsLeft(async () => {
      const request = await send({ 'Content-Length': String(footage.mp4.length) });
      request.socket.write(Buffer.concat([footage.mp4, Buffer.alloc(3 * limitBytes, 'more')]));
      expect(await request.answer()).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
      request.socket.destroy();
    }));

  test('when less is sent and the connection breaks, leaves nothing', () =>
    nothingIsLeft(async () => {
      const request = await send({ 'Content-Length': String(footage.mp4.length) });
      request.socket.write(footage.mp4.subarray(0, 20_000));
      await expect.poll(scratch).toHaveLength(1);
      request.socket.destroy();
    }));

  test('when less is sent and the sender waits for the answer, is a 400', () =>
    nothingIsLeft(async () => {
      const request = await send({ 'Content-Length': String(footage.mp4.length) });
      request.socket.end(footage.mp4.subarray(0, 20_000));
      expect((await request.answer()).status).toBe(400);
    }));

  test('when the sender goes away after the last byte, leaves nothing', () =>
    nothingIsLeft(async () => {
      const request = await send({ 'Content-Length': String(footage.mp4.length) });
      request.socket.write(footage.mp4);
      await expect.poll(scratch).toHaveLength(1);
      request.socket.destroy();
      await once(request.socket, 'close');
      await sleep(300);
    }));
});

test('of a hundred uploads broken off at once nothing is left, and the next one is taken in', async () => {
  await nothingIsLeft(async () => {
    const requests = await Promise.all(
      Array.from({ length: 100 }, () => send({ 'Content-Length': String(footage.mp4.length) })),
    );
    for (const { socket } of requests) socket.write(footage.mp4.subarray(0, 9_000));
    await expect.poll(scratch).toHaveLength(100);
    for (const { socket } of requests) socket.destroy();
  });
  const headers = { 'Content-Type': 'video/mp4' };
  expect((await api.request('POST', path, { body: footage.mp4, headers })).status).toBe(201);
});

test.each([
  ['an unknown project', () => path.replace('proj_', 'proj_none'), 404, {}],
  ['a wrong type', () => path, 415, { 'Content-Type': 'text/plain' }],
  ['no key', () => path, 401, { Authorization: '' }],
  ['a wrong query', () => `${path}&duration_ms=x`, 400, {}],
] as const)(
  'whoever sends a large body all the same reads the answer: %s',
  async (_what, to, status, headers) => {
    const request = await send({ 'Content-Length': String(limitBytes), ...headers }, to());
    const body = Buffer.alloc(limitBytes);
    for (let at = 0; at < body.length; at += 65_536) {
      request.socket.write(body.subarray(at, at + 65_536));
      await sleep(1);
    }
    expect((await request.answer()).status).toBe(status);
    request.socket.destroy();
  },
);

test('a client that announces more than it sends is refused on a connection that takes no further request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const to = new URL(path, api.baseUrl);
  const ask = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(to, { method: 'POST', agent, headers, timeout: 60_000 }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      asked.once('error', reject).once('timeout', () => asked.destroy(new Error('no answer')));
      asked.end('short');
    });
  const film = { Authorization: `Bearer ${api.key}`, 'Content-Type': 'video/mp4' };
  const statuses: (number | undefined)[] = [];
  for (const headers of [film, { 'Content-Type': 'video/mp4' }, film] as Record<string, string>[]) {
    statuses.push(await ask({ ...headers, 'Content-Length': String(limitBytes + 1) }));
  }
  agent.destroy();
  expect(statuses).toEqual([413, 401, 413]);
});

test('a file that a dead process left half written is removed, a file that is still being received is not', async () => {
  const request = await send({ 'Content-Length': String(footage.mp4.length) });
  request.socket.write(footage.mp4.subarray(0, 9_000));
  await expect.poll(scratch).toHaveLength(1);
  expect(await api.media.clearScratch(60_000)).toBe(0);
  await sleep(20);
  expect(await api.media.clearScratch(10)).toBe(1);
  request.socket.destroy();
});
