import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { settled } from '../deadline.ts';

/**
 * Kills the browser and every process it started. `process.ts` made the browser the leader of its own process group. It is not
 * asked to close: its profile is thrown away anyway, and a page that hangs would make that request hang too.
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
    // No process of the group is left.
  }
  await settled(gone, 5_000);
}

/** Removes the browser's private folder, with retries: a process that was just killed may still be writing. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
