import type { ISql, Sql } from 'postgres';
import { inlineChanges } from './projector.ts';
import { readHead, readSettled } from './read.ts';
import { toStatements } from './statements.ts';
import type { Projection } from './types.ts';
import { createUpcasts, type Upcaster, type Upcasts } from './upcast.ts';

interface RebuildOptions {
  /** A pool with at least two connections. */
  sql: Sql;
  upcasters: readonly Upcaster[];
  projection: Projection;
}

interface TableDifference {
  table: string;
  /** Rows, as JSON, that the live table has and the log does not explain; at most ten. */
  onlyLive: unknown[];
  /** Rows that the log says should be there; at most ten. */
  onlyRebuilt: unknown[];
}

const batchSize = 1000;

/**
 * Builds a read model from the log while the service runs: into tables beside the live ones, then the last events and the
 * swap under the gate, so that writers wait for milliseconds however long the log is.
 * @returns how many events of the log it folded.
 */
export async function rebuild(options: RebuildOptions): Promise<{ events: number }> {
  const { sql, projection } = options;
  const build = await startBuild(options);
  const settled = await build.foldUpTo(sql, await readHead(sql));
  const events = await sql.begin(async (tx) => {
    const last = await build.foldBehindGate(tx);
    for (const table of projection.tables) await tx`select swap_table(${table}, ${beside(table)})`;
    await tx`
      insert into projections (name, version) values (${projection.name}, ${projection.version})
      on conflict (name) do update set version = excluded.version, updated_at = clock_timestamp()`;
    return last;
  });
  return { events: settled + events };
}

/** Builds the same tables, compares each row with the live ones at one moment, and throws what it built away. */
export async function verifyProjection(
  options: RebuildOptions,
): Promise<{ events: number; differences: TableDifference[] }> {
  const { sql, projection } = options;
  const build = await startBuild(options);
  const settled = await build.foldUpTo(sql, await readHead(sql));
  const result = await sql.begin(async (tx) => {
    const last = await build.foldBehindGate(tx);
    const differences: TableDifference[] = [];
    for (const table of projection.tables) {
      const difference = await compare(tx, table);
      if (difference) differences.push(difference);
    }
    return { events: settled + last, differences };
  });
  for (const table of projection.tables) await sql`drop table ${sql(beside(table))}`;
  return result;
}

const beside = (table: string) => `${table}__rebuilt`;

async function startBuild({ sql, projection, upcasters }: RebuildOptions) {
  const upcasts = createUpcasts(upcasters);
  for (const table of projection.tables) {
    await sql`drop table if exists ${sql(beside(table))}`;
    await sql`create table ${sql(beside(table))} (like ${sql(table)} including all)`;
  }
  let position = 0;

  async function foldUpTo(on: ISql, upTo: number): Promise<number> {
    let count = 0;
    for (;;) {
      const range = { after: position, upTo, limit: batchSize, types: projection.handles };
      const folded = await foldBatch(on, upcasts, projection, range);
      if (folded.count === 0) break;
      count += folded.count;
      position = folded.last;
    }
    position = Math.max(position, upTo);
    return count;
  }

  return {
    foldUpTo,
    /** Holds the gate until the transaction ends. */
    foldBehindGate: async (tx: ISql) => foldUpTo(tx, await readHead(tx)),
  };
}

async function foldBatch(
  sql: ISql,
  upcasts: Upcasts,
  projection: Projection,
  range: Parameters<typeof readSettled>[2],
): Promise<{ count: number; last: number }> {
  const events = await readSettled(sql, upcasts, range);
  const changes = events.flatMap((event) => inlineChanges([projection], event));
  if (changes.length > 0)
    await sql`select apply_changes(${JSON.stringify(toStatements(changes, beside))}::text::jsonb)`;
  return { count: events.length, last: events.at(-1)?.position ?? range.after };
}

async function compare(sql: ISql, table: string): Promise<TableDifference | null> {
  const onlyIn = async (one: string, other: string) => {
    const rows = await sql<{ row: unknown }[]>`
      select to_jsonb(a) as row from ${sql(one)} a
      except all
      select to_jsonb(b) from ${sql(other)} b
      limit 10`;
    return rows.map(({ row }) => row);
  };
  const onlyLive = await onlyIn(table, beside(table));
  const onlyRebuilt = await onlyIn(beside(table), table);
  if (onlyLive.length + onlyRebuilt.length === 0) return null;
  return { table, onlyLive, onlyRebuilt };
}
