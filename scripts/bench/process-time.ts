import { readdir, readFile } from 'node:fs/promises';

/** Processor time that this process and another with all below it have used, in ms. Unlike wall time it does not grow with load. */
export async function cpuMsOf(pid: number): Promise<number> {
  const own = process.cpuUsage();
  const parents = new Map<number, { parent: number; ticks: number }>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => null);
    // The name, in brackets, may hold spaces.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields)
      parents.set(Number(entry), {
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
      });
  }
  const belongs = (id: number): boolean =>
    id === pid || (parents.has(id) && belongs(parents.get(id)!.parent));
  let ticks = 0;
  for (const [id, process] of parents) if (belongs(id)) ticks += process.ticks;
  // Linux counts in hundredths of a second.
  return ticks * 10 + (own.user + own.system) / 1000;
}
