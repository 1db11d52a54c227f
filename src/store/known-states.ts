import type { DomainEvent, StoredEvent } from './types.ts';

/** A stream folded up to one of its events. */
export interface KnownState {
  /** Whose fold it is: two deciders may make different states of one stream. */
  decider: object;
  state: unknown;
  version: number;
  /**
   * Of the last event that was folded. Where the log has another event at this version, the state is of a history
   * that is gone.
   */
  position: number;
  /** The hash of that event, where the stream is chained. */
  hash: string | null;
}

/**
 * What this process has folded before. A load reads on from there, so that a ledger with 2,000 events costs as little
 * as a new one. This memory decides nothing, since the expected version of an append still does; without it
 * everything works as before.
 */
export interface KnownStates {
  recall(stream: string, decider: object): KnownState | null;
  keep(stream: string, known: KnownState): void;
}

/** Below this version a whole stream is read as quickly as its last event. */
const worthKeepingFrom = 16;
/**
 * Events of all remembered states together. The state of a ledger takes about 250 bytes an event, most others far
 * less.
 */
const mostEvents = 200_000;

/** The states that were used last, up to as many events as `limit`. */
export function createKnownStates(limit = mostEvents): KnownStates {
  const kept = new Map<string, KnownState>();
  let events = 0;

  function drop(stream: string): void {
    events -= kept.get(stream)?.version ?? 0;
    kept.delete(stream);
  }

  return {
    recall(stream, decider) {
      const known = kept.get(stream);
      if (known?.decider !== decider) return null;
      // A Map remembers the order of insertion: the one used last goes to the end.
      kept.delete(stream);
      kept.set(stream, known);
      return known;
    },
    keep(stream, known) {
      if (known.version < worthKeepingFrom || known.version > limit) return;
      // Of two commands that end together, the later state stays.
      if ((kept.get(stream)?.position ?? 0) > known.position) return;
      drop(stream);
      kept.set(stream, known);
      events += known.version;
      for (const oldest of kept.keys()) {
        if (events <= limit) break;
        drop(oldest);
      }
    },
  };
}

/** Reads what is new since `known`; everything, where the log does not hold the event that it was folded up to. */
export async function readSince(
  known: KnownState | null,
  read: (fromVersion: number) => Promise<StoredEvent<DomainEvent>[]>,
): Promise<{ known: KnownState | null; past: StoredEvent[] }> {
  if (!known) return { known, past: await read(1) };
  const [last, ...past] = await read(known.version);
  if (last?.position === known.position) return { known, past };
  return { known: null, past: await read(1) };
}
