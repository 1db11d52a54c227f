import { readdir, readFile } from 'node:fs/promises';

const ticksASecond = 100;

/** CPU seconds spent so far by `root` and every process below it that lives, by process id. Linux only. */
export async function treeOf(root: number): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  const seconds = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The command's name, in parentheses, may hold spaces; the parent is the second field after it.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (!fields[1]) continue;
    parents.set(Number(name), Number(fields[1]));
    seconds.set(Number(name), (Number(fields[11]) + Number(fields[12])) / ticksASecond);
  }
  const below = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || (pid > 1 && below(parents.get(pid))));
  return new Map([...seconds].filter(([pid]) => below(pid)));
}

/** CPU seconds of this process and all below it from now on; on a machine that others use too, a truer figure than the clock. */
export async function watchCpu(everyMs = 200): Promise<{ stop(): Promise<number> }> {
  const before = await treeOf(process.pid);
  const latest = new Map(before);
  // What has ended cannot be asked any more: its last known figure counts.
  const look = async () => {
    for (const [pid, seconds] of await treeOf(process.pid)) latest.set(pid, seconds);
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking.then(look);
      return [...latest].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
    },
  };
}
