import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

const extensions = new Set(['.mp3', '.m4a', '.ogg', '.opus', '.flac', '.wav']);
/** An hour of MP3 has 60 MB. */
const mostBytes = 200 * 2 ** 20;
const mostNameLetters = 100;

/** A piece of music in the operator's folder. */
export interface Music {
  /** The file's name without its extension. */
  name: string;
  path: string;
}

/**
 * The music in the folder, by name. Files in folders below it, hidden files and files of other kinds are passed over. Of two files of one
 * name, the first counts.
 * @param folder null where the operator has named none
 */
export async function listMusic(folder: string | null): Promise<Music[]> {
  if (folder === null) return [];
  const found = new Map<string, Music>();
  // A folder that is not there is like an empty one; `start` tells the operator of both.
  for (const file of (await readdir(folder).catch(() => [])).sort()) {
    const extension = extname(file).toLowerCase();
    const name = file.slice(0, -extension.length || undefined).normalize('NFC');
    if (!extensions.has(extension) || file.startsWith('.') || name.length > mostNameLetters) continue;
    const path = join(folder, file);
    const about = await stat(path).catch(() => null);
    if (about?.isFile() && about.size > 0 && about.size <= mostBytes && !found.has(name))
      found.set(name, { name, path });
  }
  return [...found.values()];
}

/** Stands for a piece of the folder. A demo gets the same one with each of its versions, as long as it is there. */
export const anyMusic = 'any';

/** @param demoId decides which piece `any` is @returns null where there is none of this name */
export async function findMusic(folder: string | null, name: string, demoId: string): Promise<Music | null> {
  const all = await listMusic(folder);
  if (name !== anyMusic) return all.find((one) => one.name === name.normalize('NFC')) ?? null;
  const place = createHash('sha256').update(demoId).digest().readUInt32BE(0);
  return all[place % Math.max(1, all.length)] ?? null;
}
