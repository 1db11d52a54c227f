import type { Rest } from './step-timing.ts';

/** Shares `freeMs` among the rests by weight. A rest whose share would be less than its minimum gets its minimum first. */
export function shareOut(rests: (Rest | null)[], freeMs: number): number[] {
  const shares = rests.map(() => 0);
  let open = rests.flatMap((rest, index) => (rest ? [{ index, ...rest }] : []));
  let leftMs = freeMs;
  for (;;) {
    const weights = open.reduce((total, rest) => total + rest.weight, 0);
    const short = open.filter((rest) => (leftMs * rest.weight) / weights < rest.minMs);
    if (short.length === 0) {
      for (const rest of open) shares[rest.index] = (leftMs * rest.weight) / weights;
      return shares;
    }
    for (const rest of short) {
      shares[rest.index] = rest.minMs;
      leftMs -= rest.minMs;
    }
    open = open.filter((rest) => !short.includes(rest));
  }
}

/** Lengths between `least` and `most`, all by the same part of their range, whose sum is `totalMs`. */
export function interpolate(least: number[], most: number[], totalMs: number): number[] {
  const range = sum(most) - sum(least);
  const part = range > 0 ? (totalMs - sum(least)) / range : 0;
  return least.map((value, index) => value + ((most[index] ?? value) - value) * part);
}

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
