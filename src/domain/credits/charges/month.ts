/** The calendar month of a moment, in UTC, such as `2026-02`: the period of a plan's allowance. */
export const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);

/** Whole seconds, at least 1, until the next month begins in UTC. */
export function secondsToNextMonth(moment: Date): number {
  const next = Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1);
  return Math.max(1, Math.ceil((next - moment.getTime()) / 1000));
}
