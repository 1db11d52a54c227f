import postgres, { type Sql } from 'postgres';
import { invalid } from '../errors.ts';
import { chainHash } from './chain.ts';
import { mergedStatements, type RowKeys } from './merge.ts';
import { inlineChanges } from './projector.ts';
import { type PersonalMembers, sealMembers, subjectOf } from './seals/sealed-members.ts';
import type { MadeKey, SubjectKey, SubjectKeys } from './seals/subject-keys.ts';
import { toStatements } from './statements.ts';
import type { CommandContext, JobRequest, JsonObject, Projection, RowChange, StoredEvent } from './types.ts';

/** A stream that a command writes to, and where it stood. */
export interface StreamBatch {
  stream: string;
  expectedVersion: number;
  /** Hash of the event at the expected version, where the stream is chained. */
  previousHash: string | null;
}

/** An event that was decided, in the order of deciding over all streams. */
export interface NewEvent {
  stream: string;
  version: number;
  ordinal: number;
  type: string;
  schemaVersion: number;
  /** See `EventTypes`. */
  readableFrom: number;
  data: JsonObject;
}

/** Everything that one command appends. */
export interface Batch {
  context: CommandContext;
  streams: StreamBatch[];
  events: NewEvent[];
  jobs: JobRequest[];
  recordedAt: Date;
}

export interface AppendSettings {
  sql: Sql;
  projections: readonly Projection[];
  chained: (stream: string) => boolean;
  /** Without it, events are written as they are. */
  personal?: (PersonalMembers & { keys: SubjectKeys }) | undefined;
}

export type AppendOutcome =
  | { kind: 'appended'; events: StoredEvent[] }
  /** Another append was faster: load and decide again. */
  | { kind: 'conflict' }
  | { kind: 'duplicate' };

type Stored = Omit<StoredEvent, 'position'> & { ordinal: number };

/** A batch as it is written: its events are sealed and hashed, and the row changes of the projections are there. */
export interface SealedBatch extends Batch {
  /** In clear, as callers and projections see them. */
  stored: Stored[];
  /** As they lie in the table. */
  written: Stored[];
  changes: RowChange[];
  /** Keys that were made for this batch, sealed. */
  made: MadeKey[];
}

/** Whose keys a batch needs. */
export const subjectsOf = ({ personal }: AppendSettings, { events }: Batch): string[] => [
  ...new Set(events.flatMap((event) => subjectOf(personal, event) ?? [])),
];

/** @throws what a projection throws: then this command cannot be appended, whatever comes with it. */
export function seal(
  { projections, chained, personal }: AppendSettings,
  batch: Batch,
  keys: ReadonlyMap<string, SubjectKey>,
): SealedBatch {
  const heads = new Map(batch.streams.map((stream) => [stream.stream, stream.previousHash]));
  const { commandId, metadata } = batch.context;
  const stored: Stored[] = [];
  const written: Stored[] = [];
  for (const { readableFrom, ...event } of batch.events) {
    const said = readableFrom < event.schemaVersion ? { ...metadata, readableFrom } : metadata;
    const subject = subjectOf(personal, event);
    const sealed =
      subject && sealMembers(event, personal!.facts.get(event.type)!, subject, keys.get(subject)!);
    const whole = {
      ...(sealed ? sealed.written : event),
      metadata: said,
      commandId,
      recordedAt: batch.recordedAt,
    };
    // A chain covers what is stored, so it can be followed without the keys.
    const hash = chained(event.stream) ? chainHash(heads.get(event.stream) ?? null, whole) : null;
    if (hash) heads.set(event.stream, hash);
    written.push({ ...whole, hash });
    stored.push({
      ...whole,
      hash,
      ...(sealed && { schemaVersion: event.schemaVersion, data: sealed.data }),
    });
  }
  const made = [...keys].flatMap(([subject, key]) =>
    key.kind === 'made' ? [{ subject, sealedKey: key.sealedKey }] : [],
  );
  const changes = stored.flatMap((event) => inlineChanges(projections, event));
  return { ...batch, stored, written, changes, made };
}

