import { connect as dial } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { noteSocket } from './silent-sockets.ts';

export interface ConnectOptions {
  /** Connections at a time; opened when needed. */
  max: number;
  applicationName?: string;
}

/** Refused connections cost the server nothing, and few are tried: as many as the pool is large. */
const retryEverySec = 0.5;

/** A pool. bigint arrives as number (checked: never a wrong digit), timestamps as Date, numeric as text. */
export function connect(url: string, options: ConnectOptions): Sql {
  // postgres.js 3.4 reads `socket`, but does not declare it.
  const undeclared = { socket: dialWithoutDelay };
  return postgres(url, {
    ...undeclared,
    max: options.max,
    onnotice: () => undefined,
    // A server that takes longer to answer a new connection is of no use to anybody who waits.
    connect_timeout: 5,
    // By itself postgres.js waits up to 20 s before it tries again, also when the server is back after one.
    backoff: () => retryEverySec,
    connection: { application_name: options.applicationName ?? 'showreel', TimeZone: 'UTC' },
    types: {
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: number | bigint) => String(value),
        parse: wholeNumber,
      },
    },
  });
}

/**
 * postgres.js sends a statement of more than 1 KiB in two writes and leaves Nagle's algorithm on: the second waited for the
 * server's delayed acknowledgement, 40 ms on loopback. The socket may still be connecting: it keeps what is written.
 */
function dialWithoutDelay({ host, port, path }: { host: string[]; port: number[]; path: string | false }) {
  if (path) return dial({ path });
  const [first, firstPort] = [host[0]!, port[0]!];
  // The names by which errors and TLS know the server.
  const socket = Object.assign(dial({ host: first, port: firstPort, noDelay: true }), {
    host: first,
    port: firstPort,
  });
  noteSocket(`${first}:${firstPort}`, socket);
  return socket;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} from the database is too large for a number`);
  return value;
}

const oldestSupported = 15;

/** @throws Error with one sentence where the server is older than PostgreSQL 15. */
export async function requireSupportedServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ number: string; name: string }[]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as name`;
  if (Number(row?.number) < oldestSupported * 10_000)
    throw new Error(
      `The database server is PostgreSQL ${row?.name}; Showreel needs version ${oldestSupported} or newer.`,
    );
}
