import type { Logger } from '../log.ts';

/** The parts that were started. They are stopped in the opposite order. */
export interface Undo {
  add(what: string, stop: () => Promise<unknown>): void;
  /** Stops everything once. Where a part fails to stop, that is logged, and the others are stopped all the same. */
  run(): Promise<void>;
}

export function createUndo(log: Logger): Undo {
  const started: { what: string; stop: () => Promise<unknown> }[] = [];
  let running: Promise<void> | null = null;
  const stopAll = async () => {
    for (const { what, stop } of started.reverse()) {
      const sinceMs = performance.now();
      try {
        await stop();
        log.debug({ what, ms: Math.round(performance.now() - sinceMs) }, 'stopped');
      } catch (error) {
        log.warn({ err: error, what }, 'did not stop in good order');
      }
    }
  };
  return {
    add: (what, stop) => void started.push({ what, stop }),
    run() {
      running ??= stopAll();
      return running;
    },
  };
}
