import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const pathOf = (dataDir: string) => join(dataDir, 'postgres.port');

/**
 * The port of the server's last run. Processes that outlived a server look for it there, so whoever starts it again, and be it a process
 * that has just been started itself, gives it this port.
 */
export async function readLastPort(dataDir: string): Promise<string | null> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(() => '');
  return /^\d{1,5}$/.test(text.trim()) ? text.trim() : null;
}

export const keepLastPort = (dataDir: string, port: number): Promise<void> =>
  writeFile(pathOf(dataDir), `${port}\n`, { mode: 0o600 });
