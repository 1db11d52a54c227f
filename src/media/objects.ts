import { buffer } from 'node:stream/consumers';
import { putBytes } from './bytes.ts';
import type { MediaStorage } from './index.ts';

/** Objects that are read and written in one piece. */
export const wholeObjects = (media: MediaStorage) => ({
  has: async (key: string): Promise<boolean> => (await media.head(key)) !== null,
  read: async (key: string): Promise<Buffer | null> =>
    (await media.head(key)) ? buffer(media.read(key)) : null,
  put: (key: string, bytes: Buffer): Promise<void> => putBytes(media, key, bytes),
});
