import type { ISql } from 'postgres';
import { canonicalJson, hashOf } from './canonical.ts';
import type { ChainedEvent } from './chain.ts';

/** An event as it lies in the table, with everything that its digest covers. */
export interface LogRow extends ChainedEvent {
  position: number;
  hash: string | null;
  /** `recordedAt` in microseconds since 1970, which a Date does not hold. */
  recordedAtUs: string;
}

/** The name of this way to write an event as bytes; another way gets another name. */
const format = 'showreel-digest-1';
/** 128 bits: to find another event with the same digest takes 2^128 attempts. */
const digestLength = 32;

/** In hex, over every column of an event. JSON counts by its values, so that a migration may write it anew. */
export const eventDigest = (row: LogRow): string =>
  hashOf([
    format,
    String(row.position),
    row.stream,
    String(row.version),
    row.type,
    String(row.schemaVersion),
    canonicalJson(row.data),
    canonicalJson(row.metadata),
    row.commandId,
    String(row.ordinal),
    row.hash ?? '',
    row.recordedAtUs,
  ]).slice(0, digestLength);

/** Events may hold documents of 100 KB, so a page of the log stays below a hundred megabytes. */
const pageSize = 500;

/** The whole log between two positions, in its order. The next page is on its way while the last one is worked on. */
export async function* readLogRows(
  sql: ISql,
  range: { after: number; upTo: number },
): AsyncGenerator<LogRow[]> {
  const page = async (after: number): Promise<LogRow[]> => sql<LogRow[]>`
    select position, stream, version, type, schema_version as "schemaVersion", data, metadata,
      command_id as "commandId", ordinal, encode(hash, 'hex') as hash, recorded_at as "recordedAt",
      (extract(epoch from recorded_at) * 1000000)::bigint::text as "recordedAtUs"
    from events where position > ${after} and position <= ${range.upTo}
    order by position limit ${pageSize}`;
  let coming = page(range.after);
  try {
    for (let rows = await coming; rows.length > 0; rows = await coming) {
      coming = page(rows.at(-1)!.position);
      yield rows;
    }
  } finally {
    // Where the reader has left early, a page is still on its way.
    await coming.catch(() => undefined);
  }
}

/** An event whose stream lacks the event before it, or has that one later in the log. */
export interface BrokenLink {
  stream: string;
  version: number;
  type: string;
  position: number;
}

/** The events after a position that do not follow the one before them in their stream; 1,000 at most. */
export const findBrokenLinks = (sql: ISql, after: number): Promise<BrokenLink[]> => sql<BrokenLink[]>`
  select e.stream, e.version, e.type, e.position from events e
  where e.position > ${after} and e.version > 1 and not exists (
    select from events before
    where before.stream = e.stream and before.version = e.version - 1 and before.position < e.position
  )
  order by e.position limit 1000`;
