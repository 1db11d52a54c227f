import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes the folder for all that the service keeps, so that no other user of the machine can list it or read in it: it holds pictures of
 * pages and of failures. PostgreSQL runs as another user where the service is root, and has to pass through to its own folder. Folders
 * that an earlier version left open are closed.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await makeFolder(dataDir, 0o711);
  for (const name of ['media', 'tmp']) await makeFolder(join(dataDir, name), 0o700);
}

async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true, mode });
  await chmod(path, mode).catch((cause: NodeJS.ErrnoException) => {
    // A folder that an operator has mounted may belong to somebody else, who decides about it.
    if (cause.code !== 'EPERM') throw cause;
  });
}
