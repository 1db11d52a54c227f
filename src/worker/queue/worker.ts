import { setTimeout as delay } from 'node:timers/promises';
import { clearForgotten } from './leftovers.ts';
import { openSession, type WorkerSession, type WorkerSettings } from './session.ts';

export type { WorkerSettings } from './session.ts';

export interface Worker {
  /** Interrupts the running jobs and gives them back to the queue. Settles when their processes and files are gone. */
  stop(): Promise<void>;
}

/** Works until it is stopped. After a lost lease or a broken database connection it starts again, as a new worker. */
export async function startWorker(settings: WorkerSettings): Promise<Worker> {
  const { sql, log, dataDir } = settings;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) =>
    stopping.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  const living = async () => (await sql<{ id: string }[]>`select id from workers`).map((row) => row.id);
  const begin = async () => {
    const session = await openSession(settings);
    await clearForgotten(dataDir, living, log).catch((error) =>
      log.warn({ err: error }, 'could not remove the files of former workers'),
    );
    log.info({ workerId: session.workerId, concurrency: settings.concurrency }, 'worker ready');
    return session;
  };

  const work = async (first: WorkerSession) => {
    let session: WorkerSession | null = first;
    while (session) {
      await Promise.race([session.over, stopped]);
      await session.close();
      session = null;
      while (!session && !stopping.signal.aborted) {
        await delay(1000, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) break;
        session = await begin().catch((error: unknown) => {
          log.warn({ err: error }, 'the worker could not begin again; it keeps trying');
          return null;
        });
      }
    }
  };
  const working = work(await begin());
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
