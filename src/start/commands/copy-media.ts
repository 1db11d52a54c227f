import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { type Copied, copyMedia } from '../../media/copy.ts';
import { folderMedia, openMedia } from '../../media/open.ts';

/** Copies the media between the data folder and the bucket of these settings. Where they come from, they stay. */
export async function copyServiceMedia(
  given: Config,
  to: 'bucket' | 'folder',
  onObject: (count: number) => void,
): Promise<Copied & { from: string; to: string }> {
  const { bucket } = given;
  const dataDir = resolve(given.dataDir);
  if (bucket === null)
    throw new Error('No bucket is set: SHOWREEL_S3_BUCKET, and what else README.md names for it.');
  if (!existsSync(join(dataDir, 'media')))
    throw new Error(`There is no folder media in ${dataDir}. Set SHOWREEL_DATA_DIR as for the service.`);
  const stored = await openMedia({ dataDir, bucket });
  await stored.check();
  const places = { folder: join(dataDir, 'media'), bucket: `s3://${bucket.bucket}/${bucket.prefix}` };
  const kept = folderMedia(dataDir);
  if (to === 'bucket')
    return { ...(await copyMedia(kept, stored, onObject)), from: places.folder, to: places.bucket };
  return { ...(await copyMedia(stored, kept, onObject)), from: places.bucket, to: places.folder };
}
