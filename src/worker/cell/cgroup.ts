import { readFileSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What the kernel does not let the processes of a group go over. A thread counts as a process. */
export interface CgroupLimits {
  memoryBytes: number;
  processes: number;
}

/** Processes whose limits the kernel itself keeps. What they start belongs to them, whatever user and session it gets. */
export interface Cgroup {
  add(pid: number): Promise<void>;
  /** The limit at which the kernel has refused something or killed something; null where it has not. */
  reached(): keyof CgroupLimits | null;
  /** Kills all its processes and removes it. It may be called twice. */
  end(): Promise<void>;
}

/** Makes groups; null where the machine has no cgroup v2 that the service may use. */
export type MakeCgroup = (name: string, limits: CgroupLimits) => Promise<Cgroup>;

/**
 * Groups are made in `parent`, which has to be delegated to the service: it may write there, and no process is in it, because the kernel
 * divides the memory of a group only where all processes are further below. systemd makes such a folder where a unit says
 * `Delegate=memory pids` and `DelegateSubgroup=service`, and there it is found without being named.
 */
export async function openCgroups(parent: string | null): Promise<MakeCgroup | null> {
  const folder = parent ?? (await delegated());
  if (folder === null) return null;
  const control = join(folder, 'cgroup.subtree_control');
  try {
    // Not where it would have to be created first: that is no cgroup.
    await writeFile(control, '+memory +pids', { flag: 'r+' });
    const enabled = (await readFile(control, 'utf8')).trim().split(' ');
    if (!['memory', 'pids'].every((name) => enabled.includes(name))) return null;
  } catch {
    return null;
  }
  return (name, limits) => makeCgroup(join(folder, name), limits);
}

async function makeCgroup(folder: string, { memoryBytes, processes }: CgroupLimits): Promise<Cgroup> {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, value: number | string) => writeFile(join(folder, file), String(value));
  await mkdir(folder);
  try {
    await write('memory.max', memoryBytes);
    // All die together: a browser without its renderer would be taken for a page that crashed.
    await write('memory.oom.group', 1);
    await write('pids.max', processes);
    // Not every kernel counts the swap.
    await write('memory.swap.max', 0).catch(() => undefined);
  } catch (error) {
    await rmdir(folder);
    throw error;
  }
  return {
    add: (pid) => write('cgroup.procs', pid),
    reached() {
      if (numberOf(read('memory.events'), 'oom_kill') > 0) return 'memoryBytes';
      return numberOf(read('pids.events'), 'max') > 0 ? 'processes' : null;
    },
    async end() {
      await write('cgroup.kill', 1).catch(ignoreMissing);
      // Killed processes leave one after another.
      for (let tries = 0; tries < 100; tries++) {
        const left = await rmdir(folder).then(() => false, isBusy);
        if (!left) return;
        await delay(20);
      }
    },
  };
}

const numberOf = (text: string, name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
};

function isBusy(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'EBUSY') return true;
  ignoreMissing(error);
  return false;
}

/** The folder of the service's unit, where the service itself is in one below. */
async function delegated(): Promise<string | null> {
  const [own, mounts] = await Promise.all(
    ['/proc/self/cgroup', '/proc/self/mountinfo'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const path = /^0::(\/.*)$/m.exec(own ?? '')?.[1];
  const mount = /^\S+ \S+ \S+ \/ (\S+) .* - cgroup2 /m.exec(mounts ?? '')?.[1];
  if (!path || !mount) return null;
  const unit = dirname(path);
  return /\.(?:service|scope)$/.test(basename(unit)) ? join(mount, unit) : null;
}
