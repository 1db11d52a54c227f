import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListMultipartUploadsCommand, ListPartsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bucketStorage } from '../../src/media/bucket/index.ts';
import type { BucketSettings } from '../../src/media/bucket/settings.ts';
import { ObjectReplaced } from '../../src/media/object-replaced.ts';
import { type Fate, startBucketProxy } from '../support/bucket-proxy.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { type Gateway, startGateway } from '../support/radosgw.ts';
import { until, within } from '../support/within.ts';

describe('media in a bucket', () => {
  let gateway: Gateway;
  let folder: string;
  let buckets = 0;

  beforeAll(async () => {
    gateway = await startGateway();
    folder = await mkdtemp(join(tmpdir(), 'showreel-bucket-'));
  });
  afterAll(async () => {
    await gateway?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const newBucket = async (): Promise<BucketSettings> => {
    const bucket = `media-${++buckets}`;
    await gateway.createBucket(bucket);
    return { ...settingsFor(gateway), bucket };
  };
  const open = (settings: BucketSettings, mostMs = 15_000) =>
    bucketStorage(settings, join(folder, 'scratch'), { answerMs: mostMs, standstillMs: mostMs });
  /** For what takes longer than that. Everything else could do so too on a busy machine. */
  const hastyMs = 1_500;
  const file = async (content: string | Buffer) => {
    const path = join(folder, `source-${randomBytes(6).toString('hex')}`);
    await writeFile(path, content);
    return path;
  };
  const through = async (settings: BucketSettings, decide: Parameters<typeof startBucketProxy>[1]) => {
    const proxy = await startBucketProxy(gateway.endpoint, decide);
    onTestFinished(proxy.stop);
    return { ...settings, endpoint: proxy.endpoint };
  };
  const unfinished = async ({ bucket }: BucketSettings) =>
    (await gateway.client().send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];

  test('an object comes back whole and in ranges, and its file is gone', async () => {
    const media = open(await newBucket());
    const path = await file('0123456789');
    const put = await media.putFile('demos/d1/v1/video.mp4', path);
    expect(put).toMatchObject({ sizeBytes: 10, etag: expect.stringMatching(/^"\w+"$/) });
    expect(existsSync(path)).toBe(false);
    expect(await media.head('demos/d1/v1/video.mp4')).toEqual(put);
    expect(await text(media.read('demos/d1/v1/video.mp4'))).toBe('0123456789');
    expect(await text(media.read('demos/d1/v1/video.mp4', { start: 2, end: 4 }))).toBe('234');
    expect(await media.sha256('demos/d1/v1/video.mp4')).toBe(sha256('0123456789'));
    const empty = await media.putFile('a/empty.txt', await file(''));
    expect(empty.sizeBytes).toBe(0);
    expect(await text(media.read('a/empty.txt'))).toBe('');
  });

  test('a file of 20 MB goes in three parts and comes back as it was', async () => {
    const settings = await newBucket();
    const content = randomBytes(20 * 2 ** 20);
    const parts: string[] = [];
    const media = open(
      await through(settings, ({ method, url }) => {
        const [, part] = /partNumber=(\d+)/.exec(url!) ?? [];
        if (method === 'PUT' && part) parts.push(part);
        return 'on';
      }),
    );
    const { etag } = await media.putFile('demos/d1/v1/video.mp4', await file(content));
    expect(parts.sort()).toEqual(['1', '2', '3']);
    expect(etag).toMatch(/-3"$/);
    expect((await buffer(media.read('demos/d1/v1/video.mp4'))).equals(content)).toBe(true);
    const across = { start: 8 * 2 ** 20 - 5, end: 8 * 2 ** 20 + 4 };
    const range = await buffer(media.read('demos/d1/v1/video.mp4', across));
    expect(range.equals(content.subarray(across.start, across.end + 1))).toBe(true);
    expect(await media.sha256('demos/d1/v1/video.mp4')).toBe(sha256(content));
  });

  test('an upload that fails leaves neither an object nor parts, and keeps the file', async () => {
    const settings = await newBucket();
    const refused: Fate = { status: 403, type: 'application/xml; charset=utf-8', body: quotaExceeded };
    const media = open(await through(settings, ({ url }) => (/partNumber=3/.test(url!) ? refused : 'on')));
    const path = await file(randomBytes(20 * 2 ** 20));
    const error = await media.putFile('a/b.bin', path).catch((e: Error) => e);
    expect(error).toMatchObject({ status: 503, code: 'storage_unavailable' });
    expect((error as Error).cause).toMatchObject({
      code: 'QuotaExceeded',
      message: expect.stringContaining('quota'),
    });
    expect(await media.head('a/b.bin')).toBeNull();
    expect(await unfinished(settings)).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });

  test('a part that is lost once is sent again', async () => {
    let isLost = false;
    const media = open(
      await through(await newBucket(), ({ url }) => {
        if (isLost || !/partNumber=2/.test(url!)) return 'on';
        isLost = true;
        return { status: 503, type: 'application/xml', body: '<Error><Code>SlowDown</Code></Error>' };
      }),
    );
    const content = randomBytes(9 * 2 ** 20);
    await media.putFile('a/b.bin', await file(content));
    expect(isLost).toBe(true);
    expect(sha256(await buffer(media.read('a/b.bin')))).toBe(sha256(content));
  });

  test('a process that is killed in the middle of an upload leaves no object, and its parts are removed', async () => {
    const settings = await newBucket();
    const slow = await through(settings, ({ url }) => (/partNumber=[34]/.test(url!) ? 'hangs' : 'on'));
    const path = await file(randomBytes(30 * 2 ** 20));
    const words = [
      join(import.meta.dirname, 'uploading.ts'),
      JSON.stringify(slow),
      'demos/d1/v1/video.mp4',
      path,
    ];
    const child = spawn(process.execPath, words, { env: childEnvironment, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => partsOf(gateway, settings), { timeout: 30_000 }).toBe(2);
    child.kill('SIGKILL');
    await ended;
    const media = open(settings);
    expect(await media.head('demos/d1/v1/video.mp4')).toBeNull();
    for await (const key of media.list('')) expect(key).toBe('nothing');
    // Somebody could still be at work on it.
    expect(await media.clearScratch(60_000)).toBe(0);
    await sleep(1_100);
    expect(await media.clearScratch(1_000)).toBe(1);
    expect(await unfinished(settings)).toEqual([]);
  });

  test('deleting a prefix takes everything below it and nothing beside it', async () => {
    const media = open({ ...(await newBucket()), prefix: 'showreel/' });
    for (const key of ['demos/d1/v1/video.mp4', 'demos/d1/v2/video.mp4', 'demos/d10/v1/video.mp4'])
      await media.putFile(key, await file('x'));
    await media.deletePrefix('demos/d1/');
    await media.deletePrefix('demos/never/');
    await media.delete('demos/never.mp4');
    expect(await media.head('demos/d1/v1/video.mp4')).toBeNull();
    expect(await media.head('demos/d10/v1/video.mp4')).not.toBeNull();
    await expect(media.deletePrefix('demos/d10')).rejects.toThrow('slash');
    expect(media.locate('demos/d10/v1/video.mp4')).toMatch(/^s3:\/\/media-\d+\/showreel\/demos\/d10/);
  });

  test('keys are listed over several pages, without what others have put into the bucket', async () => {
    const settings = { ...(await newBucket()), prefix: 'ours/' };
    const media = open(settings);
    const client = gateway.client();
    const put = (Key: string) =>
      client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: 'x' }));
    const names = Array.from({ length: 1_005 }, (_, index) => `many/${index}.txt`);
    for (let start = 0; start < names.length; start += 50)
      await Promise.all(names.slice(start, start + 50).map((name) => put(`ours/${name}`)));
    for (const foreign of ['theirs/many/x.txt', 'ours/.hidden/x', 'ours/many/with space']) await put(foreign);
    await media.check();
    const found: string[] = [];
    for await (const key of media.list('')) found.push(key);
    expect(found.sort()).toEqual(names.sort());
  });

  test('what is not there is said so', async () => {
    const media = open(await newBucket());
    expect(await media.head('a/b.png')).toBeNull();
    expect(await media.sha256('a/b.png')).toBeNull();
    await expect(text(media.read('a/b.png'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(media.head('../b.png')).rejects.toThrow('not a media key');
  });

  test('an object that was replaced since it was looked up is not read', async () => {
    const media = open(await newBucket());
    const { etag } = await media.putFile('a/b.txt', await file('first'));
    expect(await text(media.read('a/b.txt', { start: 0, end: 1 }, etag))).toBe('fi');
    await media.putFile('a/b.txt', await file('other'));
    await expect(text(media.read('a/b.txt', { start: 2, end: 4 }, etag))).rejects.toThrow(ObjectReplaced);
  });

  test.each<[string, Partial<BucketSettings>, RegExp]>([
    ['an unknown key', { accessKeyId: 'AKUNKNOWN' }, /SHOWREEL_S3_ACCESS_KEY_ID.*InvalidAccessKeyId/],
    [
      'a wrong secret',
      { secretAccessKey: 'not-the-secret' },
      /SHOWREEL_S3_SECRET_ACCESS_KEY.*SignatureDoesNotMatch/,
    ],
    ['a wrong bucket', { bucket: 'nobody-made-it' }, /no bucket nobody-made-it \(SHOWREEL_S3_BUCKET\)/],
    ['a closed port', { endpoint: 'http://127.0.0.1:1' }, /SHOWREEL_S3_ENDPOINT.*ECONNREFUSED/],
    [
      'an unknown host',
      { endpoint: 'http://bucket.invalid' },
      /SHOWREEL_S3_ENDPOINT.*(?:ENOTFOUND|EAI_AGAIN)/,
    ],
  ])('%s is named with its setting, and no secret is', async (_what, wrong, sentence) => {
    const right = await newBucket();
    const media = open({ ...right, ...wrong });
    const path = await file('x');
    const attempts = [media.check(), media.putFile('a/b.txt', path), text(media.read('a/b.txt'))];
    for (const { reason: error } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[]) {
      expect(error).toMatchObject({ status: 503, code: 'storage_unavailable' });
      expect((error.cause as Error).message).toMatch(sentence);
      const told = JSON.stringify([error, error.cause, error.stack, (error.cause as Error).stack]);
      for (const secret of [right.secretAccessKey, 'not-the-secret', 'Signature='])
        expect(told).not.toContain(secret);
    }
  });

  test('a bucket that never answers ends every request', async () => {
    const settings = await newBucket();
    await open(settings).putFile('a/b.txt', await file('x'));
    const media = open(await through(settings, () => 'hangs'), hastyMs);
    const large = await file(randomBytes(9 * 2 ** 20));
    const attempts = () =>
      Promise.allSettled([
        media.check(),
        media.head('a/b.txt'),
        text(media.read('a/b.txt')),
        media.putFile('a/c.bin', large),
      ]);
    for (const { status, reason } of (await within(8_000, attempts)) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected');
      expect(reason).toMatchObject({
        status: 503,
        detail: expect.stringContaining('did not answer in time'),
      });
    }
  });

  test('a reader who takes a break is not cut off', async () => {
    const settings = await newBucket();
    const media = open(settings, hastyMs);
    const content = randomBytes(6 * 2 ** 20);
    await open(settings).putFile('a/b.bin', await file(content));
    const chunks: Buffer[] = [];
    for await (const chunk of media.read('a/b.bin')) {
      if (chunks.length === 1) await sleep(2_500);
      chunks.push(chunk as Buffer);
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  test('while the gateway is dead the storage is unavailable, and it goes on when the gateway is back', async () => {
    const media = open(await newBucket());
    await media.putFile('a/b.txt', await file('kept'));
    await gateway.kill();
    await expect(media.head('a/b.txt')).rejects.toMatchObject({ status: 503 });
    const path = await file('later');
    await expect(media.putFile('a/c.txt', path)).rejects.toMatchObject({ status: 503, retryAfterSec: 5 });
    await gateway.revive();
    await media.putFile('a/c.txt', path);
    expect(await text(media.read('a/b.txt'))).toBe('kept');
    expect(await text(media.read('a/c.txt'))).toBe('later');
    expect(await readdir(join(folder, 'scratch')).catch(() => [])).toEqual([]);
  });

  test('a signed address gives the object, or a range of it, as what the service says it is', async () => {
    const settings = await newBucket();
    const media = open({ ...settings, direct: { endpoint: null, lifetimeSec: 600 } });
    expect(open(settings).direct).toBeNull();
    await media.putFile('demos/d1/v1/video.mp4', await file('0123456789'));
    const as = { type: 'video/mp4', fileName: 'd1.mp4', isDownload: false };
    const address = await media.direct!.addressOf('demos/d1/v1/video.mp4', as);
    expect(new URL(address).origin).toBe(media.direct!.origin);
    expect(await media.direct!.addressOf('demos/d1/v1/video.mp4', as)).toBe(address);
    const whole = await fetch(address);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline; filename="d1.mp4"',
      'cache-control': 'private, no-cache',
    });
    expect(await whole.text()).toBe('0123456789');
    const part = await fetch(address, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
    expect(await statusOf(address, { headers: { range: 'bytes=20-' } })).toBe(416);
    expect(await statusOf(address.replace('video.mp4?', 'other.mp4?'))).toBe(403);
    expect(await statusOf(address.replace('d1.mp4', 'd2.mp4'))).toBe(403);
    expect(await statusOf(address, { method: 'DELETE' })).toBe(403);
  });

  test('an address that has run out opens nothing', async () => {
    const media = open({ ...(await newBucket()), direct: { endpoint: null, lifetimeSec: 15 } });
    await media.putFile('a/b.txt', await file('x'));
    const address = await media.direct!.addressOf('a/b.txt', {
      type: 'text/plain',
      fileName: 'b.txt',
      isDownload: false,
    });
    expect(await statusOf(address)).toBe(200);
    await until(async () => (await statusOf(address)) === 403, 60_000, 500);
  });
});

const settingsFor = ({ endpoint, accessKeyId, secretAccessKey }: Gateway) => ({
  endpoint,
  accessKeyId,
  secretAccessKey,
  region: 'us-east-1',
  prefix: '',
  pathStyle: true,
  direct: null,
});

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const quotaExceeded =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>QuotaExceeded</Code><Message>full</Message></Error>';

/** The body is read too: a connection with an unread one stays taken. */
async function statusOf(address: string, init?: RequestInit): Promise<number> {
  const answer = await fetch(address, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** How many parts have arrived of the only upload that is not finished. */
async function partsOf(gateway: Gateway, { bucket }: BucketSettings): Promise<number> {
  const client = gateway.client();
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  if (!Uploads[0]) return 0;
  const { Key, UploadId } = Uploads[0];
  const { Parts = [] } = await client.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId }));
  return Parts.length;
}
