import pg from 'pg';
import type { Logger } from '../log.ts';

/** A pool of node-postgres, the only driver that better-auth can use here. It serves signing up, in and out only. */
export function openPool(databaseUrl: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'showreel-auth',
    max: 4,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  // An `error` event without a listener ends the process, and a connection that is cut emits one. An idle connection emits it
  // on the pool, a connection in use on its client.
  const note = (error: Error) => log.warn({ err: error }, 'a connection of the sessions was cut');
  pool.on('error', note);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}
