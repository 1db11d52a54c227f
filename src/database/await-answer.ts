import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { isDatabaseAway } from './away.ts';
import { connect } from './connect.ts';

/** A server that recovers from a crash needs seconds, and one that a machine starts beside us about as long. */
const patienceMs = 60_000;
const everyMs = 500;

/**
 * Waits until the server answers: one that has just crashed, or is started together with this process, does not do so at once.
 * @throws the server's last error where it is of another kind, such as a wrong password, or where the time is up.
 */
export async function awaitAnswer(url: string, log: Logger, timeoutMs = patienceMs): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const sql = connect(url, { max: 1, applicationName: 'showreel-start' });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      if (attempt === 1) log.warn({ err: error }, 'the database does not answer yet; waiting for it');
    } finally {
      await sql.end({ timeout: 0 });
    }
    await sleep(everyMs);
  }
}
