import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { DirectMedia } from '../index.ts';
import { createClient } from './client.ts';
import type { BucketSettings } from './settings.ts';

/**
 * Addresses that the bucket itself answers. All that are signed within half a lifetime are the same, so that browsers find again what they
 * have. Browsers ask the bucket whether theirs is still the latest, as they would ask the service.
 */
export function directMedia(
  settings: BucketSettings,
  { endpoint, lifetimeSec }: NonNullable<BucketSettings['direct']>,
  placeOf: (key: string) => string,
): DirectMedia {
  const client = createClient(settings, endpoint ?? settings.endpoint, { maxAttempts: 1, socketTimeout: 0 });
  const stepMs = (lifetimeSec * 1000) / 2;
  return {
    origin: originOf(settings, endpoint ?? settings.endpoint),
    lifetimeSec,
    addressOf(key, { type, fileName, isDownload }) {
      const get = new GetObjectCommand({
        Bucket: settings.bucket,
        Key: placeOf(key),
        ResponseContentType: type,
        ResponseContentDisposition: `${isDownload ? 'attachment' : 'inline'}; filename="${fileName}"`,
        ResponseCacheControl: 'private, no-cache',
      });
      const signingDate = new Date(Math.floor(Date.now() / stepMs) * stepMs);
      return getSignedUrl(client, get, { expiresIn: lifetimeSec, signingDate });
    },
  };
}

/** Where the bucket's addresses begin. */
function originOf({ bucket, region, pathStyle }: BucketSettings, endpoint: string | null): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return `${url.protocol}//${pathStyle ? '' : `${bucket}.`}${url.host}`;
}
