import { setTimeout as delay } from 'node:timers/promises';
import { examineIsolation } from '../worker/index.ts';
import type { Foundation } from './foundation.ts';

/**
 * A browser that is killed ends at once. Only one that is being unpacked goes on, or a database that is away: neither is worth waiting for, and
 * a process that is told to stop has ten seconds.
 */
const patienceMs = 2_000;

/** Examines this machine once it is asked to. A stop ends the browser that was started for it. */
export function prepareExamination({
  config,
  services,
  log,
}: Pick<Foundation, 'services' | 'log'> & {
  config: Pick<Foundation['config'], 'chromiumPath' | 'ffmpegPath'>;
}) {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const { chromiumPath, ffmpegPath } = config;
  return {
    async run(): Promise<string[]> {
      const examining = examineIsolation({
        services,
        chromiumPath,
        ffmpegPath,
        log,
        signal: stopping.signal,
      });
      running = examining;
      const isolation = await examining.catch((error: unknown) => {
        if (stopping.signal.aborted) return [];
        throw error;
      });
      return isolation.flatMap(({ part, off }) => off.map((what) => `${part}: ${what}`));
    },
    async stop(): Promise<void> {
      stopping.abort();
      const waiting = new AbortController();
      const ended = running.catch(() => undefined).finally(() => waiting.abort());
      await Promise.race([
        ended,
        delay(patienceMs, undefined, { signal: waiting.signal }).catch(() => undefined),
      ]);
    },
  };
}
