export type InterruptionKind = 'stopping' | 'lease_lost' | 'deadline' | 'cancelled';

/**
 * Why a running task has to end although nothing went wrong in it; the reason of its AbortSignal.
 * `stopping`: this process shuts down, the job goes back to the queue. `lease_lost`: the job belongs to another worker
 * by now, so nothing may be said about it any more. `deadline`: it took too long. `cancelled`: its owner wants it no more.
 */
export class Interruption extends Error {
  readonly kind: InterruptionKind;
  constructor(kind: InterruptionKind, message: string) {
    super(message);
    this.name = 'Interruption';
    this.kind = kind;
  }
}

/** The interruption that a signal was aborted with, or null where it was not. */
export function interruptionOf(signal: AbortSignal): Interruption | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof Interruption
    ? signal.reason
    : new Interruption('stopping', 'The task was aborted.');
}

/**
 * Settles as `work` does; but when `signal` aborts and `work` has not ended `patienceMs` later, rejects with the reason
 * of the abort, so that a part which hangs cannot hold the job.
 */
export async function withPatience<T>(work: Promise<T>, signal: AbortSignal, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let begin = () => {};
  const impatience = new Promise<never>((_resolve, reject) => {
    begin = () => {
      timer = setTimeout(() => reject(interruptionOf(signal)), patienceMs);
    };
  });
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  try {
    return await Promise.race([work, impatience]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', begin);
  }
}
