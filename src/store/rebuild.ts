import { setTimeout as sleep } from 'node:timers/promises';
import type { ISql, Sql } from 'postgres';
import { type Build, type BuildProgress, batchSize, beside, createTables, foldUpTo } from './build.ts';
import { readHead } from './read.ts';
import type { Projection } from './types.ts';
import { createUpcasts, type Upcaster } from './upcast.ts';

export interface RebuildOptions {
  /** A pool with at least two connections. */
  sql: Sql;
  upcasters: readonly Upcaster[];
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
  return oneBuildAtATime(sql, projection, async () => {
    await createTables(sql, projection, 'lasting');
    try {
      const build = await catchUpWithLog(sql, newBuild(options));
      for (const table of projection.tables) await sql`analyze ${sql(beside(table))}`;
      return { events: (await swapPatiently(sql, build)).events };
    } finally {
      for (const table of projection.tables) await sql`drop table if exists ${sql(beside(table))}`;
    }
  });
}

export const newBuild = ({ upcasters, projection, onProgress }: RebuildOptions): Build => ({
  ...{ projection, upcasts: createUpcasts(upcasters), position: 0, events: 0 },
  onProgress: onProgress ?? (() => undefined),
});

/** The lock belongs to a session, and goes with it when this process dies. */
export async function oneBuildAtATime<T>(
  sql: Sql,
  { name }: Projection,
  work: (session: ISql) => Promise<T>,
) {
  const session = await sql.reserve();
  try {
    await session`select pg_advisory_lock(hashtextextended(${name}, 3))`;
    try {
      return await work(session);
    } finally {
      await session`select pg_advisory_unlock(hashtextextended(${name}, 3))`;
    }
  } finally {
    session.release();
  }
}

/**
 * Keeps the tables of these from being swapped, for a reader that keeps one snapshot over many statements and would not see the
 * rows of a newer table.
 * @returns what lets the builds go on.
 */
export async function holdOffSwaps(
  session: ISql,
  projections: readonly Projection[],
): Promise<() => Promise<void>> {
  // In one order, so that two who hold off several do not wait for each other by way of a build.
  const names = projections.map(({ name }) => name).sort();
  for (const name of names) await session`select pg_advisory_lock_shared(hashtextextended(${name}, 3))`;
  return async () => {
    for (const name of names) await session`select pg_advisory_unlock_shared(hashtextextended(${name}, 3))`;
  };
}

/** While a long build ran, the log has grown: it goes on until what is left is little. */
async function catchUpWithLog(sql: ISql, begun: Build): Promise<Build> {
  let build = begun;
  for (;;) {
    const head = await readHead(sql);
    build = await foldUpTo(sql, build, head);
    if ((await readHead(sql)) - head <= batchSize) return build;
  }
}

// Shorter than the second after which PostgreSQL looks for deadlocks: of a reader of several of these tables and the swap, it
// is always the swap that gives way, and no reader queues behind it for longer.
const lockTimeoutMs = 250;
const lockNotAvailable = '55P03';
const patienceMs = 60_000;

async function swapPatiently(sql: Sql, begun: Build): Promise<Build> {
  const until = performance.now() + patienceMs;
  for (let build = begun; ; build = await catchUpWithLog(sql, build)) {
    const before = build;
    try {
      return await sql.begin((tx) => foldAndSwap(tx, before));
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
  const build = await foldUpTo(tx, before, await readHead(tx));
  // A step of a catching-up projection has ended by now or finds its checkpoint moved; its place is the build's.
  await tx`
    insert into projections (name, version) values (${name}, ${version})
    on conflict (name) do update set
      version = excluded.version,
      position = case when projections.position is null then null else ${build.position}::bigint end,
      updated_at = clock_timestamp()`;
  await tx`lock table ${tx(tables)} in access exclusive mode`;
  for (const table of tables) await tx`select swap_table(${table}, ${beside(table)})`;
  return build;
}