/**
 * The only write path, one round trip: a single prepared statement, which is a transaction by itself. (BEGIN … COMMIT
 * pipelined on a reserved connection measured within noise of it, 4.4 against 4.9 thousand a second with two row changes, but
 * when that connection breaks postgres.js 3.4 leaves queued statements unanswered and throws out of reach of a catch.)
 *
 * @param readModels what `versionsOf` says of the projections
 * @param batches of different commands and different streams; all are appended or none.
 * @returns the events of each batch. @throws PostgresError, see outcomeOf.
 */
export async function write(
  sql: Sql,
  readModels: readonly string[],
  batches: readonly SealedBatch[],
  keys: RowKeys,
): Promise<StoredEvent[][]> {
  const commands = batches.map(({ context }) => context.commandId).sort();
  const streams = batches.flatMap((batch) => batch.streams).sort((a, b) => (a.stream < b.stream ? -1 : 1));
  const changes = batches.flatMap((batch) => batch.changes);
  const made = madeFor(batches);
  // One command usually writes each row once, so there is nothing to merge.
  const statements = batches.length === 1 ? toStatements(changes) : mergedStatements(changes, keys);
  const [row] = await sql<{ positions: number[] }[]>`
    select append_events(
      ${commands}::text[],
      ${streams.map(({ stream }) => stream)}::text[],
      ${streams.map(({ expectedVersion }) => expectedVersion)}::int[],
      ${JSON.stringify(batches.flatMap((batch) => batch.written.map(eventRow)))}::text::json,
      ${JSON.stringify(statements)}::text::jsonb,
      ${JSON.stringify(batches.flatMap((batch) => batch.jobs.map(jobRow)))}::text::jsonb,
      ${made.map(({ subject }) => subject)}::text[],
      ${made.map(({ sealedKey }) => sealedKey)}::text[],
      ${readModels}::text[]
    ) as positions`;
  let next = 0;
  return batches.map((batch) =>
    batch.stored.map(({ ordinal: _, ...event }) => ({ ...event, position: row!.positions[next++]! })),
  );
}

/** Every key once. Two that were made for one subject are both there: then the statement fails, and the batches are tried alone. */
function madeFor(batches: readonly SealedBatch[]): MadeKey[] {
  const made = new Map(batches.flatMap((batch) => batch.made.map((key) => [key.sealedKey, key])));
  return [...made.values()].sort((a, b) => (a.subject < b.subject ? -1 : 1));
}

/**
 * What a failed append means.
 * @throws the error itself where it is neither a conflict nor a duplicate.
 */
export function outcomeOf(error: unknown): AppendOutcome {
  if (!(error instanceof postgres.PostgresError)) throw error;
  const { code, constraint_name: constraint } = error;
  if (code === 'SR002') return { kind: 'duplicate' };
  // Streams are locked in one order, rows of read models are not: PostgreSQL breaks the circle, and the loser starts again.
  // Where somebody else has made a user's key, what was sealed is sealed anew.
  if (code === 'SR001' || code === 'SR003' || code === '40P01') return { kind: 'conflict' };
  if (code === '23505' && constraint === 'events_stream_version_key') return { kind: 'conflict' };
  throw error;
}

const eventRow = (event: Stored) => ({
  stream: event.stream,
  version: event.version,
  type: event.type,
  schema_version: event.schemaVersion,
  data: event.data,
  metadata: event.metadata,
  command_id: event.commandId,
  ordinal: event.ordinal,
  hash: event.hash,
  recorded_at: event.recordedAt,
});

const jobRow = (job: JobRequest) => ({
  task: job.task,
  payload: job.payload,
  key: job.key ?? null,
  run_at: job.runAt ?? null,
  max_attempts: job.maxAttempts ?? null,
  priority: job.priority ?? null,
  share: job.share ?? null,
});

/** A NUL, or half of a surrogate pair, as JSON.stringify escapes them; an even number of backslashes before is just text. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Event data as it will be read back, so that deciders and projections see the same object now and in a replay.
 * @throws AppError 400 for text that PostgreSQL cannot store.
 */
export function asStored(data: object): JsonObject {
  const text = JSON.stringify(data);
  if (unstorable.test(text))
    throw invalid('Text must not contain the null character (U+0000) or half of a surrogate pair.');
  return JSON.parse(text);
}
