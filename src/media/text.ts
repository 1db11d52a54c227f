import { text } from 'node:stream/consumers';
import { putBytes } from './bytes.ts';
import type { MediaStorage } from './index.ts';

/** A small text as an object: whole or not at all, like any other. */
export const putText = (media: MediaStorage, key: string, content: string): Promise<void> =>
  putBytes(media, key, content);

/** null where there is no such object. */
export async function readText(media: MediaStorage, key: string): Promise<string | null> {
  return (await media.head(key)) ? text(media.read(key)) : null;
}
