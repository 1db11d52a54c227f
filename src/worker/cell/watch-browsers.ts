import { readFileSync } from 'node:fs';
import { overLimit, type PageLimits } from '../../recorder/contract/limits.ts';
import { watchTree } from '../../recorder/index.ts';
import { demand, Violation } from './channel.ts';
import { pid as pidSchema } from './messages.ts';
import type { Cell } from './open-cell.ts';

/** A film has a browser, and another one where it walks to its deed. */
const mostBrowsers = 10;

/** Watches the browsers that a cell names, for as long as the cell runs, and ends the cell where one goes over a limit. */
export function watchBrowsers(limits: PageLimits, cell: () => Cell | null): (pid: unknown) => void {
  let count = 0;
  return (value) => {
    const running = cell();
    const pid = demand(pidSchema, value);
    if (++count > mostBrowsers || !running) throw new Violation('a process that is not its own');
    const uid = uidOf(pid);
    // On a busy machine the browser of a page that cannot be opened has ended before its number is read. There is nothing to watch then.
    if (uid === null) return;
    if (uid !== running.process.user?.uid) throw new Violation('a process that is not its own');
    const watch = watchTree(pid, limits, (limit) => running.stop(overLimit(limit, limits)));
    void running.process.exited.then(() => watch.stop());
  };
}

/** The user of a process; null where it has ended. */
function uidOf(pid: number): number | null {
  try {
    return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  } catch {
    return null;
  }
}
