import type { ISql } from 'postgres';
import { canonicalJson, hashOf } from './canonical.ts';
import type { EventMetadata } from './types.ts';

export { canonicalJson };

/** What a chain's hash covers: the event as it was recorded, before any upcasting. */
export interface ChainedEvent {
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  data: object;
  metadata: EventMetadata;
  commandId: string;
  ordinal: number;
  recordedAt: Date;
}

/** The name of this way to write an event as bytes; another way gets another name. */
const format = 'showreel-chain-1';

/**
 * Lower-case hex of SHA-256 over the previous hash and the event, field by field.
 *
 * @param previous hash of the stream's event before this one, null for the first.
 */
export function chainHash(previous: string | null, event: ChainedEvent): string {
  return hashOf([
    format,
    previous ?? '',
    event.stream,
    String(event.version),
    event.type,
    String(event.schemaVersion),
    canonicalJson(event.data),
    canonicalJson(event.metadata),
    event.commandId,
    String(event.ordinal),
    event.recordedAt.toISOString(),
  ]);
}

/**
 * Where a chain once stood, as it was written down outside of the log. Nothing else shows that events were cut off at
 * the end of a chain.
 */
export interface ChainHead {
  version: number;
  hash: string;
}

/** An event as it lies in the table. */
export interface ChainRow extends ChainedEvent {
  position: number;
  hash: string | null;
}

export interface ChainFault {
  /** The first that is not as it was recorded. */
  version: number;
  /** `heads`: only the comparison with what was written down outside of the log shows it. */
  kind: 'chain' | 'heads';
  reason: string;
}

/** Follows one chain from its first event on, row by row. After a fault nothing more can be learnt from it. */
export function followChain(heads: readonly ChainHead[] = []) {
  const written = new Map(heads.map(({ version, hash }) => [version, hash]));
  const highest = Math.max(0, ...written.keys());
  let version = 0;
  let head: string | null = null;
  return {
    get version() {
      return version;
    },
    get head() {
      return head;
    },
    next(event: ChainRow): ChainFault | null {
      const place = version + 1;
      if (event.version !== place)
        return { version: place, kind: 'chain', reason: `version ${place} is missing` };
      const computed = chainHash(head, event);
      if (event.hash !== computed)
        return {
          version: place,
          kind: 'chain',
          reason: 'its hash does not match its content and the event before it',
        };
      version = place;
      head = computed;
      const expected = written.get(version);
      return expected && expected !== head
        ? { version, kind: 'heads', reason: 'its hash differs from the one written down' }
        : null;
    },
    end(): ChainFault | null {
      return highest > version
        ? {
            version: version + 1,
            kind: 'heads',
            reason: `the events that were there up to version ${highest} are gone`,
          }
        : null;
    },
  };
}

type ChainReport =
  | { intact: true; stream: string; version: number; head: string | null }
  | { intact: false; stream: string; badVersion: number; reason: string };

/** Recomputes a stream's chain from the stored rows, a thousand at a time. */
export async function verifyChain(
  sql: ISql,
  stream: string,
  heads: readonly ChainHead[] = [],
): Promise<ChainReport> {
  const chain = followChain(heads);
  const bad = ({ version, reason }: ChainFault): ChainReport => ({
    intact: false,
    stream,
    badVersion: version,
    reason,
  });
  for await (const rows of readAhead(
    selectChain(sql, stream, { afterVersion: 0, limit: null }).cursor(1000),
  )) {
    for (const row of rows) {
      const fault = chain.next(row);
      if (fault) return bad(fault);
    }
  }
  const fault = chain.end();
  return fault ? bad(fault) : { intact: true, stream, version: chain.version, head: chain.head };
}

/** Asks for the next batch before the last one has been worked on, so that the database does not wait meanwhile. */
async function* readAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = batches[Symbol.asyncIterator]();
  let coming = iterator.next();
  try {
    for (let batch = await coming; !batch.done; batch = await coming) {
      coming = iterator.next();
      yield batch.value;
    }
  } finally {
    // Where the reader has left early, a batch is still on its way, and only after it can the cursor be closed.
    await coming.catch(() => undefined);
    await iterator.return?.();
  }
}

/** The rows of one chain, oldest first; for a cursor, or a page at a time. */
export const selectChain = (
  sql: ISql,
  stream: string,
  page: { afterVersion: number; limit: number | null },
) =>
  sql<ChainRow[]>`
    select ${chainColumns(sql)} from events
    where stream = ${stream} and version > ${page.afterVersion}
    order by version limit ${page.limit}`;

/** The rows of all streams whose name begins with `prefix`, stream by stream and oldest first, a page at a time. */
export const selectChains = (
  sql: ISql,
  prefix: string,
  page: { after: { stream: string; version: number }; limit: number },
) =>
  sql<ChainRow[]>`
    select ${chainColumns(sql)} from events
    where starts_with(stream, ${prefix}) and (stream, version) > (${page.after.stream}, ${page.after.version})
    order by stream, version limit ${page.limit}`;

const chainColumns = (sql: ISql) => sql`
  position, stream, version, type, schema_version as "schemaVersion", data, metadata, command_id as "commandId", ordinal,
  recorded_at as "recordedAt", encode(hash, 'hex') as hash`;

/** The heads, at position `upTo`, of all chains that have grown since position `after`, by stream. */
export async function readChainHeads(
  sql: ISql,
  { after, upTo }: { after: number; upTo: number },
): Promise<Map<string, ChainHead>> {
  const rows = await sql<(ChainHead & { stream: string })[]>`
    select e.stream, e.version, encode(e.hash, 'hex') as hash
    from (
      select stream, max(version) as version from events
      where hash is not null and position > ${after} and position <= ${upTo}
      group by stream
    ) as newest join events e using (stream, version)
    where e.hash is not null`;
  return new Map(rows.map(({ stream, version, hash }) => [stream, { version, hash }]));
}
