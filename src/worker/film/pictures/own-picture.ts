import { buffer } from 'node:stream/consumers';
import type { Sql } from 'postgres';
import { backgroundIdIn, filesOfBackground } from '../../../domain/backgrounds/backgrounds.ts';
import type { MediaStorage } from '../../../media/index.ts';

/** Reads an uploaded background by the address that its upload returned; null for any other address. */
export async function readOwnPicture(sql: Sql, media: MediaStorage, url: string): Promise<Uint8Array | null> {
  const backgroundId = backgroundIdIn(url);
  const files = backgroundId && (await filesOfBackground(sql, backgroundId));
  if (!files || !(await media.head(files.imageKey))) return null;
  return buffer(media.read(files.imageKey));
}
