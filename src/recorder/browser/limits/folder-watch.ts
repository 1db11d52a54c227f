import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A page writes up to 0.7 GB in a second through the file system of its origin, and goes as far above the limit. Usual pages keep 85 files. */
const lookMs = 1_000;
/** A file without content takes room too, and a page may make files without end. */
const leastBytes = 4_096;
/** So many at once: more threads than Node has for files gain nothing. */
const atOnce = 16;

/**
 * Watches what a browser keeps on disk (databases, caches, files of its pages), and calls `onOver` once when that is more than `mostBytes`.
 * The quota that Chromium gives an origin is a share of the disk, 60 % of it by default.
 */
export function watchFolder(folder: string, mostBytes: number, onOver: () => void): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const look = async () => {
    const isOver = (await sizeOf(folder, mostBytes)) > mostBytes;
    if (isStopped) return;
    if (isOver) onOver();
    else again();
  };
  const again = () => {
    timer = setTimeout(() => void look(), lookMs).unref();
  };
  again();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The room that a folder takes on disk, in bytes. Counting ends once it is more than `mostBytes`. What cannot be read counts nothing. */
async function sizeOf(folder: string, mostBytes: number): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries.filter((one) => one.isDirectory()))
    if (bytes <= mostBytes) bytes += leastBytes + (await sizeOf(join(folder, entry.name), mostBytes - bytes));
  const files = entries.filter((one) => !one.isDirectory());
  for (let next = 0; next < files.length && bytes <= mostBytes; next += atOnce) {
    const some = files.slice(next, next + atOnce).map(({ name }) => roomOf(join(folder, name)));
    for (const room of await Promise.all(some)) bytes += room;
  }
  return bytes;
}

async function roomOf(path: string): Promise<number> {
  try {
    // Blocks of 512 bytes: a file with a hole is larger than what it takes.
    return Math.max(leastBytes, (await lstat(path)).blocks * 512);
  } catch {
    return 0;
  }
}
