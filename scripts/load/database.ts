import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { connect } from '../../src/database/connect.ts';

/** The embedded server of a data folder as it runs now; null while it is down. */
export async function postmasterOf(dataDir: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return lines[7]?.trim() === 'ready' ? { pid: Number(lines[0]), port: Number(lines[3]) } : null;
}

/** The name of our own connections, which are none of the service's. */
export const onlookerName = 'showreel-onlooker';

/** Connections of ours to the service's database, for what cannot be seen from outside. */
export async function openDatabase(dataDir: string): Promise<Sql> {
  const [password, postmaster] = await Promise.all([
    readFile(join(dataDir, 'postgres.secret'), 'utf8'),
    postmasterOf(dataDir),
  ]);
  const url = `postgres://showreel:${password.trim()}@127.0.0.1:${postmaster!.port}/showreel`;
  return connect(url, { max: 2, applicationName: onlookerName });
}
