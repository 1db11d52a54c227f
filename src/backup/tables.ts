import type { ISql } from 'postgres';

/** Ours, better-auth's and graphile-worker's. */
const schemas = ['public', 'auth', 'graphile_worker'];
/** What migrations write themselves. */
const ofMigrations = ['public.schema_migrations', 'public.schema_functions', 'graphile_worker.migrations'];

export interface Table {
  schema: string;
  name: string;
  columns: string[];
}

export const quotedTable = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${quoted(schema)}.${quoted(name)}`;
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The tables with rows to keep; those that others refer to come before them. Tables of a rebuild that is under way are left out. */
export async function listTables(sql: ISql): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and n.nspname = any(${schemas}) and c.relpersistence <> 't'
      and c.relname not like '%\\_\\_rebuilt' and (n.nspname || '.' || c.relname) <> all(${ofMigrations})
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by n.nspname, c.relname order by n.nspname, c.relname`;
  const references = await sql<{ from: string; to: string }[]>`
    select fn.nspname || '.' || f.relname as from, tn.nspname || '.' || t.relname as to
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`;
  return inOrder(tables, references);
}

function inOrder(tables: Table[], references: readonly { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  let left = tables;
  const nameOf = ({ schema, name }: Table) => `${schema}.${name}`;
  while (left.length > 0) {
    const waiting = new Set(left.map(nameOf));
    const isReady = (table: Table) =>
      !references.some(({ from, to }) => from === nameOf(table) && waiting.has(to));
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...waiting]}.`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/**
 * Values are written, and read, in one way, whatever the server's own settings are; and no setting of it ends a long copy. Rows that this
 * user may not see are an error: they would be missing.
 */
export const plainText = `
  set local row_security = off;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = postgres; set local extra_float_digits = 3; set local bytea_output = hex;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Where sequences stand; those that nobody has used yet are left out. */
export const selectSequences = `
  select schemaname as schema, sequencename as name, last_value as value from pg_sequences
  where schemaname in ('public', 'auth', 'graphile_worker')
    and (last_value is not null or not has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'select'))
  order by 1, 2`;

/** Whether anything of ours lies in the database. */
export async function isEmptyDatabase(sql: ISql): Promise<boolean> {
  const [row] = await sql<[{ there: boolean }]>`
    select exists(select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${schemas}) and c.relkind in ('r', 'v', 'm', 'p')) as there`;
  return !row.there;
}

/** Whether nobody has ever worked with the database: a restore that was interrupted leaves tables without a row of anybody's. */
export async function isUnusedDatabase(sql: ISql): Promise<boolean> {
  if (await isEmptyDatabase(sql)) return true;
  for (const table of ['public.events', 'auth.users', 'public.accounts']) {
    const [found] = await sql<[{ there: boolean }]>`select to_regclass(${table}) is not null as there`;
    if (found.there && (await sql`select from ${sql(table)} limit 1`).length > 0) return false;
  }
  return true;
}
