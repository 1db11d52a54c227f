import type { FilmOrder } from '../film/film.ts';
import { RecorderDied } from '../film/recorder-died.ts';
import type { Cells } from './cells.ts';
import { demand, type Handlers, openChannel, type Violation } from './channel.ts';
import { describeRefusal, reviveError } from './faults.ts';
import { logLine } from './messages.ts';
import { type CellProcess, DidNotStart } from './process.ts';
import { createRelay } from './relay-log.ts';

/** A cell that works on a job, as the service sees it. */
export interface Cell {
  process: CellProcess;
  /** Where it works. Nobody else may read there. */
  folder: string;
  /**
   * Asks it, and waits for its answer, which is not to be trusted.
   * @throws what the cell says; RecorderDied; Violation; the reason for which it was stopped; the signal's reason where the job's aborts
   */
  ask(name: string, argument: unknown): Promise<unknown>;
  /** Ends it because of `why`, with which `ask` then rejects. */
  stop(why: unknown): void;
  /** Ends it with everything below it. It may be called twice. */
  end(): Promise<void>;
}

/** A film takes about 300 messages. */
const mostMessages = 50_000;

/**
 * Takes a process for the order's job. It is ended when the signal aborts: its browser's files are thrown away anyway, so that it need not
 * be asked to end.
 * @param handlers what the cell may ask of the service and tell it, besides lines for the log
 */
export async function openCell(
  cells: Cells,
  { signal, log, folder }: Pick<FilmOrder, 'signal' | 'log' | 'folder'>,
  { calls, tells }: Handlers,
): Promise<Cell> {
  signal.throwIfAborted();
  const process = await cells.take().catch((error: unknown) => {
    // The machine lacks memory or processes, which is nothing of the page's.
    throw error instanceof DidNotStart
      ? new RecorderDied({ code: null, signal: 'SIGKILL' }, { cause: error })
      : error;
  });
  const relay = createRelay(log);
  let stopped = null as { why: unknown } | null;
  const stop = (why: unknown) => {
    if (stopped) return;
    stopped = { why };
    channel.end(why instanceof Error ? why : new Error(String(why)));
    void process.end();
  };
  const channel = openChannel(process.stream, {
    handlers: { calls, tells: { ...tells, log: (line) => relay(demand(logLine, line)) } },
    describe: describeRefusal,
    revive: reviveError,
    onViolation(fault: Violation | Error) {
      log.error({ err: fault, pid: process.pid }, 'a recording sent what it must not, and was ended');
      stop(fault);
    },
    mostMessages,
  });
  void process.exited.then((how) => {
    if (!stopped) log.warn({ ...how, pid: process.pid, said: process.stderrTail() }, 'a recording died');
    stop(process.fault() ?? new RecorderDied(how));
  });
  const abort = () => stop(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const end = async () => {
    signal.removeEventListener('abort', abort);
    stop(new Error('The recording is over.'));
    await process.end();
  };
  const ask = async (name: string, argument: unknown) => {
    try {
      return await channel.call(name, argument);
    } catch (error) {
      throw stopped ? stopped.why : error;
    }
  };
  try {
    signal.throwIfAborted();
    const own = await process.makeFolder(folder);
    log.info({ pid: process.pid, uid: process.user?.uid ?? null }, 'recording in a process of its own');
    return { process, folder: own, ask, stop, end };
  } catch (error) {
    await end();
    throw error;
  }
}
