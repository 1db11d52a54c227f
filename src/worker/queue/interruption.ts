export type InterruptionKind = 'stopping' | 'lease_lost' | 'deadline' | 'cancelled';

/**
 * Why a running task has to end although nothing in it failed. It is the reason of the task's AbortSignal.
 * - `stopping`: this process shuts down, and the job goes back to the queue.
 * - `lease_lost`: another worker has the job by now, so this one must not report anything about it.
 * - `deadline`: the task took too long.
 * - `cancelled`: the owner cancelled the job.
 */
export class Interruption extends Error {
  readonly kind: InterruptionKind;
  constructor(kind: InterruptionKind, message: string) {
    super(message);
    this.name = 'Interruption';
    this.kind = kind;
  }
}

/** The interruption with which `signal` was aborted; null where it was not aborted. */
export function interruptionOf(signal: AbortSignal): Interruption | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof Interruption
    ? signal.reason
    : new Interruption('stopping', 'The task was aborted.');
}

/**
 * Settles as `work` does. Where `signal` aborts and `work` has not ended `patienceMs` later, it rejects with the reason of the
 * abort: a part that hangs must not block the job.
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
