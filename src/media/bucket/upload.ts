import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { sha256Of } from '../content-hash.ts';
import type { Bucket } from './client.ts';
import { hashName, storedHash } from './stored-hash.ts';
import { contentTypeOf } from './types.ts';

/** Larger files go in parts of this size, so that a fault costs one part, and memory holds two. */
const partBytes = 8 * 2 ** 20;
/** S3 takes 10,000 at most. */
const mostParts = 9_000;
const partsAtATime = 2;

/** Uploads a file. The object is there when everything has arrived, and not before. @returns what has to be there now */
export async function upload(
  bucket: Bucket,
  key: string,
  path: string,
): Promise<{ sizeBytes: number; sha256: string }> {
  const file = await open(path, 'r');
  try {
    const { size: sizeBytes } = await file.stat();
    const sha256 = await sha256Of(file.createReadStream({ start: 0, autoClose: false }));
    const into = { Bucket: bucket.name, Key: key };
    const about = { ContentType: contentTypeOf(key), Metadata: { [hashName]: sha256 } };
    if (sizeBytes <= partBytes) {
      const body = await piece(file, 0, sizeBytes);
      const put = new PutObjectCommand({ ...into, ...about, ...body });
      await bucket.ask((client, abortSignal) => client.send(put, { abortSignal }), storing(key));
    } else await uploadInParts(bucket, { file, sizeBytes, sha256 }, into, about);
    return { sizeBytes, sha256 };
  } finally {
    await file.close();
  }
}

const storing = (key: string, signal?: AbortSignal) => ({ doing: `store ${key}`, sends: true, signal });

async function uploadInParts(
  bucket: Bucket,
  { file, sizeBytes, sha256 }: { file: FileHandle; sizeBytes: number; sha256: string },
  into: { Bucket: string; Key: string },
  about: { ContentType: string; Metadata: Record<string, string> },
): Promise<void> {
  const create = new CreateMultipartUploadCommand({ ...into, ...about });
  const begun = await bucket.ask(
    (client, abortSignal) => client.send(create, { abortSignal }),
    storing(into.Key),
  );
  const upload = { ...into, UploadId: begun.UploadId! };
  try {
    const MultipartUpload = { Parts: await sendParts(bucket, file, sizeBytes, upload) };
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload });
    await bucket.ask((client, abortSignal) => client.send(complete, { abortSignal }), {
      doing: `complete ${into.Key}`,
      sends: true,
    });
  } catch (error) {
    // The answer to the last request may be lost, and the object there.
    if ((await storedHash(bucket, into.Key).catch(() => null)) === sha256) return;
    const abort = new AbortMultipartUploadCommand(upload);
    await bucket
      .ask((client, abortSignal) => client.send(abort, { abortSignal }), {
        doing: `take back ${into.Key}`,
      })
      // Where it cannot be taken back now, the parts are removed later.
      .catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  bucket: Bucket,
  file: FileHandle,
  sizeBytes: number,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<{ PartNumber: number; ETag: string }[]> {
  const eachBytes = Math.max(partBytes, Math.ceil(sizeBytes / mostParts));
  const count = Math.ceil(sizeBytes / eachBytes);
  const sent: { PartNumber: number; ETag: string }[] = [];
  const failed = new AbortController();
  let next = 0;
  const sendSome = async () => {
    while (next < count && !failed.signal.aborted) {
      const index = next++;
      const start = index * eachBytes;
      const body = await piece(file, start, Math.min(eachBytes, sizeBytes - start));
      const part = new UploadPartCommand({ ...upload, ...body, PartNumber: index + 1 });
      const { ETag } = await bucket.ask(
        (client, abortSignal) => client.send(part, { abortSignal }),
        storing(upload.Key, failed.signal),
      );
      sent[index] = { PartNumber: index + 1, ETag: ETag! };
    }
  };
  const senders = Array.from({ length: partsAtATime }, () =>
    sendSome().catch((error: unknown) => {
      failed.abort(error);
    }),
  );
  await Promise.all(senders);
  failed.signal.throwIfAborted();
  return sent;
}

/** @throws Error where the file has become shorter meanwhile */
async function piece(file: FileHandle, start: number, length: number) {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error('the file became shorter while it was stored');
    filled += bytesRead;
  }
  return {
    Body: bytes,
    ContentLength: length,
    ContentMD5: createHash('md5').update(bytes).digest('base64'),
  };
}
