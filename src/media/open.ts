import { join } from 'node:path';
import type { BucketSettings } from './bucket/settings.ts';
import { folderStorage } from './folder.ts';
import type { MediaStorage } from './index.ts';

interface Place {
  dataDir: string;
  /** null: the media are in the data folder. */
  bucket: BucketSettings | null;
}

/** Opens the storage that the settings name: a bucket, or the folder `media` of the data folder. */
export async function openMedia({ dataDir, bucket }: Place): Promise<MediaStorage> {
  if (bucket === null) return folderMedia(dataDir);
  const { bucketStorage } = await import('./bucket/index.ts');
  return bucketStorage(bucket, join(dataDir, 'media', '.incoming'));
}

export const folderMedia = (dataDir: string): MediaStorage => folderStorage(join(dataDir, 'media'));
