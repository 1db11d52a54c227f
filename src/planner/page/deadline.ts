import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects when the work takes longer than `limitMs`. The work itself goes on, and its result is ignored. */
export async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const gate = new AbortController();
  work.catch(() => undefined);
  const late = sleep(limitMs, undefined, { signal: gate.signal }).then(() => {
    throw new Error(`No answer from the page within ${limitMs} ms.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    gate.abort();
    late.catch(() => undefined);
  }
}
