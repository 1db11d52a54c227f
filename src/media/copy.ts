import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { sha256Of } from './content-hash.ts';
import type { MediaStorage } from './index.ts';
import { codeOf } from './scratch.ts';

export interface Copied {
  /** Objects that were copied, and read back from where they are now. */
  copied: number;
  copiedBytes: number;
  /** Objects that were there already, with the same size and the same content. */
  same: number;
  /** Objects that the service deleted meanwhile. */
  gone: number;
}

/**
 * Copies every object that is not there, or is there with another content. What was copied is read back and compared by its SHA-256. It may
 * run beside the service, and goes on where it was interrupted.
 * @throws Error that names the object where what comes back differs
 */
export async function copyMedia(
  from: MediaStorage,
  to: MediaStorage,
  onObject: (count: number) => void = () => undefined,
): Promise<Copied> {
  const done: Copied = { copied: 0, copiedBytes: 0, same: 0, gone: 0 };
  for await (const key of from.list('')) {
    const [source, target] = await Promise.all([from.head(key), to.head(key)]);
    const sha256 = source && (await from.sha256(key));
    if (!source || !sha256) done.gone++;
    else if (target?.sizeBytes === source.sizeBytes && (await to.sha256(key)) === sha256) done.same++;
    else if (await copyObject(from, to, key)) {
      done.copied++;
      done.copiedBytes += source.sizeBytes;
    } else done.gone++;
    onObject(done.copied + done.same + done.gone);
  }
  return done;
}

/** @returns false where the object is gone by now */
async function copyObject(from: MediaStorage, to: MediaStorage, key: string): Promise<boolean> {
  const path = await to.newScratchPath();
  try {
    await pipeline(from.read(key), createWriteStream(path, { mode: 0o600 }));
    const sha256 = await sha256Of(createReadStream(path));
    await to.putFile(key, path);
    if ((await sha256Of(to.read(key))) !== sha256)
      throw new Error(
        `${to.locate(key)} came back with another content than was copied. Run the same command again.`,
      );
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && (await from.head(key)) === null) return false;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
