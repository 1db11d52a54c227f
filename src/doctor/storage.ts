import { randomBytes, randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import type { MediaStorage } from '../media/index.ts';
import { type Finding, failed, ok, sentenceOf, warned } from './check.ts';
import { tryDirect } from './direct-media.ts';

/** A film and what it is made of take some 50 MB while it is made, so this is room for twenty at a time. */
const comfortableBytes = 2 ** 30;

export async function tryDataFolder(dataDir: string): Promise<Finding[]> {
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, 'ok', { mode: 0o600 });
  } catch (error) {
    const advice = `Let the service's user write to ${dataDir}, or name another folder in SHOWREEL_DATA_DIR. The first start of the service makes it.`;
    return [failed(sentenceOf(error), advice)];
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${Math.floor((bavail * bsize) / 2 ** 20).toLocaleString('en')} MB are free in ${dataDir}`;
  return [bavail * bsize < comfortableBytes ? warned(free, 'Give it 1 GB or more.') : ok(free)];
}

/** More than a bucket takes as one piece (`media/bucket/upload.ts`): most films go in parts. */
const largeBytes = 9 * 2 ** 20;
/** Nothing is that old, so nothing is removed. */
const neverMs = 10 * 365 * 24 * 60 * 60_000;

/** Stores an object, reads it and a part of it, lets a browser do so where it may, and deletes it. */
export async function tryMedia(media: MediaStorage, bucket: Config['bucket']): Promise<Finding[]> {
  const key = `doctor/${randomUUID()}.bin`;
  const content = randomBytes(4096);
  let doing = 'store an object';
  try {
    await media.check();
    const path = await media.newScratchPath();
    await writeFile(path, content, { mode: 0o600 });
    await media.putFile(key, path);
    doing = 'read it';
    if ((await media.head(key))?.sizeBytes !== content.length) throw new Error('it has another size');
    if (!content.equals(await buffer(media.read(key)))) throw new Error('it has other bytes');
    doing = 'read a range of it';
    const range = await buffer(media.read(key, { start: 100, end: 199 }));
    if (!range.equals(content.subarray(100, 200))) throw new Error('it has other bytes');
    const direct = media.direct ? await tryDirect(media.direct, key, content) : [];
    doing = 'delete it';
    await media.delete(key);
    if (await media.head(key)) throw new Error('it is still there');
    if (bucket) {
      doing = 'store an object in parts';
      const large = await media.newScratchPath();
      await writeFile(large, Buffer.alloc(largeBytes), { mode: 0o600 });
      await media.putFile(key, large).finally(() => rm(large, { force: true }));
      doing = 'list objects';
      if (!(await includes(media.list('doctor/'), key)))
        throw new Error('the one just stored is not among them');
      doing = 'list uploads that came to nothing';
      await media.clearScratch(neverMs);
      await media.delete(key);
    }
    const where = bucket ? ` in the bucket ${bucket.bucket}` : '';
    const parts = bucket ? ', and so was a large one in parts' : '';
    return [ok(`an object was stored, read, read in part, and deleted${where}${parts}`), ...direct];
  } catch (error) {
    const advice = bucket
      ? 'The key needs the rights GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListMultipartUploadParts, ListBucket and ListBucketMultipartUploads.'
      : 'Look at the rights and the free space of the folder `media` in SHOWREEL_DATA_DIR.';
    const { cause } = error as { cause?: unknown };
    return [
      failed(`could not ${doing}: ${sentenceOf(bucket && cause instanceof Error ? cause : error)}`, advice),
    ];
  } finally {
    await media.delete(key).catch(() => undefined);
  }
}

async function includes(keys: AsyncIterable<string>, wanted: string): Promise<boolean> {
  for await (const key of keys) if (key === wanted) return true;
  return false;
}
