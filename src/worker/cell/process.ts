import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, constants, copyFile, mkdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { RecordingFault } from '../../recorder/contract/fault.ts';
import { makePrivateFolder, passNiceness } from '../../recorder/index.ts';
import { clearFolder } from '../queue/leftovers.ts';
import type { Confine, Confined } from './confine.ts';
import { claimUser, type OwnUser } from './own-user.ts';

/** A process that waits for one job, or works on it. */
export interface CellProcess {
  pid: number;
  /** null where the process runs as the user of the service. */
  user: OwnUser | null;
  /** The line to it. */
  stream: Duplex;
  /** How long it took until the process could take a job. */
  readyMs: number;
  /** Settles when the process has ended, and says how. It never rejects. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** The fault of its page, where the kernel has stopped it at a limit. */
  fault(): RecordingFault | null;
  /** The last lines that it wrote to stderr. */
  stderrTail(): string;
  /** Makes the folder that only this process may use. The path of the job's folder is a part of its path. */
  makeFolder(jobFolder: string): Promise<string>;
  /** Copies a file of the service into that folder. @returns its path there */
  giveFile(path: string, folder: string): Promise<string>;
  /** Ends the process with everything below it, and removes its folder. It may be called twice. */
  end(): Promise<void>;
}

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));
/** Loading the recorder takes 1 s on an idle machine. */
const longestStartMs = 60_000;
const stderrTailLength = 4_000;

/** The machine could not start a process, as where it lacks memory. */
export class DidNotStart extends Error {}

/** The process lived, but the machine was too busy for it to get ready. */
export class StartedTooLate extends DidNotStart {}

/** Starts a cell. @throws DidNotStart where it ends before it is ready, and StartedTooLate; nothing of it is left then */
export async function startCellProcess(options: {
  asOwnUser: boolean;
  /** Puts it under limits that the kernel keeps. Default: it has none. */
  confine?: Confine | null;
  /** How far it and what it starts step back behind others. Default 0. */
  niceness?: number | undefined;
  /** Ends it while it starts. */
  signal?: AbortSignal;
  /** How long it may take to get ready. Default: 60 s. */
  startMs?: number | undefined;
}): Promise<CellProcess> {
  const startedMs = performance.now();
  const user = options.asOwnUser ? await claimUser() : null;
  const child = spawn(process.execPath, [entry, ...(user ? ['--own-user'] : [])], {
    env: environment(),
    // The folder of the service may be closed to the user.
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // The leader of a process group, which ffmpeg belongs to.
    detached: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const stderrTail = keepStderrTail(child);
  let folders: string[] = [];
  let confined: Confined | null = null;
  const clear = async () => {
    if (child.pid !== undefined) killGroup(child.pid);
    await exited;
    await user?.endProcesses();
    await confined?.end();
    for (const folder of folders) await clearFolder(folder);
    folders = [];
    user?.release();
  };
  let clearing: Promise<void> | undefined;
  const end = () => {
    clearing ??= clear();
    return clearing;
  };
  const stream = child.stdio[3] as Duplex;
  const { signal } = options;
  const stop = () => void end();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    if (child.pid !== undefined) stepBack(child.pid, options.niceness ?? 0);
    // It has started nothing yet, and what it starts from now on belongs to the group.
    if (child.pid !== undefined) confined = (await options.confine?.(child.pid)) ?? null;
    await untilReady(stream, exited, options.startMs ?? longestStartMs);
  } catch (cause) {
    await end();
    if (cause instanceof StartedTooLate) throw cause;
    throw new DidNotStart(`A process for recordings did not start. It said: ${stderrTail() || 'nothing'}`, {
      cause,
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  return {
    pid: child.pid!,
    user,
    stream,
    readyMs: performance.now() - startedMs,
    exited,
    fault: () => confined?.fault() ?? null,
    stderrTail,
    async makeFolder(jobFolder) {
      const base = user ? await makePrivateFolder(jobFolder, user) : join(jobFolder, 'cell');
      folders.push(base);
      const folder = user ? join(base, jobFolder) : base;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (user) await giveTo(user, base, folder);
      return folder;
    },
    async giveFile(path, folder) {
      const copy = join(folder, basename(path));
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      if (user) await chown(copy, user.uid, user.gid);
      return copy;
    },
    end,
  };
}

function stepBack(pid: number, niceness: number): void {
  if (niceness === 0) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
  void passNiceness(pid, niceness);
}

/** Of the service's environment, a cell gets what it needs to find programs and certificates. The rest holds secrets. */
const inherited = ['PATH', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE'] as const;

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  // It exists, and nobody may write there. The job's folder takes its place.
  HOME: '/',
  // With an arena for each thread, a process of 14 films kept 845 MB in place of 424.
  MALLOC_ARENA_MAX: '2',
});

/** A cell writes one byte when it has loaded everything. */
async function untilReady(stream: Duplex, exited: Promise<unknown>, startMs: number): Promise<void> {
  // Where the process ends, `exited` tells.
  stream.on('error', () => undefined);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new StartedTooLate(`A process for recordings was not ready within ${startMs} ms.`)),
    startMs,
  );
  const ended = exited.then(() => {
    throw new Error('It ended.');
  });
  try {
    await Promise.race([once(stream, 'readable'), ended, late.promise]);
    if (stream.read(1) === null) throw new Error('It closed its line.');
  } finally {
    clearTimeout(timer);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

async function giveTo({ uid, gid }: OwnUser, base: string, folder: string): Promise<void> {
  for (let path = folder; path !== base; path = dirname(path)) await chown(path, uid, gid);
}

function keepStderrTail({ stderr }: ChildProcess): () => string {
  let tail = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-stderrTailLength);
  });
  return () => tail.trim();
}
