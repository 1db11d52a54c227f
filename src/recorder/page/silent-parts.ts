import type { Logger } from '../../log.ts';
import { monotonicMs, settled, type Tab } from '../browser/index.ts';

/**
 * A script or a style sheet of which nothing comes for this long is left out. Its server may keep the connection open for ever, and the
 * document is not parsed any further without it: such a page cost two times 20 s and the film.
 */
const silentMs = 8_000;
const lookMs = 250;

/**
 * Opens a document. Where it waits for parts that do not come, the browser is told to block them, and the document is opened again. (The browser
 * cannot give up a request that is under way, except with the rest of the document.)
 * @param endMs when the caller gives up, monotonic
 */
export async function openWithoutSilentParts<T>(
  tab: Tab,
  open: () => Promise<T>,
  { endMs, log }: { endMs: number; log: Logger },
): Promise<T> {
  for (;;) {
    const opened = open();
    const silent = await silentParts(tab, opened, endMs);
    if (silent.length === 0) return opened;
    // Opening the document again ends this one.
    opened.catch(() => undefined);
    log.info({ silent }, 'the page waits for what does not come: opening it without that');
    await tab.block(silent);
  }
}

/** @returns none where the document is there first */
async function silentParts(tab: Tab, opened: Promise<unknown>, endMs: number): Promise<string[]> {
  while (!(await settled(opened, lookMs)) && monotonicMs() < endMs) {
    const silent = tab.network.silentParts(silentMs).filter((url) => !tab.blocked.has(url));
    if (silent.length > 0) return silent;
  }
  return [];
}
