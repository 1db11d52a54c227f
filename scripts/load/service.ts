import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeFlags } from './node-flags.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** The whole service as an operator runs it: the API and the worker are processes of their own, and both are started again when they end. */
export interface Service {
  baseUrl: string;
  /** What the service keeps, the database included. */
  dataDir: string;
  /** What the service's processes get as TMPDIR. */
  tmpDir: string;
  /** The process of a role that runs now; null while it is being started again. */
  pidOf(role: Role): number | null;
  /** To be called by whoever kills a role's process, so that its end is not taken for a crash. */
  expectEnd(pid: number): void;
  /** Ends that nobody expected, each with what the process said last. */
  crashes: string[];
  /** Stops both roles as an operator does, and waits until they have ended. @returns the exit codes. */
  stop(): Promise<(number | null)[]>;
  remove(): Promise<void>;
}

export const roles = ['api', 'worker'] as const;
export type Role = (typeof roles)[number];

interface Run {
  child: ChildProcess;
  ended: Promise<number | null>;
}

export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-load-'));
  // As root, PostgreSQL and the browser are other users, who have to pass through.
  await chmod(folder, 0o711);
  const [dataDir, tmpDir] = [join(folder, 'data'), join(folder, 'tmp')];
  await mkdir(tmpDir);
  await chmod(tmpDir, 0o1777);
  const port = await freePort();
  const running = new Map<Role, Run>();
  const expected = new Set<number>();
  const crashes: string[] = [];
  let stopping = false;

  const keep = async (role: Role) => {
    while (!stopping) {
      const run = await begin(role, folder, { ...settings, PORT: String(port), TMPDIR: tmpDir });
      running.set(role, run);
      const code = await run.ended;
      running.delete(role);
      if (stopping) return;
      if (!expected.has(run.child.pid!)) crashes.push(`${role}: ${await lastWords(folder, role, code)}`);
      // As `Restart=always` of systemd does.
      await sleep(200);
    }
  };
  const kept = roles.map(keep);
  const baseUrl = `http://127.0.0.1:${port}`;
  await healthy(baseUrl, 120_000).catch((fault: Error) => {
    throw new Error([fault.message, ...crashes.slice(0, 2)].join('\n'));
  });
  return {
    baseUrl,
    dataDir,
    tmpDir,
    crashes,
    pidOf: (role) => running.get(role)?.child.pid ?? null,
    expectEnd: (pid) => void expected.add(pid),
    async stop() {
      stopping = true;
      const runs = [...running.values()];
      for (const { child } of runs) child.kill('SIGTERM');
      const codes = await Promise.all(runs.map(({ ended }) => ended));
      await Promise.all(kept);
      return codes;
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const logOf = (folder: string, role: Role) => join(folder, `${role}.log`);

async function begin(role: Role, folder: string, settings: Record<string, string>): Promise<Run> {
  const log = await open(logOf(folder, role), 'a');
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
      SHOWREEL_ROLE: role,
      SHOWREEL_DATA_DIR: join(folder, 'data'),
      SHOWREEL_ALLOW_LOOPBACK: 'true',
      SHOWREEL_RATE_LIMITS: 'false',
      SHOWREEL_CONCURRENCY: '2',
      SHOWREEL_LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await log.close();
  return { child, ended };
}

async function lastWords(folder: string, role: Role, code: number | null): Promise<string> {
  const said = await readFile(logOf(folder, role), 'utf8');
  return `ended with ${code}: ${said.trimEnd().split('\n').slice(-3).join(' ⏎ ').slice(-1500)}`;
}

/** Whoever ends a run in the middle leaves nothing behind either. */
export function removeOnSignal(service: { stop(): Promise<unknown>; remove(): Promise<void> }): void {
  const remove = () =>
    void service
      .stop()
      .finally(service.remove)
      .finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, remove);
}

/** Waits until every check of the service is well. */
export async function healthy(baseUrl: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await fetch(`${baseUrl}/api/v1/health`, { signal: AbortSignal.timeout(6000) }).catch(
      () => null,
    );
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`The service was not healthy within ${timeoutMs / 1000} s: ${await answer?.text()}`);
    await sleep(200);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
