/** The vocabulary of the event store. No word of the domain appears here. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

export interface DomainEvent {
  type: string;
  data: object;
}

export interface EventMetadata {
  /** Who caused it: a user id, `system`, `worker`, or `admin:<operator>`. */
  actor: string;
  requestId?: string | undefined;
  /** Position or command that caused this one. */
  causationId?: string | undefined;
  correlationId?: string | undefined;
  /**
   * The lowest version of the event's type whose readers may take this event as their own; 0: code that does not know the type may
   * pass over it. Absent where that is the event's own version.
   */
  readableFrom?: number | undefined;
  /** Why an operator did what nobody does by rule, in their own words. */
  reason?: string | undefined;
}

export interface StoredEvent<E extends DomainEvent = DomainEvent> {
  /** Position in the log of all streams; gaps are possible, order is not lost. */
  position: number;
  stream: string;
  /** 1 for the first event of a stream. */
  version: number;
  type: E['type'];
  schemaVersion: number;
  data: E['data'];
  metadata: EventMetadata;
  commandId: string;
  recordedAt: Date;
  /** Hex, where the stream is chained; null elsewhere. */
  hash: string | null;
}

/** Pure: no SQL, clock, randomness or await. `decide` throws an AppError where a rule forbids the command. */
export interface Decider<Command, Event extends DomainEvent, State> {
  initial: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Event[];
}

/**
 * What a projection wants done to a row. Plain data, so that the same function serves the append's transaction and a
 * rebuild into a table beside. `key` and `row` are by column name; an update names a column once, in `key`, `set` or
 * `add`. An update of a row that is not there does nothing.
 */
export type RowValue = string | number | boolean | Date | null | Json;
export type RowChange =
  | { op: 'insert'; table: string; row: Record<string, RowValue> }
  | {
      op: 'update';
      table: string;
      key: Record<string, RowValue>;
      set?: Record<string, RowValue>;
      add?: Record<string, number>;
    }
  | { op: 'delete'; table: string; key: Record<string, RowValue> };

/** An event as a projection sees it: everything but the position, which does not exist yet inside the append. */
export type ProjectableEvent<E extends DomainEvent = DomainEvent> = Omit<StoredEvent<E>, 'position' | 'hash'>;

export interface Projection {
  name: string;
  /** Raise it when `project` changes its mind about old events: a mismatch with the database is reported at start. */
  version: number;
  /** Every table it writes, and nobody else does. */
  tables: readonly string[];
  handles: readonly string[];
  /**
   * Columns of type text that hold JSON, by table. A comparison with the log compares what they say: one document can be written
   * in many ways.
   */
  documents?: Readonly<Record<string, readonly string[]>> | undefined;
  project(event: ProjectableEvent): RowChange[];
}

/** A job of a reaction. Where one with its `key` waits already, that one stays as it is, and at its time. */
export interface ReactionJob {
  task: string;
  payload: JsonObject;
  key: string;
  /** Jobs of one queue run one after the other. */
  queue: string;
}

/**
 * What follows once from each event of certain types, outside of the read models: telling somebody, for example. It catches up from a
 * checkpoint. What it wants done is written together with the checkpoint, so nothing is done twice or left out. It cannot be rebuilt.
 */
export interface Reaction {
  name: string;
  version: number;
  handles: readonly string[];
  /** May read, and writes nothing itself: the same events can come again. */
  react(events: readonly StoredEvent[]): Promise<{ changes: RowChange[]; jobs: ReactionJob[] }>;
}

export interface JobRequest {
  /** graphile-worker task identifier. */
  task: string;
  payload: JsonObject;
  /** graphile-worker job key, for replacing or removing. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
  priority?: number;
  /** Who the job is for. The shares of a task take turns, however many jobs each has waiting. */
  share?: string;
}

export interface CommandContext {
  /** The same command id twice is one effect. */
  commandId: string;
  metadata: EventMetadata;
}

/** A stream as it was loaded inside `execute`. */
export interface Loaded<State> {
  readonly stream: string;
  readonly version: number;
  readonly state: State;
}

/** One unit of work over any number of streams; nothing is written until the callback returns. */
export interface UnitOfWork {
  load<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, stream: string): Promise<LoadedStream<C, S>>;
  /** For a stream whose id was made just now: saves the read. Version 0 is expected. */
  begin<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, stream: string): LoadedStream<C, S>;
  /** Adds a job in the same transaction. */
  enqueue(job: JobRequest): void;
}
export interface LoadedStream<C, S> extends Loaded<S> {
  /** Decides and keeps the resulting events for the append; the state moves on, so it can be called again. */
  decide(command: C): void;
}

export interface ExecuteResult<T> {
  value: T;
  /** True where the command id had been appended before: nothing was written, `value` is what the callback returned. */
  duplicate: boolean;
  events: StoredEvent[];
}

export interface EventStore {
  /**
   * Load → decide → append, retried on a version conflict at most 3 times (then AppError `conflict`, 409). All streams,
   * inline projections and jobs are written in one transaction and one round trip.
   */
  execute<T>(context: CommandContext, work: (unit: UnitOfWork) => Promise<T> | T): Promise<ExecuteResult<T>>;
  /** Upcast, oldest first, from `fromVersion` (default 1). */
  readStream(stream: string, options?: { fromVersion?: number; limit?: number }): Promise<StoredEvent[]>;
  /**
   * All streams behind the gate: nothing is skipped, every stream in its order. What newer code has written and this code does not
   * understand is refused, unless it is asked for as it lies there.
   */
  readAll(options: { after: number; limit: number; newer?: 'refused' | 'as stored' }): Promise<StoredEvent[]>;
  /** What a command appended, in log order; empty where it never was. */
  readCommand(commandId: string): Promise<StoredEvent[]>;
}

/** Emitted to whoever listens in this process. */
export interface DoorbellEvents {
  /**
   * Every committed event of every process, once, in log order, from the moment at which the doorbell began to
   * listen. What newer code has written and this code does not understand comes as it lies in the log.
   */
  event: StoredEvent;
  /** A passing remark (progress) that is not an event; may be lost. */
  tick: JsonObject;
  /** The LISTEN connection came back: state may have been missed, read it again. */
  reconnected: undefined;
}

export interface Doorbell {
  readonly bus: import('emittery').default<DoorbellEvents>;
  /** To be called after a commit; coalesced to at most 20 NOTIFYs a second a process. */
  ring(): void;
  /** Sends a small payload (under 7,000 bytes as JSON) to every process. */
  tick(payload: JsonObject): void;
  stop(): Promise<void>;
}
