import { asStored, type NewEvent, type StreamBatch } from './append.ts';
import type { Decider, DomainEvent, JobRequest, LoadedStream, StoredEvent, UnitOfWork } from './types.ts';

/** One attempt at a command: what it read, decided and asked for, until it is appended or thrown away. */
export interface Draft {
  unit: UnitOfWork;
  streams: StreamBatch[];
  events: NewEvent[];
  jobs: JobRequest[];
}

export interface DraftSources {
  read(stream: string): Promise<StoredEvent[]>;
  currentVersion(type: string): number;
}

export function createDraft(sources: DraftSources): Draft {
  const draft = { streams: [] as StreamBatch[], events: [] as NewEvent[], jobs: [] as JobRequest[] };
  // Two use cases in one unit may both need the same stream: they share it, decisions of the first included.
  const opened = new Map<string, unknown>();

  function open<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, stream: string, past: StoredEvent[]) {
    const known = opened.get(stream);
    if (known) return known as LoadedStream<C, S>;
    const last = past.at(-1);
    draft.streams.push({ stream, expectedVersion: last?.version ?? 0, previousHash: last?.hash ?? null });
    const loaded = loadedStream(decider, stream, past, (type, data, place) => {
      draft.events.push({ stream, ...place, type, schemaVersion: sources.currentVersion(type), data });
    });
    opened.set(stream, loaded);
    return loaded;
  }

  const unit: UnitOfWork = {
    load: async (decider, stream) =>
      open(decider, stream, opened.has(stream) ? [] : await sources.read(stream)),
    begin: (decider, stream) => open(decider, stream, []),
    enqueue: (job) => {
      draft.jobs.push(job);
    },
  };
  return { unit, ...draft };
}

function loadedStream<C, E extends DomainEvent, S>(
  decider: Decider<C, E, S>,
  stream: string,
  past: StoredEvent[],
  keep: (type: string, data: NewEvent['data'], place: { version: number; ordinal: number }) => void,
): LoadedStream<C, S> {
  // What lies in this decider's stream is one of its events, in today's shape after upcasting.
  let state = past.reduce((before, event) => decider.evolve(before, event as unknown as E), decider.initial);
  let version = past.at(-1)?.version ?? 0;
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
