import postgres, { type Sql } from 'postgres';

export interface ConnectOptions {
  /** Connections at a time; opened when needed. */
  max: number;
  applicationName?: string;
}

/** A pool. bigint arrives as number (checked: never a wrong digit), timestamps as Date, numeric as text. */
export function connect(url: string, options: ConnectOptions): Sql {
  return postgres(url, {
    max: options.max,
    onnotice: () => undefined,
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
