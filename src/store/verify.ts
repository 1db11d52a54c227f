import type { ISql } from 'postgres';
import { beside, createTables, foldUpTo } from './build.ts';
import { readHead } from './read.ts';
import { newBuild, oneBuildAtATime, type RebuildOptions, refuseNewer } from './rebuild.ts';
import type { Session } from './session.ts';
import { quoted } from './statements.ts';
import type { Json } from './types.ts';

/** Rows of one table that are not what the log says. */
export interface TableDifference {
  table: string;
  /** At most ten. */
  rows: {
    /** The primary key, by column. */
    key: { [column: string]: Json };
    /** As it is; null where it is missing. */
    live: { [column: string]: Json } | null;
    /** As the log says it should be; null where nothing explains it. */
    rebuilt: { [column: string]: Json } | null;
  }[];
  /** True where there are more of them. */
  more: boolean;
}

const shown = 10;

/**
 * Folds the log into temporary tables and compares each row with the live ones as they were at one moment. Writers wait for
 * that moment alone, not for the comparison.
 */
export async function verifyProjection(
  options: RebuildOptions,
): Promise<{ events: number; differences: TableDifference[] }> {
  const { sql, projection } = options;
  return oneBuildAtATime(sql, projection, async (session) => {
    await refuseNewer(session, projection);
    await createTables(session, projection, 'temporary');
    const bound = await checkpointOf(session, projection.name);
    const begun = await foldUpTo(session, sql, newBuild(options), bound ?? (await readHead(sql)));
    await openMoment(session, projection.tables);
    const end = (await checkpointOf(session, projection.name)) ?? (await newestPosition(session));
    const { events } = await foldUpTo(session, session, begun, end);
    const differences: TableDifference[] = [];
    for (const table of projection.tables) {
      const difference = await compare(session, table, projection.documents?.[table] ?? []);
      if (difference) differences.push(difference);
    }
    return { events, differences };
  });
}

/** Begins a transaction that sees the log and the read models as they are at a moment without appends. */
async function openMoment(session: Session, tables: readonly string[]): Promise<void> {
  await session`select pg_advisory_lock(7305, 1)`;
  await session`begin isolation level repeatable read`;
  // Before the snapshot, so that no table is replaced between the two.
  await session`lock table ${session(tables)} in access share mode`;
  await newestPosition(session);
  await session`select pg_advisory_unlock(7305, 1)`;
}

async function newestPosition(sql: ISql): Promise<number> {
  const [row] = await sql<[{ newest: number }]>`select coalesce(max(position), 0) as newest from events`;
  return row.newest;
}

/** How far a catching-up projection has come; null for an inline one, which is never behind. */
async function checkpointOf(sql: ISql, name: string): Promise<number | null> {
  const [row] = await sql<
    { position: number | null }[]
  >`select position from projections where name = ${name}`;
  return row?.position ?? null;
}

/** @param documents columns in which texts that say the same are equal */
async function compare(
  sql: ISql,
  table: string,
  documents: readonly string[],
): Promise<TableDifference | null> {
  const key = await primaryKeyOf(sql, table);
  const named = key.map((column) => `'${column}', coalesce(live.${quoted(column)}, built.${quoted(column)})`);
  const same = key.map((column) => `live.${quoted(column)} = built.${quoted(column)}`);
  const rows = await sql.unsafe<TableDifference['rows']>(`
    select jsonb_build_object(${named.join(', ')}) as key, to_jsonb(live) as live, to_jsonb(built) as rebuilt
    from ${quoted(table)} live full join ${quoted(beside(table))} built on ${same.join(' and ')}
    where live is distinct from built and ${said('live', documents)} is distinct from ${said('built', documents)}
    limit ${shown + 1}`);
  if (rows.length === 0) return null;
  return { table, rows: rows.slice(0, shown), more: rows.length > shown };
}

/** A row as a value, in SQL, with what its documents say in their place. */
function said(row: string, documents: readonly string[]): string {
  const values = documents.map((column) => `'${column}', document_value(${row}.${quoted(column)})`);
  return `to_jsonb(${row}) || jsonb_build_object(${values.join(', ')})`;
}

/** By column, in the order of the key. */
export async function primaryKeyOf(sql: ISql, table: string): Promise<string[]> {
  const columns = await sql<{ name: string }[]>`
    select a.attname::text as name
    from pg_index i cross join unnest(i.indkey) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = ${table}::regclass and i.indisprimary
    order by k.place`;
  if (columns.length === 0)
    throw new Error(`The table ${table} of a read model needs a primary key, so that its rows can be named.`);
  return columns.map(({ name }) => name);
}
