import { demoStream } from '../../domain/demos/events.ts';
import { currentProgress, isTerminal, type ProgressMessage } from '../../domain/demos/jobs/progress.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { Logger } from '../../log.ts';
import type { JsonObject } from '../../store/types.ts';

/** A client that watches a demo being made. */
export interface Watcher {
  tell(message: ProgressMessage): void;
  /** Called when the demo was deleted. */
  gone(): void;
}

export interface ProgressHub {
  /** Tells the watcher the current state and every change after it. @returns a function that stops watching. */
  watch(demoId: string, watcher: Watcher): () => void;
  close(): void;
}

/**
 * One subscription serves all watchers of this process. After an event the hub reads the demo's state once for all of its
 * watchers; events that arrive meanwhile lead to one more reading. Ticks are passed on unchanged.
 */
export function createProgressHub({ sql, doorbell }: DomainServices, log: Logger): ProgressHub {
  const watchersOf = new Map<string, Set<Watcher>>();
  const reading = new Map<string, { again: boolean }>();
  const prefix = demoStream('');

  async function read(demoId: string): Promise<void> {
    const running = reading.get(demoId);
    if (running) {
      running.again = true;
      return;
    }
    const mine = { again: true };
    reading.set(demoId, mine);
    try {
      while (mine.again && watchersOf.has(demoId)) {
        mine.again = false;
        const state = await currentProgress(sql, demoId);
        for (const watcher of watchersOf.get(demoId) ?? []) state ? watcher.tell(state) : watcher.gone();
      }
    } catch (fault) {
      log.warn(
        { err: fault, demoId },
        'could not read the progress of a demo; its next event will try again',
      );
    } finally {
      reading.delete(demoId);
    }
  }

  function passOn(tick: JsonObject): void {
    if (tick.type !== 'progress') return;
    const message = tick as ProgressMessage;
    for (const watcher of watchersOf.get(message.demoId) ?? []) watcher.tell(message);
  }

  const subscriptions = [
    doorbell.bus.on('event', ({ data: { stream } }) => {
      const demoId = stream.startsWith(prefix) ? stream.slice(prefix.length) : null;
      if (demoId && watchersOf.has(demoId)) void read(demoId);
    }),
    doorbell.bus.on('tick', ({ data }) => passOn(data)),
    doorbell.bus.on('reconnected', () => {
      for (const demoId of watchersOf.keys()) void read(demoId);
    }),
  ];

  return {
    watch(demoId, watcher) {
      const watchers = watchersOf.get(demoId) ?? new Set();
      watchersOf.set(demoId, watchers.add(watcher));
      void read(demoId);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && watchersOf.get(demoId) === watchers) watchersOf.delete(demoId);
      };
    },
    close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      watchersOf.clear();
    },
  };
}

/**
 * Decides what may follow the last message that was sent. Messages of an older job, repetitions and outdated messages are
 * dropped, and the progress never goes back within a job.
 * @returns the message to send, or null.
 */
export function successorOf(last: ProgressMessage | null, next: ProgressMessage): ProgressMessage | null {
  if (!last || (last.jobId === null && next.jobId !== null)) return next;
  // Ids sort by the time of their creation.
  if (next.jobId === null || next.jobId < last.jobId!) return null;
  if (next.jobId > last.jobId!) return next;
  if (!isTerminal(next.status) && next.at < last.at) return null;
  const { scene, frame } = last;
  const isOver = isTerminal(next.status);
  // A state that was read from the database does not tell them.
  const kept = isOver ? {} : { ...(scene && { scene }), ...(frame && { frame }) };
  const forward = { ...kept, ...next, progress: Math.max(last.progress, next.progress) };
  const isNews = (['status', 'step', 'progress', 'message', 'frame'] as const).some(
    (name) => forward[name] !== last[name],
  );
  return isNews ? forward : null;
}
