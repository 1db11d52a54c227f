import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, readlink, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Logger } from '../log.ts';
import { isDatabaseAway } from './away.ts';
import {
  type Cluster,
  databaseUser,
  dataFolderFromWithin,
  readPassword,
  serverEnvironment,
} from './cluster.ts';
import { createHold } from './holders.ts';
import { keepLastPort, readLastPort } from './last-port.ts';

export interface RunningServer {
  pid: number;
  port: number;
  url: string;
}
export interface HeldServer extends RunningServer {
  /** Descriptor that keeps the server up. */
  hold: number;
}

/** How the shell tells the end of a server by SIGKILL: 128 and the signal's number. */
const killedInStart = 'ended with 137';
const startDeadlineMs = 120_000;
const stopDeadlineMs = 60_000;
/** A process of PostgreSQL looks for its postmaster when it is idle, or has finished its statement. */
const orphansDeadlineMs = 30_000;
const logSizeBytes = 10 * 1024 * 1024;

// Sized for a laptop that does other things too. Errors are logged without the statement or the row that caused them:
// both can carry personal data.
const usualSettings: Record<string, string> = {
  cluster_name: 'showreel',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
};

// $1 is how long a fast shutdown may take; the rest is the server's command line. The server is this shell's child; beside it a
// subshell reads the holders' pipe (descriptor 3), where the end of file means that nobody is left. SIGINT is a fast
// shutdown; SIGQUIT, after that long, gives up on being clean and leaves the rest to crash recovery.
const watchScript = `
patience=$1; shift
"$@" 3<&- &
server=$!
{
  read -r _ <&3
  exec 3<&-
  kill -INT $server
  while [ $patience -gt 0 ] && kill -0 $server; do sleep 1; patience=$((patience - 1)); done
  [ $patience -gt 0 ] || kill -QUIT $server
} >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $server
status=$?
kill $watcher 2>/dev/null
exit $status
`;

/** Starts the server and waits until it answers. The caller has the folder's lock and knows that none is running. */
export async function launchServer(
  cluster: Cluster,
  settings: Record<string, string>,
  log: Logger,
): Promise<HeldServer> {
  await removeStaleLock(cluster, log);
  const lastPort = await readLastPort(cluster.dataDir);
  const patientUntilMs = Date.now() + orphansDeadlineMs;
  let portIsTaken = false;
  for (let attempt = 1; ; ) {
    try {
      const port = settings.port ?? (portIsTaken ? null : lastPort) ?? String(await freePort());
      const server = await launchOnce(cluster, { ...settings, port });
      await keepLastPort(cluster.dataDir, server.port);
      await createDatabase(server).catch((fault: unknown) => {
        closeSync(server.hold);
        throw fault;
      });
      log.info({ port: server.port, folder: cluster.folder }, 'embedded PostgreSQL is up');
      return server;
    } catch (error) {
      const said = error instanceof Error ? error.message : '';
      // Processes of a server that was killed may take a moment to notice. As long as one of them lives, no other server may start.
      if (said.includes('shared memory block') && Date.now() < patientUntilMs) await sleep(200);
      else if (attempt++ >= 3) throw error;
      // Somebody else may have the last port by now, or may take a free one before we listen on it.
      else if (said.includes('could not bind')) portIsTaken = true;
      // The kernel kills where memory is short, and so may an operator. The next start recovers the cluster from its log.
      else if (said.includes(killedInStart) || isDatabaseAway(error))
        log.warn({ err: error }, 'the embedded PostgreSQL was killed while it started; starting again');
      else throw error;
    }
  }
}

