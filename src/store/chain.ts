import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import type { EventMetadata, Json } from './types.ts';

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

/** Names this way of writing an event as bytes; a change of the way gets a new name. */
const format = 'showreel-chain-1';

/**
 * Lower-case hex of SHA-256 over the previous hash and the event. Each field goes in with its length before it, so that no two
 * different events write the same bytes ("ab" + "c" and "a" + "bc" would, if merely joined).
 *
 * @param previous hash of the stream's event before this one, null for the first.
 */
export function chainHash(previous: string | null, event: ChainedEvent): string {
  const fields = [
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
  ];
  const hash = createHash('sha256');
  for (const field of fields) {
    const bytes = Buffer.from(field, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  }
  return hash.digest('hex');
}

/** JSON with the names of every object in code-unit order: jsonb forgets the order in which they were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(JSON.parse(JSON.stringify(value))));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  // Without a prototype, since `__proto__` is a name like any other here.
  const copy: { [name: string]: Json } = Object.create(null);
  for (const name of names) copy[name] = sorted(value[name]!);
  return copy;
}

type ChainReport =
  | { intact: true; stream: string; version: number; head: string | null }
  | { intact: false; stream: string; badVersion: number; reason: string };

/**
 * Recomputes a stream's chain from the stored rows, a thousand at a time.
 *
 * @param expected a head written down earlier: a chain cut off at its end is intact in itself, and only this shows it.
 */
export async function verifyChain(
  sql: Sql,
  stream: string,
  expected?: { version: number; hash: string },
): Promise<ChainReport> {
  let version = 0;
  let head: string | null = null;
  const bad = (reason: string): ChainReport => ({ intact: false, stream, badVersion: version + 1, reason });
  for await (const rows of selectChain(sql, stream).cursor(1000)) {
    for (const { hash, ...event } of rows) {
      if (event.version !== version + 1) return bad(`version ${version + 1} is missing`);
      const computed = chainHash(head, event);
      if (hash !== computed) return bad('its hash does not match its content and the event before it');
      version = event.version;
      head = computed;
      if (expected?.version === version && expected.hash !== head)
        return {
          intact: false,
          stream,
          badVersion: version,
          reason: 'its hash differs from the one written down',
        };
    }
  }
  if (expected && expected.version > version) return bad('the events that were there are gone');
  return { intact: true, stream, version, head };
}

const selectChain = (sql: Sql, stream: string) => sql<(ChainedEvent & { hash: string | null })[]>`
  select stream, version, type, schema_version as "schemaVersion", data, metadata, command_id as "commandId", ordinal,
    recorded_at as "recordedAt", encode(hash, 'hex') as hash
  from events where stream = ${stream} order by version`;
