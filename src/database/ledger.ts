import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ISql, Sql } from 'postgres';

/** A file of SQL, as the ledger of the database remembers it. */
export interface SqlFile {
  name: string;
  text: string;
  checksum: string;
}
export interface Migration extends SqlFile {
  number: number;
  /**
   * The newest migration of the oldest code that works with the tables after this one, as its first line `-- compatible_from: NNNN` says;
   * null where it says nothing: then only code that has this migration does.
   */
  compatibleFrom: number | null;
}

export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** @throws Error where a name or the first line is not that of a migration, or two have one number */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readSqlFiles(folder);
  return files.map((file, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file.name)?.[1]);
    if (!(number > 0))
      throw new Error(`${file.name} is not the name of a migration: expected NNNN_name.sql.`);
    const before = files[index - 1];
    if (before?.name.startsWith(file.name.slice(0, 5)))
      throw new Error(`Two migrations have the same number: ${before.name} and ${file.name}.`);
    return { ...file, number, compatibleFrom: compatibleFrom(file, number) };
  });
}

function compatibleFrom({ name, text }: SqlFile, number: number): number | null {
  const said = /^-- compatible_from: (.*)$/m.exec(text)?.[1];
  if (said === undefined) return null;
  if (!/^\d{4}$/.test(said) || Number(said) > number)
    throw new Error(
      `${name}: compatible_from must be the number of a migration, ${name.slice(0, 4)} at most; got ${said}.`,
    );
  return Number(said);
}

/** The tables in which a database remembers its migrations and functions. */
export async function createLedger(sql: Sql): Promise<void> {
  // A role that only works here may neither create tables nor add columns, not even "if not exists".
  const [found] = await sql<{ there: boolean }[]>`
    select exists (
      select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'compatible_from'
    ) as there`;
  if (found?.there) return;
  await sql`
    create table if not exists schema_migrations (
      number int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  await sql`
    create table if not exists schema_functions (
      name text primary key,
      checksum text not null
    )`;
  await sql`alter table schema_migrations add column if not exists compatible_from int`;
}

/** How code and database stand to each other. */
export interface Standing {
  /** What a start applies. */
  pending: Migration[];
  /**
   * The names of migrations that newer code has applied, and with which this code works: it changes nothing about tables and functions
   * then.
   */
  ahead: string[];
}

/** @throws Error where the database does not fit this code */
export async function compare(sql: ISql, migrations: readonly Migration[]): Promise<Standing> {
  const applied = await sql<{ number: number; name: string; checksum: string; from: number | null }[]>`
    select number, name, checksum, (to_jsonb(m) ->> 'compatible_from')::int as "from"
    from schema_migrations m order by number`;
  const ours = new Map(migrations.map((migration) => [migration.number, migration]));
  const ahead = applied.filter(({ number }) => !ours.has(number));
  const newestKnown = migrations.at(-1)?.number ?? 0;
  const breaking = ahead.find(({ from }) => from === null || from > newestKnown);
  if (breaking)
    throw new Error(
      `The database is newer than this code: it has migration ${breaking.name}, ${whoWorks(breaking.from)}. Start the newer version.`,
    );
  for (const row of applied) {
    const known = ours.get(row.number);
    if (known && known.checksum !== row.checksum)
      throw new Error(
        `Migration ${row.name} has been applied with another text than ${known.name} has now. Migrations are never edited: restore its text and add a new one.`,
      );
  }
  const newest = applied.at(-1)?.number ?? 0;
  const done = new Set(applied.map(({ number }) => number));
  const pending = migrations.filter(({ number }) => !done.has(number));
  const late = pending.find(({ number }) => number < newest);
  if (late)
    throw new Error(
      `Migration ${late.name} comes too late: number ${newest} has been applied already. Renumber it.`,
    );
  return { pending, ahead: ahead.map(({ name }) => name) };
}

const whoWorks = (from: number | null) =>
  from === null
    ? 'which this version does not know'
    : `with which only code works that has migration ${String(from).padStart(4, '0')}`;
