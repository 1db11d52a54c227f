import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BenchServer } from './server.ts';

export interface Served {
  baseUrl: string;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** Seals and opens in this process what the service's process wrote. */
export const benchSecretKey = Buffer.alloc(32, 7);

/** The service's own API in a process of its own, as it is started by people. */
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

/** A program that prints its address once it listens. */
export async function serve(program: string, settings: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...settings },
  });
  return {
    baseUrl: await addressOf(child),
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
      // Whatever else it prints is read and forgotten, so that it never waits for a full pipe.
      child.stdout!.resume();
      return url.replace(/\/$/, '');
    }
  }
  throw new Error('The program ended before it listened.');
}
