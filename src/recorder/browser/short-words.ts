import type { Page, WebWorker } from 'puppeteer-core';

/** More lines of a console, and more errors, say nothing more. DevTools sends each of them to us, whether anybody listens or not. */
const mostLines = 500;
const mostCharacters = 1_000;
/** A page may ask that often. Then its questions are answered at once, as the tab answers them. */
const mostDialogs = 20;

/**
 * Cuts what a page says within the page: the lines of its console, its errors, and its dialogs. A page that wrote without end took the service
 * to 1.4 GB. Call it before the page has loaded anything.
 */
export async function keepWordsShort(page: Page): Promise<unknown> {
  page.on('workercreated', ({ client }: WebWorker) => {
    const expression = `(${String(cutWords)})(${mostLines}, ${mostCharacters}, ${mostDialogs})`;
    client.send('Runtime.evaluate', { expression }).catch(() => undefined);
  });
  return page.evaluateOnNewDocument(cutWords, mostLines, mostCharacters, mostDialogs);
}

/** Runs in the page, in each of its frames, and in each of its workers, before their own scripts. */
function cutWords(lines: number, characters: number, dialogs: number): void {
  cutConsole();
  cutErrors();
  cutDialogs();

  function cutConsole(): void {
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

  // An error whose default is prevented is not reported to DevTools. What the page does about it stays as it is.
  function cutErrors(): void {
    let left = lines;
    const lengthOf = (reason: unknown) =>
      typeof reason === 'string' ? reason.length : reason instanceof Error ? `${reason.stack}`.length : 0;
    const keep = (event: Event, reason: unknown) => {
      if (left-- <= 0 || lengthOf(reason) > characters * 5) event.preventDefault();
    };
    addEventListener('error', (event) => keep(event, (event as ErrorEvent).error), true);
    addEventListener('unhandledrejection', (event) => keep(event, (event as PromiseRejectionEvent).reason));
  }

  function cutDialogs(): void {
    let left = dialogs;
    const dismissed: Record<string, unknown> = { alert: undefined, confirm: false, prompt: null };
    const own = globalThis as unknown as Record<string, unknown>;
    for (const [name, answer] of Object.entries(dismissed)) {
      const ask = own[name];
      if (typeof ask !== 'function') continue;
      own[name] = (...words: unknown[]) =>
        left-- > 0
          ? ask.apply(
              globalThis,
              words.map((word) => String(word).slice(0, characters)),
            )
          : answer;
    }
  }
}
