import { setTimeout as sleep } from 'node:timers/promises';
import type { ISql, Sql } from 'postgres';
import { conflict } from '../errors.ts';
import {
  type Build,
  type BuildProgress,
  batchSize,
  beside,
  createTables,
  foldUpTo,
  removeTables,
} from './build.ts';
import { readHead } from './read.ts';
import type { SubjectKeys } from './seals/subject-keys.ts';
import { inTransaction, type Session, withSession } from './session.ts';
import type { Projection } from './types.ts';
import { createUpcasts, type Upcaster } from './upcast.ts';

export interface RebuildOptions {
  sql: Sql;
  upcasters: readonly Upcaster[];
  /** Open what is sealed. A log without a sealed event needs none. */
  keys?: SubjectKeys | undefined;
  projection: Projection;
  onProgress?: ((progress: BuildProgress) => void) | undefined;
}

/**
 * Builds a read model from the log while the service runs: into tables beside the live ones, then the last events and the
 * swap under the gate, so that writers wait for milliseconds however long the log is. A reader sees the old tables or the
 * new ones, each of them right. Builds of the same read model wait for each other.
 * @returns how many events of the log it folded.
 * @throws AppError `owner_needed` where the role may not make tables.
 */
export async function rebuild(options: RebuildOptions): Promise<{ events: number }> {
  const { sql, projection } = options;
  return oneBuildAtATime(sql, projection, async (session) => {
    await refuseNewer(session, projection);
    await createTables(session, projection, 'lasting');
    try {
      const build = await catchUpWithLog(session, sql, newBuild(options));
      for (const table of projection.tables) await session`analyze ${session(beside(table))}`;
      return { events: (await swapPatiently(session, sql, build)).events };
    } catch (error) {
      // Where the session is gone, its lock is gone too, and the next build removes the tables.
      await removeTables(session, projection).catch(() => undefined);
      throw error;
    }
  });
}

export const newBuild = ({ upcasters, keys, projection, onProgress }: RebuildOptions): Build => ({
  projection,
  reading: { upcasts: createUpcasts(upcasters), keys },
  position: 0,
  events: 0,
  onProgress: onProgress ?? (() => undefined),
});

/** @throws AppError `newer_version` where newer code has built the tables: this code would take away what that code added. */
export async function refuseNewer(sql: ISql, { name, version }: Projection): Promise<void> {
  const [known] = await sql<{ version: number }[]>`select version from projections where name = ${name}`;
  if (known === undefined || known.version <= version) return;
  throw conflict(
    'newer_version',
    `The read model ${name} was built by a newer version of the service (${known.version}, here ${version}). Ask a process of that version.`,
  );
}

/** The lock and all the work are of one session: who loses the one loses the other. */
export function oneBuildAtATime<T>(
  sql: Sql,
  { name }: Projection,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return withSession(sql, async (session) => {
    await session`select pg_advisory_lock(hashtextextended(${name}, 3))`;
    return work(session);
  });
}

/**
 * Keeps the tables of these projections from being swapped for as long as the session lasts: for a reader that keeps
 * one snapshot over many statements and would not see the rows of a newer table.
 */
export async function holdOffSwaps(session: Session, projections: readonly Projection[]): Promise<void> {
  // In one order, so that two readers that hold off several swaps cannot wait for each other with a build in between.
  const names = projections.map(({ name }) => name).sort();
  for (const name of names) await session`select pg_advisory_lock_shared(hashtextextended(${name}, 3))`;
}

/** The log has grown while a long build ran: the build goes on until little is left. */
async function catchUpWithLog(session: Session, sql: ISql, begun: Build): Promise<Build> {
  let build = begun;
  for (;;) {
    const head = await readHead(sql);
    build = await foldUpTo(session, sql, build, head);
    if ((await readHead(sql)) - head <= batchSize) return build;
  }
}

// Shorter than the second after which PostgreSQL looks for deadlocks: of a reader of several of these tables and the swap, it
// is always the swap that gives way, and no reader queues behind it for longer.
const lockTimeoutMs = 250;
const lockNotAvailable = '55P03';
const patienceMs = 60_000;

async function swapPatiently(session: Session, sql: ISql, begun: Build): Promise<Build> {
  const until = performance.now() + patienceMs;
  for (let build = begun; ; build = await catchUpWithLog(session, sql, build)) {
    const before = build;
    try {
      return await inTransaction(session, () => foldAndSwap(session, before));
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || performance.now() > until) throw error;
      await sleep(lockTimeoutMs);
    }
  }
}

/** Holds the gate until the transaction ends: nothing is appended meanwhile. */
async function foldAndSwap(tx: ISql, before: Build): Promise<Build> {
  const { name, version, tables } = before.projection;
  await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
  const build = await foldUpTo(tx, tx, before, await readHead(tx));
  // A step of a catching-up projection has ended by now, or will find its checkpoint moved: the checkpoint is now
  // that of the build.
  await tx`
    insert into projections (name, version) values (${name}, ${version})
    on conflict (name) do update set
      version = excluded.version,
      outdated_at = null,
      position = case when projections.position is null then null else ${build.position}::bigint end,
      updated_at = clock_timestamp()`;
  await tx`lock table ${tx(tables)} in access exclusive mode`;
  for (const table of tables) await tx`select swap_table(${table}, ${beside(table)})`;
  return build;
}
