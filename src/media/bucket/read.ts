import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { ObjectReplaced } from '../object-replaced.ts';
import { type Bucket, causeOf } from './client.ts';
import { BucketFault, unavailable } from './fault.ts';

/**
 * Reads an object, or a range of it, in one request: the bytes are of one version. The bucket is asked when somebody reads, and a stream
 * that is destroyed ends its connection.
 */
export function readObject(
  bucket: Bucket,
  key: string,
  range: { start: number; end: number } | undefined,
  etag: string | undefined,
): Readable {
  const ending = new AbortController();
  let chunks: AsyncIterator<Uint8Array> | null = null;
  const begin = async () => {
    const get = new GetObjectCommand({
      Bucket: bucket.name,
      Key: key,
      Range: range && `bytes=${range.start}-${range.end}`,
      IfMatch: etag,
    });
    const asked = { doing: `read ${key}`, signal: ending.signal };
    const { Body } = await bucket.ask((client, abortSignal) => client.send(get, { abortSignal }), asked);
    return (Body as Readable)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  };
  return new Readable({
    async read() {
      try {
        chunks ??= await begin();
        const { done, value } = await within(bucket.patience.standstillMs, chunks.next(), key, ending);
        this.push(done ? null : value);
      } catch (error) {
        this.destroy(inWords(error, key));
      }
    },
    destroy(error, callback) {
      ending.abort();
      // A body whose reading was broken off may fail afterwards.
      void chunks?.return?.().catch(() => undefined);
      callback(error);
    },
  });
}

async function within<T>(
  standstillMs: number,
  next: Promise<T>,
  key: string,
  ending: AbortController,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(standingStill(key, standstillMs));
      ending.abort();
    }, standstillMs);
  });
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}

const standingStill = (key: string, standstillMs: number) =>
  unavailable(
    new BucketFault(
      'TimeoutError',
      undefined,
      `could not read ${key} to its end: SHOWREEL_S3_ENDPOINT stood still for ${standstillMs / 1000} s.`,
    ),
  );

function inWords(error: unknown, key: string): Error {
  const fault = causeOf(error);
  if (fault?.status === 412) return new ObjectReplaced(key);
  if (fault?.status === 404 && fault.code !== 'NoSuchBucket')
    return Object.assign(new Error(`there is no object ${key}`), { code: 'ENOENT' });
  return error instanceof Error ? error : new Error(String(error));
}
