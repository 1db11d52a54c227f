import { asStored, type NewEvent, type StreamBatch } from './append.ts';
import { type KnownState, type KnownStates, readSince } from './known-states.ts';
import type { Decider, DomainEvent, JobRequest, LoadedStream, StoredEvent, UnitOfWork } from './types.ts';
import type { Upcasts } from './upcast.ts';

/** One attempt at a command: what it read, decided and asked for, until it is appended or thrown away. */
export interface Draft {
  unit: UnitOfWork;
  streams: StreamBatch[];
  events: NewEvent[];
  jobs: JobRequest[];
  /** To be called once its events are in the log: the next command reads on from where this one left its streams. */
  settle(appended: readonly StoredEvent[]): void;
}

export interface DraftSources {
  read(stream: string, fromVersion: number): Promise<StoredEvent[]>;
  upcasts: Upcasts;
  known: KnownStates;
}

interface OpenStream {
  loaded: LoadedStream<never, unknown>;
  decider: object;
}

export function createDraft(sources: DraftSources): Draft {
  const draft = { streams: [] as StreamBatch[], events: [] as NewEvent[], jobs: [] as JobRequest[] };
  // Two use cases in one unit may both need the same stream: they share it, decisions of the first included.
  const opened = new Map<string, OpenStream>();

  function open<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    stream: string,
    begun: KnownState | null,
    past: StoredEvent[],
  ): LoadedStream<C, S> {
    const sharedStream = opened.get(stream);
    if (sharedStream) return sharedStream.loaded as LoadedStream<C, S>;
    const start = folded(decider, begun, past, sources.upcasts);
    if (start.version > 0) sources.known.keep(stream, start);
    draft.streams.push({ stream, expectedVersion: start.version, previousHash: start.hash });
    const loaded = loadedStream(decider, stream, start, (type, data, place) => {
      const schemaVersion = sources.upcasts.currentVersion(type);
      const readableFrom = sources.upcasts.readableFrom(type);
      draft.events.push({ stream, ...place, type, schemaVersion, readableFrom, data });
    });
    opened.set(stream, { loaded, decider });
    return loaded;
  }

  const unit: UnitOfWork = {
    async load(decider, stream) {
      if (opened.has(stream)) return open(decider, stream, null, []);
      const before = sources.known.recall(stream, decider);
      const { known, past } = await readSince(before, (from) => sources.read(stream, from));
      return open(decider, stream, known, past);
    },
    begin: (decider, stream) => open(decider, stream, null, []),
    enqueue: (job) => {
      draft.jobs.push(job);
    },
  };
  return {
    unit,
    ...draft,
    settle(appended) {
      const lastOf = new Map(appended.map((event) => [event.stream, event]));
      for (const [stream, { version, position, hash }] of lastOf) {
        const { loaded, decider } = opened.get(stream)!;
        sources.known.keep(stream, { decider, state: loaded.state, version, position, hash });
      }
    },
  };
}

function folded<C, E extends DomainEvent, S>(
  decider: Decider<C, E, S>,
  begun: KnownState | null,
  past: StoredEvent[],
  upcasts: Upcasts,
): KnownState & { state: S } {
  // What was kept under this decider is its state, and what lies in its stream is one of its events, in today's shape
  // after upcasting.
  const before = begun ? (begun.state as S) : decider.initial;
  const counting = past.filter((event) => upcasts.counts(event));
  const state = counting.reduce((so, event) => decider.evolve(so, event as unknown as E), before);
  const { version, position, hash } = past.at(-1) ?? begun ?? { version: 0, position: 0, hash: null };
  return { decider, state, version, position, hash };
}

function loadedStream<C, E extends DomainEvent, S>(
  decider: Decider<C, E, S>,
  stream: string,
  start: { state: S; version: number },
  keep: (type: string, data: NewEvent['data'], place: { version: number; ordinal: number }) => void,
): LoadedStream<C, S> {
  let { state, version } = start;
  let ordinal = 0;
  return {
    stream,
    get version() {
      return version;
    },
    get state() {
      return state;
    },
    decide(command) {
      for (const decided of decider.decide(command, state)) {
        const data = asStored(decided.data);
        version += 1;
        keep(decided.type, data, { version, ordinal: ordinal++ });
        state = decider.evolve(state, { ...decided, data });
      }
    },
  };
}
