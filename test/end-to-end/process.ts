import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnvironment } from '../support/child-environment.ts';
import { until } from '../support/within.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** A process of `node src/main.ts`, with these settings and no others. */
export interface ServiceProcess {
  child: ChildProcess;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves when `text` is on stdout; rejects where the process ends before. */
  says(text: string): Promise<void>;
  /** Sends `signal` and waits for the end. */
  end(
    signal: NodeJS.Signals,
  ): Promise<{ code: number | null; signal: NodeJS.Signals | null; tookMs: number }>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * @param around a program that becomes the service's, with its arguments, such as one that gives it another file system.
 * @param code the `main.ts` of another version
 */
export function startProcess(
  settings: Record<string, string>,
  around: readonly string[] = [],
  code = main,
): ServiceProcess {
  const [program, ...args] = [...around, process.execPath, code];
  const child = spawn(program!, args, {
    env: {
      ...childEnvironment,
      SHOWREEL_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    child,
    pid: child.pid!,
    stdout: () => out,
    stderr: () => err,
    exited,
    async says(text) {
      await until(() => {
        if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}: ${err}`);
        return out.includes(text);
      }, 30_000);
    },
    async end(signal) {
      const sinceMs = performance.now();
      child.kill(signal);
      const how = await exited;
      return { ...how, tookMs: performance.now() - sinceMs };
    },
  };
}

/** The ids of other processes that have `text` in their command line or environment. */
export async function processesWith(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) {
    if (pid === process.pid) continue;
    const [command, environment] = await Promise.all(
      ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    if (`${command}\n${environment}`.includes(text)) found.push(pid);
  }
  return found;
}
