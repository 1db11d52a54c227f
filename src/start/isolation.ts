import { examineIsolation } from '../worker/index.ts';
import type { Foundation } from './foundation.ts';

/** Examines this machine once it is asked to. A stop ends the browser that was started for it. */
export function prepareExamination({ config, services, log }: Foundation) {
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
      await running.catch(() => undefined);
    },
  };
}
