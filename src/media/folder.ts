import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { sha256Of } from './content-hash.ts';
import type { MediaObject, MediaStorage } from './index.ts';
import { isSegment, requireSlash, segmentsOf } from './keys.ts';
import { ObjectReplaced } from './object-replaced.ts';
import { codeOf, ignoreMissing, scratchFolder } from './scratch.ts';

/**
 * Object storage in a folder of this machine. An object is written beside its place and then renamed into it. A reader therefore sees
 * the old object or the new one and never a part of one, also after a power failure.
 */
export function folderStorage(root: string): MediaStorage {
  const base = resolve(root);
  const incomings = scratchFolder(join(base, '.incoming'));
  const scratch = incomings.folder;
  const pathOf = (key: string) => join(base, ...segmentsOf(key));

  return {
    async putFile(key, source) {
      const target = pathOf(key);
      const incoming = await incomings.newPath();
      await mkdir(dirname(target), { recursive: true });
      try {
        await moveOrCopy(source, incoming);
        await flush(incoming);
        await rename(incoming, target);
        await flush(dirname(target));
      } catch (fault) {
        await rm(incoming, { force: true });
        throw fault;
      }
      return describe(key, await stat(target, { bigint: true }));
    },

    async head(key) {
      const found = await stat(pathOf(key), { bigint: true }).catch(ignoreMissing);
      return found?.isFile() ? describe(key, found) : null;
    },

    read(key, range, etag) {
      const path = pathOf(key);
      if (etag === undefined) return createReadStream(path, range ?? {});
      return Readable.from(readThat(path, key, range ?? {}, etag), { objectMode: false });
    },

    sha256: (key) => sha256Of(createReadStream(pathOf(key))).catch(ignoreMissing),

    list: (prefix) => keysBelow(base, prefix),

    async delete(key) {
      const path = pathOf(key);
      await unlink(path).catch(ignoreMissing);
      await removeEmptyFolders(dirname(path), base);
    },

    async deletePrefix(prefix) {
      requireSlash(prefix);
      const path = pathOf(prefix.slice(0, -1));
      await rm(path, { recursive: true, force: true });
      await removeEmptyFolders(dirname(path), base);
    },

    newScratchPath: incomings.newPath,

    clearScratch: incomings.clear,

    locate: pathOf,

    direct: null,

    async check() {
      await mkdir(scratch, { recursive: true });
      const probe = join(scratch, `probe-${randomUUID()}`);
      try {
        await writeFile(probe, 'ok');
      } finally {
        await rm(probe, { force: true });
      }
      const { bavail, bsize } = await statfs(scratch);
      if (bavail * bsize < leastFreeBytes)
        throw new Error(`only ${Math.floor((bavail * bsize) / 2 ** 20)} MB are free in the media folder`);
    },
  };
}

/** Reads from the file that it has opened, so that another one cannot come in between. */
async function* readThat(
  path: string,
  key: string,
  range: { start?: number; end?: number },
  etag: string,
): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    if (describe(key, await file.stat({ bigint: true })).etag !== etag) throw new ObjectReplaced(key);
    yield* file.createReadStream({ ...range, autoClose: false });
  } finally {
    await file.close();
  }
}

/** The scratch folder is left out, since its name begins with a dot. A folder that goes meanwhile has no keys. */
async function* keysBelow(base: string, prefix: string): AsyncGenerator<string> {
  const folder = prefix === '' ? base : join(base, ...segmentsOf(prefix.replace(/\/$/, '')));
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries.filter(({ name }) => isSegment(name))) {
    if (entry.isDirectory()) yield* keysBelow(base, `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield `${prefix}${entry.name}`;
  }
}

/** Room for the files of a film, which are 2 to 12 MB, and for those that are being made beside it. */
const leastFreeBytes = 32 * 2 ** 20;

/** Size, time in nanoseconds and inode change whenever a rename puts another file there. */
function describe(
  key: string,
  found: { size: bigint; mtimeNs: bigint; ino: bigint; mtime: Date },
): MediaObject {
  const identity = [key, found.size, found.mtimeNs, found.ino].join('\n');
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { sizeBytes: Number(found.size), etag, modifiedAt: found.mtime };
}

async function moveOrCopy(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (fault) {
    if (codeOf(fault) !== 'EXDEV') throw fault;
    await copyFile(source, target);
    await unlink(source);
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeEmptyFolders(from: string, base: string): Promise<void> {
  for (let path = from; path.startsWith(`${base}/`); path = dirname(path)) {
    try {
      await rmdir(path);
    } catch {
      return;
    }
  }
}