async function launchOnce(cluster: Cluster, settings: Record<string, string>): Promise<HeldServer> {
  const logFile = join(cluster.dataDir, 'postgres.log');
  const logged = await stat(logFile).catch(() => null);
  if (logged && logged.size > logSizeBytes) await truncate(logFile);
  const logStart = (await stat(logFile).catch(() => null))?.size ?? 0;
  const { hold, watch } = createHold(cluster.dataDir);
  const output = openSync(logFile, 'a', 0o600);
  let ended: string | undefined;
  try {
    const given = { ...usualSettings, ...settings };
    const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const program = join(cluster.native.folder, 'bin', 'postgres');
    const child = spawn(
      '/bin/sh',
      ['-c', watchScript, 'showreel-postgres', '30', program, '-D', dataFolderFromWithin, ...flags],
      {
        cwd: cluster.folder,
        // A session of its own: Ctrl-C in a terminal must reach us, who still need the database to stop in good order.
        detached: true,
        env: serverEnvironment,
        stdio: ['ignore', output, output, watch],
        ...cluster.native.identity,
      },
    );
    child.on('error', (error) => {
      ended = error.message;
    });
    child.on('exit', (code, signal) => {
      ended = `ended with ${code ?? signal}`;
    });
    child.unref();
  } finally {
    closeSync(watch);
    closeSync(output);
  }
  const server = await waitUntil(startDeadlineMs, async () => ended !== undefined || runningServer(cluster));
  if (server && server !== true) return { ...server, hold };
  closeSync(hold);
  const said = (await readFile(logFile).catch(() => Buffer.alloc(0)))
    .subarray(logStart)
    .toString('utf8')
    .slice(-3000);
  throw new Error(
    `The embedded PostgreSQL did not start (${ended ?? 'no answer for 2 minutes'}). It said:\n${said}`,
  );
}

/** The server of this cluster as its lock file tells, where it runs and is ready; else null. */
export async function runningServer(cluster: Cluster): Promise<RunningServer | null> {
  const lock = await readLock(cluster);
  if (lock?.status !== 'ready' || !(await ownsCluster(lock.pid, cluster))) return null;
  const password = await readPassword(cluster);
  return {
    pid: lock.pid,
    port: lock.port,
    url: `postgres://${databaseUser}:${password}@127.0.0.1:${lock.port}/${databaseUser}`,
  };
}

/**
 * Waits until the server is gone. Without hurry it gives up silently after a second in which nothing began: others hold
 * it. With hurry the server has no holder and must go; it is told so, in case its watcher was killed too.
 */
export async function stopped(cluster: Cluster, pid: number, options: { hurry: boolean }): Promise<void> {
  if (options.hurry) signal(pid, 'SIGINT');
  const begun = options.hurry || (await waitUntil(1000, async () => !(await isReady(cluster, pid))));
  if (!begun) return;
  const gone = await waitUntil(stopDeadlineMs, async () => !(await ownsCluster(pid, cluster)));
  if (!gone) throw new Error(`The embedded PostgreSQL (process ${pid}) did not stop within 60 s.`);
}

/** Whether a server with this process id runs on the cluster, ready or not. */
export const isAlive = (cluster: Cluster, pid: number): Promise<boolean> => ownsCluster(pid, cluster);

async function isReady(cluster: Cluster, pid: number): Promise<boolean> {
  const lock = await readLock(cluster);
  return lock?.pid === pid && lock.status === 'ready' && (await ownsCluster(pid, cluster));
}

// PostgreSQL itself only asks whether the process id is in use. After a crash, and always in a container where ids are
// few, it can belong to somebody else, even to us, and the server would refuse to start for ever.
async function removeStaleLock(cluster: Cluster, log: Logger): Promise<void> {
  const lock = await readLock(cluster);
  if (!lock) return;
  if (await ownsCluster(lock.pid, cluster)) {
    // It is there but not ready: it is starting or stopping for somebody who has died meanwhile.
    await stopped(cluster, lock.pid, { hurry: true });
    return;
  }
  log.warn({ pid: lock.pid }, 'removing the lock file of a PostgreSQL that has crashed');
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
}

async function readLock(cluster: Cluster) {
  const text = await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => null);
  const lines = text?.split('\n');
  if (!lines?.[0]) return null;
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

/** A server's working directory is its cluster; a process that merely got the same id stands elsewhere. */
async function ownsCluster(pid: number, cluster: Cluster): Promise<boolean> {
  return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === cluster.folder;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It went by itself.
  }
}

async function createDatabase(server: RunningServer): Promise<void> {
  const sql = postgres(server.url.replace(/[^/]*$/, 'postgres'), { max: 1, onnotice: () => undefined });
  try {
    const found = await sql`select from pg_database where datname = ${databaseUser}`;
    if (found.length === 0) await sql`create database ${sql(databaseUser)}`;
  } finally {
    // Without a time, postgres.js waits for ever for the end of a connection that was reset.
    await sql.end({ timeout: 1 });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @returns the first answer that is neither false nor null, or null when the time is up. */
async function waitUntil<T>(timeoutMs: number, ask: () => Promise<T | false | null>): Promise<T | null> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== false && answer !== null) return answer;
    await sleep(20);
  }
  return null;
}
