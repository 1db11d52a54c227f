import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// A named pipe as a reference count that the kernel keeps: it cannot be wrong after a SIGKILL, which a list of process
// ids in a file can be.
const pipeOf = (dataDir: string) => join(dataDir, 'postgres.holders');

/** Takes part in holding the server up. @returns the descriptor to release, or null where no watcher is listening. */
export function holdOpen(dataDir: string): number | null {
  try {
    return openSync(pipeOf(dataDir), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENXIO' || error.code === 'ENOENT'))
      return null;
    throw error;
  }
}

export function releaseHold(descriptor: number): void {
  closeSync(descriptor);
}

/**
 * A fresh pipe with both ends open: `hold` stays with this process, `watch` goes to the watcher and is closed here
 * afterwards. Both ends exist before the server does, so there is no moment in which a crash would leave it unwatched.
 */
export function createHold(dataDir: string): { hold: number; watch: number } {
  const path = pipeOf(dataDir);
  rmSync(path, { force: true });
  execFileSync('mkfifo', ['-m', '600', path]);
  const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const hold = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  // The watcher must block in its read, and O_NONBLOCK is shared with whoever inherits a descriptor: open once more.
  const watch = openSync(path, constants.O_RDONLY);
  closeSync(opener);
  return { hold, watch };
}
