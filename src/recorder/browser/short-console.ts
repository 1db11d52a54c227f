import type { Page } from 'puppeteer-core';

/** More lines of a console say nothing more. DevTools sends each line to us, whether anybody listens or not. */
const mostLines = 500;
const mostCharacters = 1_000;

/**
 * Cuts what a page writes to its console, within the page: a page that wrote without end took the service to 1.4 GB. Call it before the
 * page has loaded anything.
 */
export const keepConsoleShort = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(cutConsole, mostLines, mostCharacters);

/** Runs in the page and in each of its frames, before their own scripts. */
function cutConsole(lines: number, characters: number): void {
  let left = lines;
  const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, characters) : value);
  const own = console as unknown as Record<string, unknown>;
  for (const [name, write] of Object.entries(own)) {
    if (typeof write !== 'function') continue;
    own[name] = (...values: unknown[]) => {
      if (left-- > 0) return write.apply(console, values.slice(0, 10).map(short));
    };
  }
}
