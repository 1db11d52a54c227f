import { randomUUID } from 'node:crypto';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A control group whose processes take no more than a share of the processors. */
export interface ProcessorShare {
  /** Where a process writes its number to become a member. What it starts later is one as well. */
  membersPath: string;
  remove(): Promise<void>;
}

const root = '/sys/fs/cgroup';
const periodUs = 100_000;

/**
 * @param processors how many, such as 0.45
 * @returns null where this machine lets us make no such group
 */
export async function makeProcessorShare(processors: number): Promise<ProcessorShare | null> {
  const name = `showreel-bench-${randomUUID()}`;
  const quotaUs = Math.round(processors * periodUs);
  return (
    (await made(join(root, name), [['cpu.max', `${quotaUs} ${periodUs}`]])) ??
    (await made(join(root, 'cpu', name), [
      ['cpu.cfs_period_us', `${periodUs}`],
      ['cpu.cfs_quota_us', `${quotaUs}`],
    ]))
  );
}

async function made(folder: string, settings: [string, string][]): Promise<ProcessorShare | null> {
  try {
    await mkdir(folder);
  } catch {
    return null;
  }
  try {
    // The kernel has these files already. A folder that is no control group must not get any.
    for (const [file, value] of settings) await writeFile(join(folder, file), value, { flag: 'r+' });
  } catch {
    await rmdir(folder);
    return null;
  }
  return { membersPath: join(folder, 'cgroup.procs'), remove: () => rmdir(folder) };
}
