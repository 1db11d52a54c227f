import { readFile } from 'node:fs/promises';
import { treeOf } from './processes.ts';

/**
 * The largest memory, in MB, that this process and all below it held together. It is the proportional set size, which counts a
 * page that processes share once. Linux only. The kernel walks every page of every process to answer, which slows all of them
 * down: never measure time beside it.
 */
export function watchMemory(everyMs = 500): { stop(): Promise<number> } {
  let peakKb = 0;
  let measuring = Promise.resolve();
  const timer = setInterval(() => {
    measuring = measuring.then(async () => {
      peakKb = Math.max(peakKb, await memoryOfTree());
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

async function memoryOfTree(): Promise<number> {
  const sizes = [...treeOf(process.pid).keys()].map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(rollup.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
  });
  return (await Promise.all(sizes)).reduce((sum, kb) => sum + kb, 0);
}
