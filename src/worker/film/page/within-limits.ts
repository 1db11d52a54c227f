import type { RecordingFault } from '../../../recorder/contract/fault.ts';
import { overLimit, type PageLimits } from '../../../recorder/contract/limits.ts';
import type { WatchTree } from '../../../recorder/index.ts';

/** What guard and browser need to know of the limits. */
export interface Limited {
  limits: PageLimits;
  onOverLimit: (fault: RecordingFault) => void;
  /** Who watches what the browser takes, where this process does not. */
  watch?: WatchTree | undefined;
}

/** The limits as the guard takes them. */
export const guardLimits = ({ limits, onOverLimit }: Limited) => ({
  maxBytes: limits.receivedBytes,
  maxRequests: limits.requests,
  onOverLimit: (limit: 'receivedBytes' | 'requests') => onOverLimit(overLimit(limit, limits)),
});

/** How long a film may take to end after its browser was killed. */
const patienceMs = 5_000;

/**
 * Runs `work` with a signal that aborts where the page goes over a limit. It then rejects with the limit's fault, whatever `work` makes of the
 * death of its browser: a call that was running may fail in any way.
 */
export async function withinLimits<T>(
  given: AbortSignal,
  work: (signal: AbortSignal, onOverLimit: (fault: RecordingFault) => void) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const onOverLimit = (fault: RecordingFault) => {
    limit.abort(fault);
    timer ??= setTimeout(() => reject(fault), patienceMs);
  };
  try {
    return await Promise.race([work(AbortSignal.any([given, limit.signal]), onOverLimit), late]);
  } catch (error) {
    if (!given.aborted) limit.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
