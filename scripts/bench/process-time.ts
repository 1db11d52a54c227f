import { treeOf } from './processes.ts';

/** Processor time that this process and another with all below it have used, in ms. Unlike wall time it does not grow with load. */
export function cpuMsOf(pid: number): number {
  const own = process.cpuUsage();
  const theirs = [...treeOf(pid).values()].reduce((sum, seconds) => sum + seconds, 0);
  return theirs * 1000 + (own.user + own.system) / 1000;
}
