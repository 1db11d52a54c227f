/**
 * Object storage in a bucket of an S3-compatible service. `media/open.ts` loads it where the settings name a bucket: the client takes 30 MB
 * of memory. Of ours it imports `errors` and what the folder uses too.
 */

import { rm } from 'node:fs/promises';
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { sha256Of } from '../content-hash.ts';
import type { MediaObject, MediaStorage } from '../index.ts';
import { isSegment, requireSlash, segmentsOf } from '../keys.ts';
import { scratchFolder } from '../scratch.ts';
import { type Bucket, openBucket, type Patience } from './client.ts';
import { directMedia } from './direct.ts';
import { BucketFault, unavailable } from './fault.ts';
import { removeLeftovers } from './leftovers.ts';
import { readObject } from './read.ts';
import type { BucketSettings } from './settings.ts';
import { storedHash } from './stored-hash.ts';
import { upload } from './upload.ts';

/** A deletion is a request: so many are made at a time. S3's request for many is one that not every service knows. */
const deletionsAtATime = 8;
/** Whether the bucket can be written to is tried so often. In between, a check only reads. */
const writeProbeMs = 60_000;
/** No key of ours begins with a dot, so nobody finds it among the media. */
const probeName = '.showreel-health';

/** @param scratch a folder of this machine, for files on their way into the bucket */
export function bucketStorage(settings: BucketSettings, scratch: string, patience?: Patience): MediaStorage {
  const bucket = openBucket(settings, patience);
  const incomings = scratchFolder(scratch);
  const placeOf = (key: string) => settings.prefix + segmentsOf(key).join('/');
  let probedMs = Number.NEGATIVE_INFINITY;

  const head = async (key: string): Promise<MediaObject | null> => {
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key: placeOf(key) });
    const found = await bucket.find((client, abortSignal) => client.send(command, { abortSignal }), {
      doing: `look ${key} up`,
    });
    return (
      found && {
        sizeBytes: found.ContentLength ?? 0,
        etag: found.ETag ?? '""',
        modifiedAt: found.LastModified ?? new Date(0),
      }
    );
  };
  const read: MediaStorage['read'] = (key, range, etag) => readObject(bucket, placeOf(key), range, etag);
  const remove = async (place: string) => {
    const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: place });
    await bucket.find((client, abortSignal) => client.send(command, { abortSignal }), {
      doing: `delete ${place}`,
    });
  };

  return {
    async putFile(key, path) {
      const { sizeBytes } = await upload(bucket, placeOf(key), path);
      const stored = await head(key);
      if (stored?.sizeBytes !== sizeBytes) throw unavailable(notThere(key, sizeBytes, stored));
      await rm(path, { force: true });
      return stored;
    },

    head,
    read,

    async sha256(key) {
      const known = await storedHash(bucket, placeOf(key));
      if (known) return known;
      return (await head(key)) ? sha256Of(read(key)) : null;
    },

    list: (prefix) => keysBelow(bucket, settings.prefix, prefix),

    delete: (key) => remove(placeOf(key)),

    async deletePrefix(prefix) {
      requireSlash(prefix);
      segmentsOf(prefix.slice(0, -1));
      let some: Promise<void>[] = [];
      for await (const place of placesBelow(bucket, settings.prefix + prefix)) {
        some.push(remove(place));
        if (some.length < deletionsAtATime) continue;
        await Promise.all(some);
        some = [];
      }
      await Promise.all(some);
    },

    newScratchPath: incomings.newPath,

    clearScratch: async (olderThanMs) =>
      (await incomings.clear(olderThanMs)) + (await removeLeftovers(bucket, settings.prefix, olderThanMs)),

    locate: (key) => `s3://${settings.bucket}/${placeOf(key)}`,

    direct: settings.direct && directMedia(settings, settings.direct, placeOf),

    async check() {
      const isDue = performance.now() - probedMs > writeProbeMs;
      // To HEAD nobody would say whether the key or the bucket is wrong.
      const command = isDue
        ? new PutObjectCommand({ Bucket: bucket.name, Key: settings.prefix + probeName, Body: 'ok' })
        : new ListObjectsV2Command({ Bucket: bucket.name, Prefix: settings.prefix, MaxKeys: 1 });
      await bucket.ask((client, abortSignal) => client.send(command as PutObjectCommand, { abortSignal }), {
        doing: isDue ? 'write to the bucket' : 'list the bucket',
      });
      if (isDue) probedMs = performance.now();
    },
  };
}

const notThere = (key: string, sizeBytes: number, stored: MediaObject | null) =>
  new BucketFault(
    'Incomplete',
    500,
    `could not store ${key}: it has ${stored?.sizeBytes ?? 'no'} bytes there, and not ${sizeBytes}.`,
  );

/** What is not ours in a bucket that others use too is left out. */
async function* keysBelow(bucket: Bucket, own: string, prefix: string): AsyncGenerator<string> {
  for await (const place of placesBelow(bucket, own + prefix)) {
    const key = place.slice(own.length);
    if (key.split('/').every(isSegment)) yield key;
  }
}

async function* placesBelow(bucket: Bucket, prefix: string): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const list = new ListObjectsV2Command({
      Bucket: bucket.name,
      Prefix: prefix,
      ContinuationToken: token,
    });
    const page = await bucket.ask((client, abortSignal) => client.send(list, { abortSignal }), {
      doing: 'list the bucket',
    });
    for (const { Key } of page.Contents ?? []) if (Key) yield Key;
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token);
}
