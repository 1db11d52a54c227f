import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
} from '@aws-sdk/client-s3';
import type { Bucket } from './client.ts';

/**
 * Removes the parts of uploads that nobody has gone on with for a while: those of processes that were killed. Nobody sees such parts, but
 * they are paid for. @returns how many uploads were removed
 */
export async function removeLeftovers(bucket: Bucket, prefix: string, olderThanMs: number): Promise<number> {
  const asked = { doing: 'remove the parts of uploads that came to nothing' };
  const before = Date.now() - olderThanMs;
  let removed = 0;
  for await (const { key, uploadId, beganMs } of unfinished(bucket, prefix)) {
    if (beganMs > before) continue;
    const upload = { Bucket: bucket.name, Key: key, UploadId: uploadId };
    const list = new ListPartsCommand(upload);
    const listed = await bucket.find((client, abortSignal) => client.send(list, { abortSignal }), asked);
    // It has come to its end meanwhile.
    if (!listed) continue;
    const newestMs = Math.max(...(listed.Parts ?? []).map((part) => part.LastModified?.getTime() ?? 0), 0);
    // A large file on a slow line has more parts than one page lists, and is at work.
    if (newestMs > before || listed.IsTruncated) continue;
    const abort = new AbortMultipartUploadCommand(upload);
    if (await bucket.find((client, abortSignal) => client.send(abort, { abortSignal }), asked)) removed++;
  }
  return removed;
}

async function* unfinished(bucket: Bucket, prefix: string) {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const list = new ListMultipartUploadsCommand({ Bucket: bucket.name, Prefix: prefix, ...after });
    const page = await bucket.ask((client, abortSignal) => client.send(list, { abortSignal }), {
      doing: 'list unfinished uploads',
    });
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId) yield { key: Key, uploadId: UploadId, beganMs: Initiated?.getTime() ?? 0 };
    if (!page.IsTruncated) return;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
