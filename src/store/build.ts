import type { ISql } from 'postgres';
import { AppError } from '../errors.ts';
import { readRowKeys, writeMerged } from './merge.ts';
import { inlineChanges } from './projector.ts';
import { type Reading, readSettled } from './read.ts';
import type { Projection } from './types.ts';

/** How far a read model has been built anew. */
export interface BuildProgress {
  /** Events folded so far: those that the projection handles. */
  events: number;
  /** The position in the log, of `upTo`: what a progress bar shows. */
  position: number;
  upTo: number;
}

/** Tables that are built beside those of a projection, and how much of the log is folded into them. */
export interface Build {
  reading: Reading;
  projection: Projection;
  /** Everything at or below it is in the tables. */
  position: number;
  events: number;
  onProgress: (progress: BuildProgress) => void;
}

/** Events folded at a time. They are few enough to be folded while the gate is held: writers wait for about 30 ms. */
export const batchSize = 1000;

export const beside = (table: string) => `${table}__rebuilt`;

/**
 * Creates empty tables of the same shape, and removes what an earlier build left behind.
 * @param kind temporary ones live in this session alone, are seen by nobody else, and may be made by a role that owns
 *   nothing.
 */
export async function createTables(
  sql: ISql,
  projection: Projection,
  kind: 'lasting' | 'temporary',
): Promise<void> {
  try {
    if (kind === 'lasting') await removeTables(sql, projection);
    for (const table of projection.tables) {
      const temporary = kind === 'temporary' ? sql`temporary` : sql``;
      await sql`create ${temporary} table ${sql(beside(table))} (like ${sql(table)} including all)`;
    }
  } catch (error) {
    throw asOwnerNeeded(error);
  }
}

/** Removes the lasting tables that were not swapped in. */
export async function removeTables(sql: ISql, { tables }: Projection): Promise<void> {
  for (const table of tables) await sql`drop table if exists ${sql(beside(table))}`;
}

const notPermitted = '42501';

function asOwnerNeeded(error: unknown): unknown {
  if ((error as { code?: string }).code !== notPermitted) return error;
  return new AppError(
    'owner_needed',
    403,
    'Building a read model anew makes tables, and the database role of this service may not. Run it from a process whose DATABASE_URL names the role that migrates.',
    { cause: error },
  );
}

/**
 * Goes on folding, a thousand events at a time, and reads the next ones meanwhile.
 * @param from where the log is read; it may be another connection than the one that writes, since what is settled
 *   stays as it is
 * @returns the same build, further on.
 */
export async function foldUpTo(sql: ISql, from: ISql, build: Build, upTo: number): Promise<Build> {
  const { projection, reading, onProgress } = build;
  const keys = await readRowKeys(sql, projection.tables);
  const read = (after: number) =>
    readSettled(from, reading, { after, upTo, limit: batchSize, types: projection.handles });
  let { position, events } = build;
  let coming = read(position);
  for (;;) {
    const batch = await coming;
    const isLast = batch.length < batchSize;
    position = isLast ? Math.max(position, upTo) : batch.at(-1)!.position;
    if (!isLast) coming = read(position);
    // Where writing fails first, that error is thrown, and one of reading must not count as unhandled.
    coming.catch(() => undefined);
    const changes = batch.flatMap((event) => inlineChanges([projection], event));
    await writeMerged(sql, changes, keys, beside);
    events += batch.length;
    onProgress({ events, position, upTo });
    if (isLast) return { ...build, position, events };
  }
}
