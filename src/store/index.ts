/**
 * The event store: the only way to change anything, and a log of everything that changed. Every domain slice comes in; it
 * knows no word of theirs. It writes `events`, `projections` and `subject_keys`, the tables that projections name, and graphile-worker jobs.
 */
import type { Sql } from 'postgres';
import type { Clock } from '../clock.ts';
import { execute } from './execute.ts';
import { createGroupCommit } from './group-commit.ts';
import { createKnownStates } from './known-states.ts';
import { readAll, readCommand, readStream } from './read.ts';
import type { PersonalMembers } from './seals/sealed-members.ts';
import type { SubjectKeys } from './seals/subject-keys.ts';
import { createTurns } from './turns.ts';
import type { EventStore, Projection } from './types.ts';
import { createUpcasts, type EventTypes, type Upcaster } from './upcast.ts';

export interface EventStoreOptions {
  sql: Sql;
  clock: Clock;
  /** Inline: written in the append's transaction, so that a caller reads its own writes. */
  projections: readonly Projection[];
  upcasters: readonly Upcaster[];
  /** The types of events that this code knows; default: every type. */
  types?: EventTypes | undefined;
  /** Which streams carry a hash chain; it must never change its mind about a stream. */
  chained?: (stream: string) => boolean;
  /** Which members are sealed with a key of the person whom an event tells of, and the keys. Without it, nothing is sealed. */
  personal?: (PersonalMembers & { keys: SubjectKeys }) | undefined;
  /** The trace that runs, as W3C Trace Context writes it: jobs carry it to the process that does them. */
  traceparent?: (() => string | null) | undefined;
}

export function createEventStore(options: EventStoreOptions): EventStore {
  const { sql } = options;
  const reading = { upcasts: createUpcasts(options.upcasters, options.types), keys: options.personal?.keys };
  const { chained = () => false, traceparent = () => null } = options;
  const settings = {
    ...options,
    reading,
    chained,
    traceparent,
    append: createGroupCommit({ ...options, chained }),
    turns: createTurns(),
    known: createKnownStates(),
  };
  return {
    execute: (context, work) => execute(settings, context, work),
    readStream: (stream, range) => readStream(sql, reading, stream, range),
    readAll: (range) => readAll(sql, reading, range),
    readCommand: (commandId) => readCommand(sql, reading, commandId),
  };
}

export type { BuildProgress } from './build.ts';
export { startCatchUp } from './catch-up.ts';
export {
  type ChainHead,
  type ChainRow,
  canonicalJson,
  followChain,
  readChainHeads,
  selectChain,
  selectChains,
  verifyChain,
} from './chain.ts';
export { eventDigest, findBrokenLinks, type LogRow, readLogRows } from './digest.ts';
export { createDoorbell } from './doorbell.ts';
export { checkProjections, outdatedProjections } from './projector.ts';
export { readHead } from './read.ts';
export { holdOffSwaps, rebuild } from './rebuild.ts';
export { createReplay, type ReplayedRow } from './replay.ts';
export { openMembers, type PersonalMembers, sealedFrom } from './seals/sealed-members.ts';
export { createSubjectKeys, type SubjectKeys } from './seals/subject-keys.ts';
export { inTransaction, openSession, withSession } from './session.ts';
export { createUpcasts, type EventTypes, NewerEvent, type Upcaster } from './upcast.ts';
export { primaryKeyOf, type TableDifference, verifyProjection } from './verify.ts';
