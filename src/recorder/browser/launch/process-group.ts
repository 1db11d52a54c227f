import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { settled } from '../deadline.ts';

/**
 * Ends the browser and everything it started. Killed rather than asked: the profile is thrown away, and a page that
 * hangs would make a polite close hang with it. The launcher made the browser the leader of a group of its own.
 */
export async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const gone =
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((done) => child.once('exit', () => done()));
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
  await settled(gone, 5_000);
}

/** Removes the browser's private folder; a process that has just died may still be writing, hence the retries. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
