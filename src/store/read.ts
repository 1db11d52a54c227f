import type { ISql } from 'postgres';
import type { EventMetadata, JsonObject, StoredEvent } from './types.ts';
import type { Upcasts } from './upcast.ts';

interface EventRow {
  position: number;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  data: JsonObject;
  metadata: EventMetadata;
  commandId: string;
  recordedAt: Date;
  hash: string | null;
}

const columns = (sql: ISql) => sql`
  position, stream, version, type, schema_version as "schemaVersion", data, metadata, command_id as "commandId",
  recorded_at as "recordedAt", encode(hash, 'hex') as hash`;

const current = (rows: EventRow[], upcasts: Upcasts): StoredEvent[] =>
  rows.map((row) => ({ ...row, ...upcasts.upcast(row.type, row.schemaVersion, row.data) }));

/** One stream, oldest first. */
export async function readStream(
  sql: ISql,
  upcasts: Upcasts,
  stream: string,
  options: { fromVersion?: number; limit?: number } = {},
): Promise<StoredEvent[]> {
  const rows = await sql<EventRow[]>`
    select ${columns(sql)} from events
    where stream = ${stream} and version >= ${options.fromVersion ?? 1}
    order by version limit ${options.limit ?? null}`;
  return current(rows, upcasts);
}

/**
 * All streams, in log order. Positions are given out before their transactions commit, so whoever simply reads
 * `position > n` steps over an event that is still being committed: 3,921 of 14,881 under 24 writers. Behind the gate
 * nothing is skipped.
 */
export async function readAll(
  sql: ISql,
  upcasts: Upcasts,
  { after, limit }: { after: number; limit: number },
): Promise<StoredEvent[]> {
  // The gate makes writers wait for a moment: it is left alone when there is nothing to read, which is most polls.
  const [anything] = await sql`select from events where position > ${after} limit 1`;
  if (!anything) return [];
  return readSettled(sql, upcasts, { after, upTo: await readHead(sql), limit });
}

/**
 * Part of the log that is known to be settled, without another pass through the gate.
 * @param range `upTo` is a head read before; `types` leaves out the others.
 */
export async function readSettled(
  sql: ISql,
  upcasts: Upcasts,
  range: { after: number; upTo: number; limit: number; types?: readonly string[] },
): Promise<StoredEvent[]> {
  const wanted = range.types ? sql`and type in ${sql(['', ...range.types])}` : sql``;
  const rows = await sql<EventRow[]>`
    select ${columns(sql)} from events
    where position > ${range.after} and position <= ${range.upTo} ${wanted}
    order by position limit ${range.limit}`;
  return current(rows, upcasts);
}

/** The head of the log: every event at or below it is settled. */
export async function readHead(sql: ISql): Promise<number> {
  const [row] = await sql<{ head: number }[]>`select log_head() as head`;
  return row?.head ?? 0;
}

/** What a command appended, in log order; empty where it never was. */
export async function readCommand(sql: ISql, upcasts: Upcasts, commandId: string): Promise<StoredEvent[]> {
  const rows = await sql<EventRow[]>`
    select ${columns(sql)} from events where command_id = ${commandId} order by position`;
  return current(rows, upcasts);
}
