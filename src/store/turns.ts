import { setTimeout as sleep } from 'node:timers/promises';

export interface Turns {
  /** Waits for everyone who asked for one of these streams before. @returns what gives the turn to the next. */
  take(streams: readonly string[]): Promise<() => void>;
}

const patienceMs = 1_000;

/**
 * Writers of one process that have collided on a stream go one after another. Without it, of 20 commands at once on one
 * stream 7 used up their retries; with it none of 50. It is only politeness: the expected version still decides, and whoever
 * has waited for a second goes ahead.
 */
export function createTurns(): Turns {
  const lastOf = new Map<string, Promise<unknown>>();
  return {
    async take(streams) {
      const before = streams.map((stream) => lastOf.get(stream));
      const turn = Promise.withResolvers<void>();
      const through = Promise.all([...before, turn.promise]);
      for (const stream of streams) lastOf.set(stream, through);
      const patience = new AbortController();
      await Promise.race([
        Promise.all(before),
        sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
      return () => {
        turn.resolve();
        for (const stream of streams) if (lastOf.get(stream) === through) lastOf.delete(stream);
      };
    },
  };
}
