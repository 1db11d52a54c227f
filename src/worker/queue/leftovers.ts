import { readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from '../../log.ts';
import type { DeadWorker } from './lease.ts';

/** The folder of one worker, for the files of its runs. Nobody else keeps files there. */
export const workerFolder = (dataDir: string, workerId: string) => resolve(dataDir, 'tmp', workerId);

/**
 * Removes what dead workers of this host left behind: first their processes, since a browser can outlive its parent's SIGKILL,
 * then their files. The files of a worker on another host are removed by the next worker there.
 */
export async function removeLeftovers(dataDir: string, dead: DeadWorker[], log: Logger): Promise<void> {
  for (const worker of dead) {
    log.warn({ workerId: worker.id, host: worker.host }, 'a worker died; what it held was released');
    if (worker.host === hostname()) await clearFolder(workerFolder(dataDir, worker.id));
  }
}

/** Ends the processes that work in `folder` and removes it. */
export async function clearFolder(folder: string): Promise<void> {
  await endProcessesIn(folder);
  // A dying browser may still write files: the removal is tried again while the folder is not empty.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/**
 * Kills every process that has the path of `folder` in its command line or environment: the browser has its profile there,
 * ffmpeg its output. The path holds the worker's id, so no foreign process can match. This works on Linux only; elsewhere the
 * browser ends when its pipe closes, and ffmpeg when its input does.
 * @returns how many processes were killed
 */
export async function endProcessesIn(folder: string): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  let ended = 0;
  for (const pid of pids) {
    if (pid === process.pid || !(await mentions(pid, folder))) continue;
    try {
      process.kill(pid, 'SIGKILL');
      ended++;
    } catch {
      // The process ended between the look-up and the kill.
    }
  }
  return ended;
}

async function mentions(pid: number, path: string): Promise<boolean> {
  for (const source of ['cmdline', 'environ']) {
    const text = await readFile(join('/proc', String(pid), source), 'utf8').catch(() => '');
    if (text.includes(path)) return true;
  }
  return false;
}

/**
 * Removes the folders of workers that are no longer registered, as after a crash of the whole machine.
 * @param living returns the ids of the registered workers. It is called after the folders were listed: a worker that registers
 *   in between has no folder in that list.
 */
export async function clearForgotten(
  dataDir: string,
  living: () => Promise<string[]>,
  log: Logger,
): Promise<void> {
  const folders = await readdir(resolve(dataDir, 'tmp')).catch(() => []);
  const known = new Set(await living());
  for (const name of folders.filter((folder) => folder.startsWith('worker_') && !known.has(folder))) {
    log.info({ workerId: name }, 'removing the files of a worker that is gone');
    await clearFolder(workerFolder(dataDir, name));
  }
}
