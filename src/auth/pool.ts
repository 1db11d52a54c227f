import pg from 'pg';
import type { Logger } from '../log.ts';

/** node-postgres, since better-auth speaks nothing else; used for signing in and out alone. */
export function openPool(databaseUrl: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'showreel-auth',
    max: 4,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  // An emitter's `error` that nobody hears ends the process, and a connection that is cut emits one: idle ones in the
  // pool, those in use by themselves.
  const note = (error: Error) => log.warn({ err: error }, 'a connection of the sessions was cut');
  pool.on('error', note);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}
