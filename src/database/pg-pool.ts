import { Socket } from 'node:net';
import pg from 'pg';
import { noteSocket } from './silent-sockets.ts';

/**
 * A pool of node-postgres, which graphile-worker needs. Its connections are cut with all others where the network has forgotten them: a poll for
 * jobs on such a connection got no answer, and the worker took no job until it was started again. A connection that is being made while the
 * network is silent has heard nothing that could be old, so it has a time-out of its own: node-postgres would wait for ever.
 * @param onError is told of connections that are cut
 */
export function openPgPool(
  url: string,
  {
    max,
    applicationName,
    connectTimeoutMs = 10_000,
  }: { max: number; applicationName: string; connectTimeoutMs?: number },
  onError: (error: Error) => void,
): pg.Pool {
  const { hostname, port } = new URL(url);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    stream: () => {
      const socket = new Socket();
      noteSocket(`${hostname}:${port || 5432}`, socket);
      return socket;
    },
  });
  pool.on('error', onError);
  pool.on('connect', (client) => void client.on('error', onError));
  return pool;
}
