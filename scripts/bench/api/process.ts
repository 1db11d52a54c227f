import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeFlags } from '../../load/node-flags.ts';
import type { BenchServer } from '../server.ts';

export interface Served {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  baseUrl: string;
  pid: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..', '..');

/** The key of the service's process. With it, this process opens what the service has sealed. */
export const benchSecretKey = Buffer.alloc(32, 7);

/** Starts the service's own API in a process of its own, as people start it. */
export const serveApi = (
  { url, dataDir }: BenchServer,
  settings: Record<string, string> = {},
): Promise<Served> =>
  serve(join(root, 'src', 'main.ts'), {
    PORT: '0',
    DATABASE_URL: url,
    SHOWREEL_ROLE: 'api',
    SHOWREEL_DATA_DIR: join(dataDir, 'api'),
    SHOWREEL_SECRET_KEYS: benchSecretKey.toString('hex'),
    SHOWREEL_LOG_LEVEL: 'warn',
    ...settings,
  });

/** Starts a program that prints its address once it listens. */
export async function serve(program: string, settings: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, [...nodeFlags, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...settings },
  });
  return {
    baseUrl: await addressOf(child),
    pid: child.pid!,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const url = /(http:\/\/\S+)/.exec(line)?.[1];
    if (url) {
      // What it prints later is read and dropped, so that it never waits for a full pipe.
      child.stdout!.resume();
      return url.replace(/\/$/, '');
    }
  }
  throw new Error('The program ended before it listened.');
}
