import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { MediaStorage } from '../../media/index.ts';

/** A film takes longer to make again than most outages last. After this time the queue runs the job again, with its longer breaks. */
const patienceMs = 60_000;
const retryMs = 2_000;

/** The same storage, which waits with a finished film where its bucket is away. */
export const waitForStorage = (
  media: MediaStorage,
  signal: AbortSignal,
  onWait: (error: unknown) => void,
): MediaStorage => ({
  ...media,
  async putFile(key, path) {
    const deadline = performance.now() + patienceMs;
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await media.putFile(key, path);
      } catch (error) {
        const isAway = error instanceof AppError && error.code === 'storage_unavailable';
        if (!isAway || signal.aborted || performance.now() > deadline) throw error;
        if (isFirst) onWait(error);
        await sleep(retryMs, undefined, { signal });
      }
    }
  },
});
