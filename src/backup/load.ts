import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyIn } from 'pg-copy-streams';
import type { Sql } from 'postgres';
import { knownMigrations, migrate } from '../database/migrate.ts';
import type { Logger } from '../log.ts';
import { withClient } from './client.ts';
import { tableOf } from './dump.ts';
import type { DatabaseContents } from './manifest.ts';
import type { ArchivedFile } from './parts.ts';
import { plainText, quoted, quotedTable } from './tables.ts';

interface Target {
  sql: Sql;
  url: string;
  log: Logger;
}

/** @throws Error where the archive was made by newer code, or by code with other migrations */
export async function refuseOtherMigrations(contents: DatabaseContents): Promise<void> {
  const ours = new Map((await knownMigrations()).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of contents.migrations) {
    if (!ours.has(name))
      throw new Error(
        `The archive is newer than this code: it has migration ${name}. Restore it with the newer version.`,
      );
    if (ours.get(name) !== checksum)
      throw new Error(`The archive was made with another text of migration ${name} than this code has.`);
  }
}

/**
 * Makes the tables as they were when the archive was made, fills them in one transaction, and brings them to the version of this code.
 * Where rows came in once, they are there: whoever was interrupted later may come again.
 *
 * @param putElsewhere puts what is in no table where it belongs. It has done so with all of it before the rows count
 * @param mark names the archive. It is written together with the rows.
 */
export async function loadDatabase(
  { sql, url, log }: Target,
  contents: DatabaseContents,
  mark: string,
  files: AsyncIterable<ArchivedFile>,
  putElsewhere: (file: ArchivedFile) => Promise<void>,
): Promise<void> {
  await migrate({ url, log, only: contents.migrations.map(({ name }) => name) });
  if ((await readMark(sql)) !== mark) {
    await refuseUnknownColumns(sql, contents);
    await withClient(url, async (client) => {
      await client.query('begin');
      await client.query(plainText);
      await fillTables(client, contents, files, putElsewhere);
      await client.query(`comment on table schema_migrations is '${markText(mark)}'`);
      await client.query('commit');
    });
  }
  await migrate({ url, log });
  await sql`analyze`;
}

async function fillTables(
  client: Client,
  { tables, sequences }: DatabaseContents,
  files: AsyncIterable<ArchivedFile>,
  putElsewhere: (file: ArchivedFile) => Promise<void>,
): Promise<void> {
  const filled = new Set<string>();
  for await (const file of files) {
    const table = tableOf(file.name, tables);
    if (table) {
      await fill(client, table, file.content);
      filled.add(quotedTable(table));
    } else await putElsewhere(file);
  }
  const empty = tables.find((table) => !filled.has(quotedTable(table)));
  if (empty) throw new Error(`The archive holds no rows of ${quotedTable(empty)}, which its manifest names.`);
  for (const { schema, name, value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [
      `${quoted(schema)}.${quoted(name)}`,
      value,
    ]);
}

type FilledTable = DatabaseContents['tables'][number];

async function fill(client: Client, table: FilledTable, content: AsyncIterable<Buffer>): Promise<void> {
  const name = quotedTable(table);
  const count = async () => {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
    return Number(rows[0]!.count);
  };
  // What migrations put in is in the archive too. Triggers of the log would refuse a deletion of nothing.
  if ((await count()) > 0) await client.query(`delete from ${name}`);
  const into = client.query(copyIn(`copy ${name} (${table.columns.map(quoted).join(', ')}) from stdin`));
  await pipeline(Readable.from(content), createGunzip(), into);
  const rows = await count();
  if (rows !== table.rows) throw new Error(`${name} was to have ${table.rows} rows, and has ${rows}.`);
}

/** Other versions of graphile-worker have other tables, and no migration of ours says which. */
async function refuseUnknownColumns(sql: Sql, { tables }: DatabaseContents): Promise<void> {
  const found = await sql<{ column: string }[]>`
    select n.nspname || '.' || c.relname || '.' || a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;
  const there = new Set(found.map(({ column }) => column));
  const unknown = tables
    .flatMap(({ schema, name, columns }) => columns.map((column) => `${schema}.${name}.${column}`))
    .filter((column) => !there.has(column));
  if (unknown.length > 0)
    throw new Error(
      `The archive has columns that this version does not have: ${unknown.slice(0, 5).join(', ')}.`,
    );
}

const markText = (mark: string) => `restored from ${mark}`;

/** Which archive the rows are from; null where it is none. */
export async function readMark(sql: Sql): Promise<string | null> {
  const [row] = await sql<[{ mark: string | null }]>`
    select obj_description(to_regclass('public.schema_migrations'), 'pg_class') as mark`;
  return row.mark?.startsWith('restored from ') ? row.mark.slice(markText('').length) : null;
}
