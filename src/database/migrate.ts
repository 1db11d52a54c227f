import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import { connect, requireSupportedServer } from './connect.ts';
import {
  compare,
  createLedger,
  type Migration,
  readMigrations,
  readSqlFiles,
  type SqlFile,
  type Standing,
} from './ledger.ts';

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
  /** How long a migration tries to get a table that others use. Default 600,000. */
  patienceMs?: number;
}

const projectFolder = join(import.meta.dirname, '..', '..', 'db');
/** The advisory lock that lets one process migrate at a time; any fixed number nobody else uses. */
const migrationLock = 7_305_001;

/**
 * Brings the database to the version of this code: graphile-worker's own migrations, then each new
 * `migrations/NNNN_name.sql` in a transaction of its own, then every function whose text has changed. Forward only, and
 * once, however many processes start together. Where newer code has migrated the database and this code still works with it, nothing is
 * changed: that happens to a process of the older version that is started again while a newer version is rolled out.
 *
 * @throws Error where an applied migration's text has changed, the database is too new for this code, a number comes twice or
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
    const { pending: lacking, ahead } = await compare(sql, migrations);
    if (ahead.length > 0) {
      options.log.warn(
        { ahead },
        'the database is newer than this code, which still works with it: start the newer version',
      );
      return { applied: [] };
    }
    const pending = lacking.filter(({ name }) => options.only?.includes(name) ?? true);
    // graphile-worker opens connections of its own; the lock above keeps others of ours out all the same.
    await migrateWorker(options);
    for (const migration of pending) {
      await applyPatiently(sql, migration, options);
      options.log.info({ migration: migration.name }, 'applied a database migration');
    }
    if (!options.only) await refreshFunctions(sql, functions);
    return { applied: pending.map((migration) => migration.name) };
  } finally {
    // Ending the session releases the lock. Without a time, postgres.js waits for ever for the end of a connection that was reset.
    await sql.end({ timeout: 1 });
  }
}

/** How this code and a database stand to each other. @throws Error as `migrate` does, where they do not fit. */
export async function standing(sql: Sql, folder = projectFolder): Promise<Standing> {
  const migrations = await readMigrations(join(folder, 'migrations'));
  const [found] = await sql<
    { there: boolean }[]
  >`select to_regclass('schema_migrations') is not null as there`;
  return found?.there ? compare(sql, migrations) : { pending: migrations, ahead: [] };
}

/** The names of the migrations that a start would apply. @throws Error as `migrate` does. */
export async function pendingMigrations(sql: Sql, folder = projectFolder): Promise<string[]> {
  return (await standing(sql, folder)).pending.map(({ name }) => name);
}

/** Every migration that this code knows, oldest first. */
export const knownMigrations = (): Promise<{ name: string; checksum: string }[]> =>
  readMigrations(join(projectFolder, 'migrations'));

/**
 * A migration that waits for a table holds up everybody who comes after it, and a backup may read a table for minutes. So it gives up
 * after half a second, lets the others pass, and comes again.
 */
const lockTimeoutMs = 500;
const retryMs = 1_000;
const lockNotAvailable = '55P03';

async function applyPatiently(
  sql: Sql,
  migration: Migration,
  { log, patienceMs = 600_000 }: MigrateOptions,
): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await applyMigration(sql, migration);
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code !== lockNotAvailable || performance.now() > untilMs) throw error;
      log.info({ migration: migration.name }, 'a table that a migration changes is in use: trying again');
      await sleep(retryMs);
    }
  }
}

async function applyMigration(sql: Sql, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
      await tx.unsafe(migration.text).simple();
      await tx`
        insert into schema_migrations (number, name, checksum, compatible_from)
        values (${migration.number}, ${migration.name}, ${migration.checksum}, ${migration.compatibleFrom})`;
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
