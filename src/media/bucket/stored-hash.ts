import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { Bucket } from './client.ts';

/** Under which name an object's metadata hold it. */
export const hashName = 'sha256';

/**
 * The SHA-256 that an object was stored with: the service had it before the bytes went out, and the bucket checked each piece by its
 * Content-MD5. null where there is no object, or one that somebody else has put there.
 */
export async function storedHash(bucket: Bucket, key: string): Promise<string | null> {
  const head = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
  const found = await bucket.find((client, abortSignal) => client.send(head, { abortSignal }), {
    doing: `look ${key} up`,
  });
  return found?.Metadata?.[hashName] ?? null;
}
