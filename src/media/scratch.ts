import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder for files on their way into the storage. What dead processes have left there is removed after a while. */
export const scratchFolder = (folder: string) => ({
  folder,
  /** A free path in it. */
  async newPath(): Promise<string> {
    await mkdir(folder, { recursive: true });
    return join(folder, randomUUID());
  },
  /** @returns how many files were removed */
  async clear(olderThanMs: number): Promise<number> {
    const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
    let removed = 0;
    for (const path of names.map((name) => join(folder, name))) {
      const found = await stat(path).catch(ignoreMissing);
      if (!found || Date.now() - found.mtimeMs < olderThanMs) continue;
      await rm(path, { force: true });
      removed++;
    }
    return removed;
  },
});

export const codeOf = (fault: unknown) => (fault as NodeJS.ErrnoException).code;

export function ignoreMissing(fault: unknown): null {
  const code = codeOf(fault);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw fault;
}
