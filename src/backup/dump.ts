import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyOut } from 'pg-copy-streams';
import type { Sql } from 'postgres';
import { exportLock } from '../domain/audit/export.ts';
import { sealLock } from '../domain/audit/seal-log.ts';
import { openSession } from '../store/index.ts';
import { withClient } from './client.ts';
import type { DatabaseContents } from './manifest.ts';
import { listTables, plainText, quoted, quotedTable, selectSequences, type Table } from './tables.ts';
import type { ArchiveWriter } from './write-archive.ts';

export const databasePrefix = 'database/';
const fileName = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${databasePrefix}${schema}.${name}.copy.gz`;

/**
 * Copies every table as it is at one moment, as text of PostgreSQL's COPY. Writers go on: the snapshot locks out only who would drop a
 * table. pg_dump would do the same, but the embedded server's package has none, and that of another version refuses the server.
 *
 * @param before is done while nobody seals the log or writes down the heads of its chains, and before the moment of the copy. So nothing
 *   that was signed names an event that the copy lacks.
 */
export async function dumpDatabase(
  { sql, url }: { sql: Sql; url: string },
  archive: ArchiveWriter,
  before: () => Promise<void>,
): Promise<DatabaseContents> {
  const locks = openSession(sql);
  try {
    await locks.sql`select pg_advisory_lock(${exportLock}), pg_advisory_lock(${sealLock})`;
    await before();
    const tables = await listTables(sql);
    return await withClient(url, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      // A lock takes no snapshot. So each table that is copied is the one that stands in its place at the moment of the snapshot.
      await client.query(`lock table ${tables.map(quotedTable).join(', ')} in access share mode`);
      await client.query(plainText);
      const server = await client.query<{ server: string }>(
        "select current_setting('server_version') as server",
      );
      // A connection that was lost has lost its locks, and this would say so.
      await locks.sql`select`;
      await locks.close();
      return { ...server.rows[0]!, ...(await dumpTables(client, tables, archive)) };
    });
  } finally {
    await locks.close();
  }
}

async function dumpTables(
  client: Client,
  tables: readonly Table[],
  archive: ArchiveWriter,
): Promise<Omit<DatabaseContents, 'server'>> {
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by number',
  );
  const counted: DatabaseContents['tables'] = [];
  for (const table of tables) {
    const columns = table.columns.map(quoted).join(', ');
    const text = client.query(copyOut(`copy ${quotedTable(table)} (${columns}) to stdout`));
    const rows = countLines();
    const packed = createGzip({ level: 1 });
    await Promise.all([pipeline(text, rows.stream, packed), archive.add(fileName(table), packed)]);
    counted.push({ ...table, rows: rows.count() });
  }
  return { migrations: migrations.rows, tables: counted, sequences: await readSequences(client) };
}

/** Read after the snapshot was taken, so that each stands no lower than the rows that were copied. */
async function readSequences(client: Client): Promise<DatabaseContents['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string; value: string | null }>(
    selectSequences,
  );
  const hidden = rows.find(({ value }) => value === null);
  if (hidden)
    throw new Error(
      `The database user may not read the sequence ${hidden.schema}.${hidden.name}. Run the backup as the owner of the database.`,
    );
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

const newline = 0x0a;

/** Each row is a line: COPY writes a line feed inside of a text as `\n`. */
function countLines() {
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { stream, count: () => lines };
}

/** The table that a file of an archive holds; null where it holds none of these. */
export const tableOf = <T extends Pick<Table, 'schema' | 'name'>>(
  file: string,
  tables: readonly T[],
): T | null => tables.find((table) => fileName(table) === file) ?? null;
