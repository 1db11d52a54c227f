import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receive } from '../../src/media/receive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-receive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const path = () => join(folder, 'file');
const chunks = (count: number) => Array.from({ length: count }, (_, n) => Buffer.alloc(50_000, n));

test('a body of many pieces is written as it came', async () => {
  for (const count of [0, 1, 20, 21, 22, 100]) {
    await receive(Readable.from(chunks(count), { objectMode: false }), path(), count * 50_000);
    expect((await readFile(path())).equals(Buffer.concat(chunks(count))), `${count} chunks`).toBe(true);
    await rm(path());
  }
});

test('a chunk that is a part of a larger buffer leaves the rest of that buffer alone', async () => {
  const whole = Buffer.alloc(1000, 'a');
  await receive(Readable.from([whole.subarray(0, 500)], { objectMode: false }), path(), 500);
  expect(whole.toString()).toBe('a'.repeat(1000));
  await rm(path());
});

test('a body that is longer or shorter than announced is refused without a file, and its sender can still be answered', async () => {
  const body = new PassThrough();
  for (const chunk of chunks(3)) body.write(chunk);
  await expect(receive(body, path(), 100_000)).rejects.toMatchObject({ status: 413 });
  expect(body.destroyed).toBe(false);
  const short = Readable.from(chunks(3), { objectMode: false });
  await expect(receive(short, path(), 150_001)).rejects.toMatchObject({
    status: 400,
    code: 'body_incomplete',
  });
  expect(await readdir(folder)).toEqual([]);
});

test.each([undefined, new Error('aborted')])(
  'a sender who goes away is a 400 and leaves no file (%s)',
  async (fault) => {
    const body = new PassThrough();
    body.write(Buffer.alloc(1000));
    // As on a request. On a busy machine the sender is gone before the file is open, and nobody else listens yet.
    body.on('error', () => undefined);
    setTimeout(() => body.destroy(fault), 20);
    await expect(receive(body, path(), 2000)).rejects.toMatchObject({ status: 400, code: 'body_incomplete' });
    expect(await readdir(folder)).toEqual([]);
  },
);

test('a file that cannot be written is reported as our fault', async () => {
  const body = Readable.from(chunks(1), { objectMode: false });
  await expect(receive(body, join(folder, 'none', 'file'), 50_000)).rejects.toMatchObject({ code: 'ENOENT' });
});
