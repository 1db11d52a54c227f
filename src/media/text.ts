import { text } from 'node:stream/consumers';
import { putBytes } from './bytes.ts';
import type { MediaStorage } from './index.ts';

/** Stores a small text as an object. It appears complete or not at all. */
export const putText = (media: MediaStorage, key: string, content: string): Promise<void> =>
  putBytes(media, key, content);

/** Reads a small text; null where there is no such object. */
export async function readText(media: MediaStorage, key: string): Promise<string | null> {
  return (await media.head(key)) ? text(media.read(key)) : null;
}
