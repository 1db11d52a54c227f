import { chmod, chown, lstat, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordingFault } from '../../contract/fault.ts';
import type { Identity } from './identity.ts';
import { removeFolder } from './process-group.ts';

/**
 * Makes a folder that only the browser may use. The browser's own user may not enter the job's folder in `tempDir`, which lies in the
 * service's data, so its folder lies in the machine's temporary folder.
 */
export async function makePrivateFolder(tempDir: string, identity: Identity | null): Promise<string> {
  if (identity === null) {
    await mkdir(tempDir, { recursive: true });
    return mkdtemp(join(tempDir, 'browser-'));
  }
  const shared = join(tmpdir(), `showreel-browsers-${process.getuid?.()}`);
  await mkdir(shared, { recursive: true, mode: 0o711 });
  await checkOwner(shared);
  await removeForgotten(shared);
  const folder = await mkdtemp(join(shared, `${process.pid}-`));
  await chown(folder, identity.uid, identity.gid);
  return folder;
}

/** Every user of the machine may write to the temporary folder, so a folder of somebody else may stand there. */
export async function checkOwner(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === (process.getuid?.() ?? 0) && (found.mode & 0o022) === 0) return;
  throw new RecordingFault('browser', `${folder} belongs to somebody else; remove it and try again.`);
}

/** Lets every user read and run what the service has unpacked: the browser runs as another user than the service. */
export async function openToReaders(folder: string): Promise<void> {
  for (const entry of [
    folder,
    ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
  ]) {
    const found = await lstat(entry);
    const mode = found.mode | ((found.mode & 0o500) >> 3) | ((found.mode & 0o500) >> 6);
    if (!found.isSymbolicLink() && mode !== found.mode) await chmod(entry, mode & 0o7777);
  }
}

/** Removes the folders of processes that have ended. A killed process could not remove its own. */
async function removeForgotten(shared: string): Promise<void> {
  const folders = await readdir(shared);
  await Promise.all(
    folders
      .filter((name) => !isRunning(Number.parseInt(name, 10)))
      .map((name) => removeFolder(join(shared, name))),
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}
