import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { MediaStorage } from './index.ts';

/** A small text as an object: whole or not at all, like any other. */
export async function putText(media: MediaStorage, key: string, content: string): Promise<void> {
  const path = join(tmpdir(), `showreel-${randomUUID()}`);
  try {
    await writeFile(path, content, { mode: 0o600 });
    await media.putFile(key, path);
  } finally {
    await rm(path, { force: true });
  }
}

/** null where there is no such object. */
export async function readText(media: MediaStorage, key: string): Promise<string | null> {
  return (await media.head(key)) ? text(media.read(key)) : null;
}
