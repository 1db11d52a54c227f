import type { Logger } from '../../log.ts';
import type { Confine } from './confine.ts';
import { mayHaveOwnUsers } from './own-user.ts';
import { type CellProcess, StartedTooLate, startCellProcess } from './process.ts';

/** Where jobs get their processes from. */
export interface Cells {
  /** A process for one job. The caller ends it. @throws Error where none can be started */
  take(): Promise<CellProcess>;
  /** Ends the process that waits, also where it is still starting. */
  stop(): Promise<void>;
}

/** The processor belongs to the job that has just begun. Its page is open by then. */
const refillMs = 5_000;

/**
 * Keeps one process waiting, so that a job need not wait until the recorder is loaded: that takes 1 s, and a preview has 10 s for everything.
 * No process works on two jobs.
 * @param confine puts a process under limits that the kernel keeps
 * @param options.keepsSpare false where jobs are rare, and may wait until the recorder is loaded
 * @param options.niceness how far all of them step back behind the rest of the machine
 * @param options.startMs how long one may take to get ready. Default: 60 s
 */
export function startCells(
  log: Logger,
  confine: Confine | null = null,
  {
    keepsSpare = true,
    niceness,
    startMs,
  }: { keepsSpare?: boolean; niceness?: number; startMs?: number } = {},
): Cells {
  let asOwnUser = mayHaveOwnUsers();
  let spare: Promise<CellProcess | null> | null = null;
  let refilling: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  const start = async (): Promise<CellProcess> => {
    try {
      return await startCellProcess({ asOwnUser, confine, niceness, signal, startMs });
    } catch (error) {
      // A busy machine is no reason to give up what parts recordings from the service.
      if (!asOwnUser || signal.aborted || error instanceof StartedTooLate) throw error;
      const cell = await startCellProcess({ asOwnUser: false, confine, niceness, signal, startMs });
      // Such a user may not read the program, as where it lies in the folder of root.
      asOwnUser = false;
      log.warn({ err: error }, 'recordings cannot run as users of their own and run as root');
      return cell;
    }
  };
  const refill = () => {
    if (!keepsSpare || signal.aborted || spare) return;
    const started = start().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'no process waits for the next recording');
      return null;
    });
    spare = started;
    void started.then(async (cell) => {
      if (cell)
        log.debug({ pid: cell.pid, readyMs: Math.round(cell.readyMs) }, 'a process waits for a recording');
      await cell?.exited;
      // Nobody has taken it: it was killed while it waited.
      if (spare !== started) return;
      spare = null;
      await cell?.end();
    });
  };
  refill();
  return {
    async take() {
      // Before anything is awaited: two jobs that begin at the same time must not get the same process.
      const taken = spare;
      spare = null;
      const waiting = await taken;
      clearTimeout(refilling);
      refilling = setTimeout(refill, refillMs).unref();
      return waiting ?? start();
    },
    async stop() {
      // On a busy machine one that is still starting takes longer than a service has to stop.
      stopping.abort();
      clearTimeout(refilling);
      const waiting = await spare;
      spare = null;
      await waiting?.end();
    },
  };
}
