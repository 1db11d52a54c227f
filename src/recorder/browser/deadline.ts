import { RecordingFault, type RecordingFaultKind } from '../contract/fault.ts';

/** The clock of every wait in the recorder, in ms. It is monotonic, so a change of the wall clock ends no wait early. */
export const monotonicMs = () => performance.now();

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Resolves as `work` does, or rejects with a RecordingFault with `message` after `ms`. The work itself is not stopped. */
export async function within<T>(
  work: Promise<T>,
  ms: number,
  message: string,
  kind: RecordingFaultKind = 'timeout',
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RecordingFault(kind, message, { retryable: true })), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when `work` settled within `ms`, whether it succeeded or failed. For waits whose outcome does not matter. */
export async function settled(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const over = () => true;
  try {
    return await Promise.race([work.then(over, over), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws RecordingFault `cancelled` when `signal` has been aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new RecordingFault('cancelled', 'The recording was cancelled.');
}
