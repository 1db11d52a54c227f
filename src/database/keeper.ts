import type { Logger } from '../log.ts';
import type { Cluster } from './cluster.ts';
import { releaseHold } from './holders.ts';
import { withFolderLock } from './lock.ts';
import { type HeldServer, isAlive } from './server.ts';

/** A look costs two small reads. Pools of connections try again for longer than this. */
const lookEveryMs = 1_000;

export interface Keeper {
  /** The server as it runs now. */
  readonly server: HeldServer;
  /** Ends the looking. Resolves when no start is under way any more. */
  end(): Promise<void>;
}

/**
 * Looks after a server: while we hold it, it ends only when it crashes or is killed. Then it is started again on the same port, so that
 * every pool of connections finds it. Of several processes that hold it, one starts it and the others join.
 * @param start joins the server or starts it on the given port. It is called with the folder's lock.
 */
export function keepServer(
  cluster: Cluster,
  first: HeldServer,
  start: (port: number) => Promise<HeldServer>,
  log: Logger,
): Keeper {
  let server = first;
  let looking: Promise<void> | null = null;
  const look = async () => {
    if (await isAlive(cluster, server.pid)) return;
    log.error({ pid: server.pid }, 'the embedded PostgreSQL has ended; it is started again');
    const next = await withFolderLock(cluster.dataDir, () => start(server.port));
    releaseHold(server.hold);
    if (next.port !== server.port) demandRestart(next.port);
    server = next;
    log.warn({ pid: server.pid, port: server.port }, 'the embedded PostgreSQL runs again');
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) =>
        log.error({ err: error }, 'the embedded PostgreSQL could not be started; trying again'),
      )
      .finally(() => {
        looking = null;
      });
  }, lookEveryMs);
  timer.unref();
  return {
    get server() {
      return server;
    },
    async end() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Another program has taken the port. The connections of this process would look for the server there for ever. */
function demandRestart(port: number): void {
  setImmediate(() => {
    throw new Error(`The embedded PostgreSQL runs on another port (${port}): start this process again.`);
  });
}
