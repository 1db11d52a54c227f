import { pbkdf2Sync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does `work`, and holds it to the clock of the wall. A machine that is busier or slower than two idle cores gets as much longer, so that only
 * what hangs fails a test.
 * @throws where it took longer
 */
export async function within<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  const slowBefore = slowness();
  const startedMs = performance.now();
  const done = await work();
  const tookMs = performance.now() - startedMs;
  // Most work is in time, and nothing more has to be measured.
  if (tookMs < limitMs) return done;
  const mostMs = atPace(limitMs, Math.max(slowBefore, slowness()));
  if (tookMs < mostMs) return done;
  throw new Error(`It took ${Math.round(tookMs)} ms. At most ${Math.round(mostMs)} ms were expected.`);
}

/**
 * Waits until `ask` says true, or an answer that is not null. What it waits for uses the processors too: it does not ask all the time.
 * @param timeoutMs how long that may take on two idle cores. A busy or slow machine gets as much longer, and every machine a minute: how
 * quick a machine is when the time is over does not tell what it was before
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  timeoutMs: number,
  everyMs = 50,
): Promise<NonNullable<T>> {
  const startedMs = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > Math.max(timeoutMs, leastMs) && waitedMs > timeoutMs * slowness())
      throw new Error(`not within ${Math.round(waitedMs)} ms: ${ask}`);
    await delay(everyMs);
  }
}

const leastMs = 60_000;
/** A virtual machine can stand still that long at any time. */
const pauseMs = 2_500;

/**
 * A limit at the pace of the machine: on two idle cores as it is, and on a slower machine as much longer, with a time in which the machine
 * stands still.
 */
export const atPace = (limitMs: number, slow = slowness()): number =>
  slow < leastSlow ? limitMs : limitMs * slow + pauseMs;
/** Less is how the time of one calculation differs from the next. */
const leastSlow = 1.2;

/**
 * How many times as long as on two idle cores work takes now, from 1 to 6. A machine can be quick to calculate and slow to give memory: one took
 * 15 µs for each page of 4 KiB, and two to five times as long for a film.
 */
export function slowness(): number {
  const startedMs = performance.now();
  pbkdf2Sync('password', 'salt', 120_000, 64, 'sha512');
  const calculatedMs = performance.now();
  Buffer.alloc(64 * 2 ** 20, 1);
  const filledMs = performance.now();
  const slow = Math.max(
    (calculatedMs - startedMs) / idleMs.calculating,
    (filledMs - calculatedMs) / idleMs.filling,
  );
  return Math.min(mostSlow, Math.max(1, slow));
}
/** What calculating took on two idle cores of 2.1 GHz, and a fourth of what filling took on that machine. */
const idleMs = { calculating: 50, filling: 60 };
/** More is a pause of the machine, and says nothing of its pace. */
const mostSlow = 6;
