import { readdir, readFile } from 'node:fs/promises';

/**
 * The largest memory, in MB, that this process and all below it had together. Proportional set size, so that pages which
 * processes share count once. Linux only.
 */
export function watchMemory(everyMs = 250): { stop(): Promise<number> } {
  let peakKb = 0;
  let measuring = Promise.resolve();
  const timer = setInterval(() => {
    measuring = measuring.then(async () => {
      peakKb = Math.max(peakKb, await memoryOfTree(process.pid));
    });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await measuring;
      return peakKb / 1024;
    },
  };
}

async function memoryOfTree(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The command's name, in parentheses, may hold spaces; the parent is the second field after it.
    const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const below = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || (pid > 1 && below(parents.get(pid))));
  const sizes = [...parents.keys()].filter(below).map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(rollup.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
  });
  return (await Promise.all(sizes)).reduce((sum, kb) => sum + kb, 0);
}
