import { readPageFacts } from '../../../critic/index.ts';
import type { BrowserSession } from '../../../recorder/index.ts';

/** In the page's time. What loads for longer is filmed as it is. */
const mostOfFilmMs = 12_000;
const mostAtOnceMs = 8_000;
/** Scripts that make a page react, and pictures that push its text down, come late. */
const atOpeningMs = 2_000;
const lookEveryMs = 200;

/** Waits off camera until the page shows something and says of nothing that it is loading. */
export function patienceWith({ tab }: Pick<BrowserSession, 'tab'>) {
  let leftMs = mostOfFilmMs;
  const untilReady = async () => {
    for (let waitedMs = 0; waitedMs < mostAtOnceMs && leftMs > 0; waitedMs += lookEveryMs) {
      // A page that is being replaced cannot answer. The film waits for it anyway.
      const facts = await readPageFacts((inPage) => tab.ask(inPage)).catch(() => null);
      if (facts && !facts.isLoading && facts.textLength + facts.pictures > 0) return;
      leftMs -= lookEveryMs;
      await tab.clock.idle(lookEveryMs);
    }
  };
  return {
    async atOpening(): Promise<void> {
      await tab.clock.idle(atOpeningMs);
      await untilReady();
    },
    afterAct: untilReady,
  };
}
