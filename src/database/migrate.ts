import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import { connect, requireSupportedServer } from './connect.ts';

export interface MigrateOptions {
  url: string;
  log: Logger;
  /** Holds `migrations/` and `functions/`; the project's own `db` unless a test says otherwise. */
  folder?: string;
  /**
   * Applies only the migrations with these names, and no functions: the tables of a backup that older code has made, before its rows are
   * put into them.
   */
  only?: readonly string[];
}

const projectFolder = join(import.meta.dirname, '..', '..', 'db');
/** The advisory lock that lets one process migrate at a time; any fixed number nobody else uses. */
const migrationLock = 7_305_001;

/**
 * Brings the database to the version of this code: graphile-worker's own migrations, then each new
 * `migrations/NNNN_name.sql` in a transaction of its own, then every function whose text has changed. Forward only, and
 * once, however many processes start together.
 *
 * @throws Error where an applied migration's text has changed, the database is newer than this code, a number comes twice or
 *   too late, or a statement fails (the sentence names its file; its transaction is rolled back).
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const folder = options.folder ?? projectFolder;
  const migrations = await readMigrations(join(folder, 'migrations'));
  const functions = await readSqlFiles(join(folder, 'functions'));
  const sql = connect(options.url, { max: 1, applicationName: 'showreel-migrate' });
  try {
    await requireSupportedServer(sql);
    await sql`select pg_advisory_lock(${migrationLock}::bigint)`;
    await createLedger(sql);
    const pending = (await selectPending(sql, migrations)).filter(
      ({ name }) => options.only?.includes(name) ?? true,
    );
    // graphile-worker opens connections of its own; the lock above keeps others of ours out all the same.
    await migrateWorker(options);
    for (const migration of pending) {
      await applyMigration(sql, migration);
      options.log.info({ migration: migration.name }, 'applied a database migration');
    }
    if (!options.only) await refreshFunctions(sql, functions);
    return { applied: pending.map((migration) => migration.name) };
  } finally {
    // Ending the session releases the lock.
    await sql.end();
  }
}

/** The names of the migrations that a start would apply. @throws Error as `migrate` does, where the database fits no version. */
export async function pendingMigrations(sql: Sql, folder = projectFolder): Promise<string[]> {
  const migrations = await readMigrations(join(folder, 'migrations'));
  const [found] = await sql<
    { there: boolean }[]
  >`select to_regclass('schema_migrations') is not null as there`;
  const pending = found?.there ? await selectPending(sql, migrations) : migrations;
  return pending.map(({ name }) => name);
}

/** Every migration that this code knows, oldest first. */
export const knownMigrations = (): Promise<{ name: string; checksum: string }[]> =>
  readMigrations(join(projectFolder, 'migrations'));

interface SqlFile {
  name: string;
  text: string;
  checksum: string;
}
interface Migration extends SqlFile {
  number: number;
}

async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readSqlFiles(folder);
  return files.map((file, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file.name)?.[1]);
    if (!(number > 0))
      throw new Error(`${file.name} is not the name of a migration: expected NNNN_name.sql.`);
    const before = files[index - 1];
    if (before?.name.startsWith(file.name.slice(0, 5)))
      throw new Error(`Two migrations have the same number: ${before.name} and ${file.name}.`);
    return { ...file, number };
  });
}

async function createLedger(sql: Sql): Promise<void> {
  // A role that only works here may not create tables, not even "if not exists".
  const [found] = await sql<
    { there: boolean }[]
  >`select to_regclass('schema_functions') is not null as there`;
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
}

async function selectPending(sql: Sql, migrations: Migration[]): Promise<Migration[]> {
  const applied = await sql<{ number: number; name: string; checksum: string }[]>`
    select number, name, checksum from schema_migrations order by number`;
  const ours = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const row of applied) {
    const known = ours.get(row.number);
    if (!known)
      throw new Error(
        `The database is newer than this code: it has migration ${row.name}, which this version does not know. Start the newer version.`,
      );
    if (known.checksum !== row.checksum)
      throw new Error(
        `Migration ${row.name} has been applied with another text than ${known.name} has now. Migrations are never edited: restore its text and add a new one.`,
      );
  }
  const newest = applied.at(-1)?.number ?? 0;
  const pending = migrations.slice(applied.length);
  const late = migrations.find((m) => m.number < newest && !applied.some((row) => row.number === m.number));
  if (late)
    throw new Error(
      `Migration ${late.name} comes too late: number ${newest} has been applied already. Renumber it.`,
    );
  return pending;
}

async function applyMigration(sql: Sql, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(migration.text).simple();
      await tx`
        insert into schema_migrations (number, name, checksum)
        values (${migration.number}, ${migration.name}, ${migration.checksum})`;
    });
  } catch (cause) {
    throw new Error(`Migration ${migration.name} failed: ${sentence(cause)}`, { cause });
  }
}

/** Functions hold no data, so their newest text simply replaces the old one. */
async function refreshFunctions(sql: Sql, functions: SqlFile[]): Promise<void> {
  const known = await sql<{ name: string; checksum: string }[]>`select name, checksum from schema_functions`;
  const checksums = new Map(known.map((row) => [row.name, row.checksum]));
  const changed = functions.filter((file) => checksums.get(file.name) !== file.checksum);
  if (changed.length === 0) return;
  await sql.begin(async (tx) => {
    for (const file of changed) {
      await tx
        .unsafe(file.text)
        .simple()
        .catch((cause: unknown) => {
          throw new Error(`Function ${file.name} failed: ${sentence(cause)}`, { cause });
        });
      await tx`
        insert into schema_functions (name, checksum) values (${file.name}, ${file.checksum})
        on conflict (name) do update set checksum = excluded.checksum`;
    }
  });
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function migrateWorker(options: MigrateOptions): Promise<void> {
  const logger = new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') options.log.warn(message);
  });
  // graphile-worker does not wait for a pool of its own to end. Where the database goes at that moment, the error of a connection that
  // nobody listens to any more would end the process.
  const pgPool = new pg.Pool({ connectionString: options.url, application_name: 'showreel-migrate', max: 2 });
  const note = (error: Error) => options.log.debug({ err: error }, 'a connection of the migration was cut');
  pgPool.on('error', note);
  pgPool.on('connect', (client) => void client.on('error', note));
  try {
    await runMigrations({ pgPool, logger, noHandleSignals: true });
  } finally {
    await pgPool.end();
  }
}
