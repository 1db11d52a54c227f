const [minute, hour] = [60_000, 3_600_000];

/** How long a delivery waits after each attempt that failed: 72 hours in all, in ten attempts. */
const waitsMs = [
  5_000,
  5 * minute,
  25 * minute,
  2 * hour,
  5 * hour,
  9 * hour,
  14 * hour,
  18 * hour,
  23.5 * hour,
];

/** An endpoint that has answered nothing but faults for so long is switched off. */
export const mostFailingMs = 72 * hour;

/**
 * When a delivery is tried again after this many attempts; null where it has been tried for three days.
 * @param jitter 0 to 1. It makes the wait up to a tenth longer, so that not all that failed together comes back together.
 */
export function nextAttemptAt(attempts: number, now: Date, jitter: number): Date | null {
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + Math.round(waitMs * (1 + jitter / 10)));
}
