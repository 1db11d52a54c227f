/**
 * The way into PostgreSQL: the embedded server (here), pools (connect) and migrations (migrate). `main`, scripts and tests come
 * in; it touches the database and the data folder's `postgres*` entries, and knows no table but its own two.
 */
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import { answersOrGoes } from './answering.ts';
import { type Cluster, initialiseCluster } from './cluster.ts';
import { holdOpen, releaseHold } from './holders.ts';
import { keepServer } from './keeper.ts';
import { withFolderLock } from './lock.ts';
import { findNative } from './native.ts';
import { type HeldServer, launchServer, runningServer, stopped } from './server.ts';

export interface EmbeddedPostgres {
  /** `postgres://showreel:<password>@127.0.0.1:<port>/showreel`. A secret: do not log it. */
  url: string;
  /** True for the one call, ever, that created the cluster. */
  firstStart: boolean;
  /** Lets go of the server; the last holder's `stop` (or death) shuts it down. Resolves when it is down, or others hold it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Logger;
  /** Server settings on top of ours, for tests: `{fsync: 'off'}`. */
  settings?: Record<string, string>;
}

/**
 * Starts the real PostgreSQL that npm brought, or joins the one that another process of ours started on the same folder.
 * Data lives in `<dataDir>/postgres`, the server's log in `<dataDir>/postgres.log`. The server listens on 127.0.0.1 at
 * a free port, and asks for a random password (SCRAM), since loopback is shared by everyone on the machine.
 *
 * Who stops it: each process that uses the server holds the write end of one named pipe; a watcher beside the server
 * shuts it down when the last end closes, and the kernel closes it for a process killed with SIGKILL as well.
 *
 * A server that crashes, or is killed, is started again on the same port.
 *
 * @throws Error with a sentence a person can act on, and the end of the server's log.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const native = await findNative(options.log);
  const cluster: Cluster = { dataDir, folder: join(dataDir, 'postgres'), native };
  return withFolderLock(dataDir, async () => {
    const joined = await joinServer(cluster, options.log);
    if (joined) return handle(cluster, joined, false, options);
    const firstStart = await initialiseCluster(cluster, options.settings?.fsync !== 'off', options.log);
    const started = await launchServer(cluster, options.settings ?? {}, options.log);
    return handle(cluster, started, firstStart, options);
  });
}

/** Holds first and looks second: a server that answers after the hold is not stopped any more. */
async function joinServer(cluster: Cluster, log: Logger): Promise<HeldServer | null> {
  const hold = holdOpen(cluster.dataDir);
  const server = await runningServer(cluster);
  if (hold === null) {
    // A server that nobody holds is on its way down (or lost its watcher): wait for it, then start afresh.
    if (server) await stopped(cluster, server.pid, { hurry: true });
    return null;
  }
  try {
    if (server && (await answersOrGoes(cluster, server))) {
      log.info({ port: server.port }, 'joined the embedded PostgreSQL that is running already');
      return { ...server, hold };
    }
  } catch (error) {
    releaseHold(hold);
    throw error;
  }
  releaseHold(hold);
  return null;
}

function handle(
  cluster: Cluster,
  server: HeldServer,
  firstStart: boolean,
  { log, settings }: EmbeddedOptions,
): EmbeddedPostgres {
  const again = async (port: number) =>
    (await joinServer(cluster, log)) ?? launchServer(cluster, { ...settings, port: String(port) }, log);
  const keeper = keepServer(cluster, server, again, log);
  let stopping: Promise<void> | undefined;
  return {
    url: server.url,
    firstStart,
    stop() {
      stopping ??= keeper.end().then(() => letGo(cluster, keeper.server));
      return stopping;
    },
  };
}

async function letGo(cluster: Cluster, server: HeldServer): Promise<void> {
  releaseHold(server.hold);
  await stopped(cluster, server.pid, { hurry: false });
}
