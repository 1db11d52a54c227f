import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Cluster } from './cluster.ts';
import { isAlive, type RunningServer } from './server.ts';

const patienceMs = 60_000;

/**
 * A server that was killed a moment ago can still have its process and its lock file, since the kernel ends a process only when it gets a
 * turn: on a busy machine, 1 of 6 starts after a kill joined such a server. Only an answer tells.
 * @returns whether it answers; false once it is gone
 * @throws Error when it has neither answered nor gone after a minute
 */
export async function answersOrGoes(cluster: Cluster, server: RunningServer): Promise<boolean> {
  const untilMs = Date.now() + patienceMs;
  while (Date.now() < untilMs) {
    if (await answers(server)) return true;
    if (!(await isAlive(cluster, server.pid))) return false;
    await sleep(20);
  }
  throw new Error(`The embedded PostgreSQL (process ${server.pid}) is there but has not answered for 60 s.`);
}

async function answers({ url }: RunningServer): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    // A refusal such as “too many connections” is an answer; “the database system is shutting down” is not.
    return error instanceof postgres.PostgresError && error.code !== '57P03';
  } finally {
    await sql.end({ timeout: 1 });
  }
}
