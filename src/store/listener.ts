import postgres from 'postgres';
import type { Logger } from '../log.ts';

interface ListenerOptions {
  /** Of the database. */
  url: string;
  log: Logger;
  /** How often `beat` is called. Default 15,000. */
  beatEveryMs?: number;
}

export const channel = 'showreel_doorbell';
/** After so many beats in silence the connection is given up. */
const silentBeats = 3;

/**
 * Keeps one connection that listens. A firewall or a failover that forgets a connection tells neither end, and the kernel gives up after a quarter
 * of an hour. So it is given up where not even this process's own ring comes back.
 * @param beat rings
 * @param on.onListening is called again whenever the connection has come back
 */
export async function startListener(
  { url, log, beatEveryMs = 15_000 }: ListenerOptions,
  beat: () => Promise<void>,
  on: { onPayload(payload: string): void; onListening(): void },
): Promise<{ stop(): Promise<void> }> {
  let heardMs = performance.now();
  const listen = async () => {
    const sql = postgres(url, {
      max: 1,
      onnotice: () => undefined,
      connection: { application_name: 'showreel-doorbell' },
    });
    const hear = (payload: string) => {
      heardMs = performance.now();
      on.onPayload(payload);
    };
    // The driver comes back by itself from a connection that was lost and said so.
    await sql.listen(channel, hear, on.onListening);
    return sql;
  };
  let current = await listen();
  let renewing = Promise.resolve();
  const renew = async () => {
    log.warn('the doorbell hears nothing any more; it listens on a new connection');
    const deaf = current;
    current = await listen();
    await deaf.end({ timeout: 0 });
  };
  const timer = setInterval(() => {
    if (performance.now() - heardMs > silentBeats * beatEveryMs) {
      heardMs = performance.now();
      renewing = renewing
        .then(renew)
        .catch((error: unknown) => log.warn({ err: error }, 'the doorbell could not listen anew'));
    }
    void beat();
  }, beatEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await renewing;
      await current.end({ timeout: 2 });
    },
  };
}
