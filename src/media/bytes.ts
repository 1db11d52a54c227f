import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaStorage } from './index.ts';

/** Stores bytes or a text as an object. It appears complete or not at all. */
export async function putBytes(
  media: MediaStorage,
  key: string,
  content: Uint8Array | string,
): Promise<void> {
  const path = join(tmpdir(), `showreel-${randomUUID()}`);
  try {
    await writeFile(path, content, { mode: 0o600 });
    await media.putFile(key, path);
  } finally {
    await rm(path, { force: true });
  }
}
