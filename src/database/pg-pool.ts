import { Socket } from 'node:net';
import pg from 'pg';
import { noteSocket } from './silent-sockets.ts';

/**
 * A pool of node-postgres, which graphile-worker needs. Its connections are cut with all others where the network has forgotten them: a poll for
 * jobs on such a connection got no answer, and the worker took no job until it was started again.
 * @param onError is told of connections that are cut
 */
export function openPgPool(
  url: string,
  { max, applicationName }: { max: number; applicationName: string },
  onError: (error: Error) => void,
): pg.Pool {
  const { hostname, port } = new URL(url);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max,
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
